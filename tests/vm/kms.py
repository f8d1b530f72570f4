"""Stands in for the library of Raspberry Pi's screens, which picamera2 imports where there is none, too."""


class _Names(type):
    def __getattr__(cls, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return name


class PixelFormats(metaclass=_Names):
    """Formats of a screen."""


class PlaneType(metaclass=_Names):
    """Planes of a screen."""

"""Where the address of a camera may lead: into the networks of this machine, not to the machine itself.

A page of the table takes addresses from a phone. Without this check they would lead to any service that the
machine can reach: its own, those of the router, those of the internet.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Sequence
from ipaddress import (
    IPv4Interface,
    IPv4Network,
    IPv6Address,
    IPv6Interface,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final, TypeAlias

from companion.errors import Saying
from hw.camera import CameraError
from hw.net.address import CameraAddress, IpAddress

Network: TypeAlias = IPv4Network | IPv6Network
OwnAddress: TypeAlias = IPv4Interface | IPv6Interface
"""An address of this machine with the network that it lies in."""

CARRIERS: Final = ip_network("100.64.0.0/10")
"""Addresses that are private as well, between a provider and its customers (RFC 6598)."""


class Reach:
    """Says which machines may be asked for pictures.

    Parameters
    ----------
    own
        Gives the addresses of this machine. Cameras may have private addresses in the same networks.
    allowed
        Networks that are allowed whatever they are.
    """

    def __init__(self, own: Callable[[], Iterable[OwnAddress]], allowed: Sequence[Network] = ()) -> None:
        self._own, self._allowed = own, tuple(allowed)

    def check(self, number: IpAddress) -> None:
        """See that a machine may be asked. Raises `CameraError` camera-out-of-reach."""
        number = _plain(number)
        if any(number in network for network in self._allowed):
            return
        own = tuple(self._own())
        if number.is_loopback or number.is_unspecified or any(number == _plain(each.ip) for each in own):
            raise _out_of_reach(Saying("{number} is the machine of the table itself.", number=number))
        if not _is_private(number) or number.is_multicast:
            raise _out_of_reach(Saying("{number} is not in your own network.", number=number))
        if not any(number in each.network for each in own):
            raise _out_of_reach(
                Saying("{number} is in another network than the machine of the table.", number=number)
            )

    def number_of(self, address: CameraAddress) -> IpAddress:
        """Look up where an address leads now. A connection goes to this number; the next one asks anew.

        Raises
        ------
        CameraError
            camera-missing where nobody knows the name, camera-out-of-reach where it leads elsewhere.
        """
        numbers = [address.number] if address.number is not None else _looked_up(address)
        refusals: list[CameraError] = []
        for number in numbers:
            try:
                self.check(number)
            except CameraError as error:
                refusals.append(error)
            else:
                return number
        raise refusals[0]


class Anywhere(Reach):
    """Lets every machine be asked: for addresses in the settings or on the command line of this machine."""

    def __init__(self) -> None:
        super().__init__(lambda: ())

    def check(self, number: IpAddress) -> None:
        """Raise nothing."""


ANYWHERE: Final = Anywhere()


def _looked_up(address: CameraAddress) -> list[IpAddress]:
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise CameraError(
            "camera-missing", "No machine in the network is called {host}.", host=address.host
        ) from error
    numbers = [ip_address(str(place[0]).partition("%")[0]) for *_, place in found]
    return sorted(numbers, key=lambda number: number.version)


def _plain(number: IpAddress) -> IpAddress:
    """Give the number of the old kind that one of the new kind stands for, if it does."""
    if isinstance(number, IPv6Address):
        return number.ipv4_mapped or number.sixtofour or number
    return number


def _is_private(number: IpAddress) -> bool:
    return number.is_private or number.is_link_local or (number.version == 4 and number in CARRIERS)


def _out_of_reach(why: Saying) -> CameraError:
    return CameraError(
        "camera-out-of-reach", "{why} The settings can allow its network: camera_networks.", why=why
    )

"""The addresses that this machine has, each with the plain name of the interface that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import ifaddr

from companion.rules.phrases import marked

IpAddress: TypeAlias = IPv4Address | IPv6Address

ROOT: Final = Path("/")
DEVICES: Final = "sys/class/net"
"""Where Linux describes every interface, from the root of the file system."""

IS_UP: Final = 0x1
"""IFF_UP in an interface's ``flags``."""

CARRYING: Final = ("up", "unknown")
"""What ``operstate`` says of an interface that carries data; tunnels say *unknown*."""

KINDS: Final = (
    marked("cable"),
    marked("Wi-Fi"),
    marked("hotspot"),
    marked("network"),
    marked("mobile network"),
    marked("VPN"),
    marked("inside this machine"),
)
"""What people call an interface; *network* where the system says no more."""

LAN: Final = frozenset({"cable", "Wi-Fi", "hotspot", "network"})
"""The kinds that phones in the room are in."""

TUNNELS: Final = re.compile(r"(tun|tap|wg|ppp|utun|ipsec|tailscale|zt|vpn)", re.IGNORECASE)
INNER: Final = re.compile(r"(docker|veth|virbr|vnet|lxc|lxd|podman|cni|br-[0-9a-f]{12})")


class Interface(NamedTuple):
    """An address of this machine; ``is_routed``: a default route leads out by its interface."""

    name: str
    address: IpAddress
    prefix: int
    kind: str = "network"
    is_routed: bool = False


def interfaces(root: Path = ROOT) -> tuple[Interface, ...]:
    """Give every address that another machine could use, those of the local network first.

    Left out are loopback, interfaces that are down, and IPv6 addresses that hold for one link alone
    (fe80::/10): a browser cannot be told by which interface to reach those.
    """
    routed = _routed(root)
    found = [
        each._replace(kind=_kind(each, routed, root), is_routed=each.name in routed)
        for each in _addresses()
        if _is_up(each.name, root)
    ]
    return tuple(sorted(found, key=_place_in_line))


def _addresses() -> Iterator[Interface]:
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            text = each.ip if isinstance(each.ip, str) else each.ip[0]
            address = ip_address(text.partition("%")[0])
            unusable = address.is_loopback or address.is_unspecified or address.is_multicast
            if not unusable and not (address.version == 6 and address.is_link_local):
                # A second address of one interface may be called eth0:1.
                yield Interface(adapter.nice_name.partition(":")[0], address, each.network_prefix)


def _place_in_line(one: Interface) -> tuple[bool, bool, bool, bool, int, int]:
    """Sort the local network first: numbers before IPv6, and first where the way to the internet leads."""
    lasting = not one.address.is_link_local
    of_lan, at_home = one.kind in LAN, one.address.version == 4 or not one.address.is_global
    return (
        not of_lan,
        not lasting,
        one.address.version == 6,
        not at_home,
        -one.is_routed,
        KINDS.index(one.kind),
    )


def _is_up(name: str, root: Path) -> bool:
    """Whether data go over an interface; one of which the system says nothing has an address, so it does."""
    folder = root / DEVICES / name
    if not folder.is_dir():
        return True
    flags = _text(folder / "flags")
    return bool(int(flags or "0", 16) & IS_UP) and _text(folder / "operstate") in CARRYING


def _kind(one: Interface, routed: frozenset[str], root: Path) -> str:
    folder = root / DEVICES / one.name
    kind = _kind_of_device(one.name, folder)
    first = ip_network((one.address, one.prefix), strict=False)[0] + (one.prefix < one.address.max_prefixlen)
    # Whoever makes a network takes its first address, and leads elsewhere by another interface, if at all.
    if kind == "Wi-Fi" and one.address == first and one.name not in routed:
        return "hotspot"
    return kind


def _kind_of_device(name: str, folder: Path) -> str:
    about = _text(folder / "uevent")
    if (folder / "tun_flags").exists() or "DEVTYPE=wireguard" in about or TUNNELS.match(name):
        return "VPN"
    if (folder / "wireless").exists() or (folder / "phy80211").exists():
        return "Wi-Fi"
    if "DEVTYPE=wwan" in about:
        return "mobile network"
    if (folder / "bridge").exists():
        return _kind_of_bridge(folder)
    if INNER.match(name):
        return "inside this machine"
    return "cable" if folder.is_dir() else "network"


def _kind_of_bridge(folder: Path) -> str:
    """A bridge is what real devices are plugged into it; one without any joins programs of this machine."""
    ports = [folder.parent / port.name for port in (folder / "brif").glob("*")]
    kinds = {_kind_of_device(port.name, port) for port in ports if (port / "device").exists()}
    return next((kind for kind in KINDS if kind in kinds), "inside this machine")


def _routed(root: Path) -> frozenset[str]:
    """Give the interfaces by which a default route leads out."""
    names = set()
    for line in _text(root / "proc/net/route").splitlines()[1:]:
        fields = line.split()
        if len(fields) > 7 and fields[1] == fields[7] == "00000000":
            names.add(fields[0])
    for line in _text(root / "proc/net/ipv6_route").splitlines():
        fields = line.split()
        if len(fields) > 9 and not int(fields[0], 16) and fields[1] == "00":
            names.add(fields[9])
    return frozenset(names)


def _text(path: Path) -> str:
    """Give a short file of the system; empty where it cannot be read."""
    with suppress(OSError):
        return path.read_text(errors="replace").strip()
    return ""

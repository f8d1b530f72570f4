"""What addresses a machine has, what people call them, and which of them phones are told first."""

from __future__ import annotations

from pathlib import Path

import pytest
from machines import Machine

from companion.cli.machine.interfaces import interfaces
from companion.cli.machine.network import addresses


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def told(machine: Machine) -> list[tuple[str, str]]:
    return [(str(each.address), each.kind) for each in interfaces(machine.root)]


def test_a_hotspot_without_a_way_out_is_found(machine) -> None:
    machine.plug("wlan0", "10.42.0.1/24", "fe80::1/64", wireless="")
    assert told(machine) == [("10.42.0.1", "hotspot")]


def test_a_vpn_that_holds_the_default_route_comes_after_the_wifi(machine) -> None:
    machine.plug(
        "wg0", "10.8.0.2/24", routed=True, state="unknown", uevent="DEVTYPE=wireguard\nINTERFACE=wg0"
    )
    machine.plug("wlan0", "192.168.1.7/24", phy80211="")
    assert told(machine) == [("192.168.1.7", "Wi-Fi"), ("10.8.0.2", "VPN")]


def test_a_tunnel_is_known_by_its_device_whatever_its_name(machine) -> None:
    machine.plug("work", "172.16.0.9/32", state="unknown", tun_flags="0x1001")
    machine.plug("eth0", "192.168.1.7/24")
    assert told(machine) == [("192.168.1.7", "cable"), ("172.16.0.9", "VPN")]


def test_a_cable_without_a_router_has_the_address_that_it_gave_itself(machine) -> None:
    machine.plug("eth0", "169.254.7.7/16", "fe80::7/64")
    assert told(machine) == [("169.254.7.7", "cable")]


def test_a_self_given_address_comes_after_a_lasting_one(machine) -> None:
    machine.plug("eth0", "169.254.7.7/16")
    machine.plug("wlan0", "192.168.1.7/24", wireless="")
    assert told(machine) == [("192.168.1.7", "Wi-Fi"), ("169.254.7.7", "cable")]


def test_addresses_of_a_carrier_network_are_told(machine) -> None:
    machine.plug("eth0", "100.64.0.5/10", routed=True)
    assert told(machine) == [("100.64.0.5", "cable")]


def test_a_link_of_ipv6_alone_is_told_with_its_brackets(machine) -> None:
    machine.plug("eth0", "fd00::7/64", "fe80::7/64")
    assert addresses("0.0.0.0", 8080, root=machine.root) == (("http://[fd00::7]:8080", "cable"),)


def test_private_numbers_come_before_public_ones_of_ipv6(machine) -> None:
    machine.plug("eth0", "2a02:8070::7/64", "fd00::7/64", "192.168.1.7/24")
    assert [address for address, _ in told(machine)] == ["192.168.1.7", "fd00::7", "2a02:8070::7"]


def test_of_two_networks_the_one_with_a_router_comes_first(machine) -> None:
    machine.plug("wlan1", "10.42.0.1/24", wireless="")
    machine.plug("wlan0", "192.168.1.7/24", routed=True, wireless="")
    assert told(machine) == [("192.168.1.7", "Wi-Fi"), ("10.42.0.1", "hotspot")]


@pytest.mark.parametrize("state", ["off", "down", "lowerlayerdown", "dormant"])
def test_what_is_down_is_not_told(machine, state) -> None:
    machine.plug("eth0", "192.168.1.7/24", state=state)
    assert told(machine) == []


def test_a_bridge_is_what_is_plugged_into_it(machine) -> None:
    machine.plug("wlan0", wireless="", device="")
    machine.plug("eth0", device="")
    machine.plug("br0", "192.168.1.7/24", bridge="", brif__eth0="")
    machine.plug("br-0123456789ab", "172.18.0.1/16", bridge="", brif__veth7="")
    machine.plug("docker0", "172.17.0.1/16", bridge="")
    assert told(machine) == [
        ("192.168.1.7", "cable"),
        ("172.18.0.1", "inside this machine"),
        ("172.17.0.1", "inside this machine"),
    ]


def test_a_second_address_of_an_interface_is_of_the_same_kind(machine) -> None:
    machine.plug("wlan0", "192.168.1.7/24", wireless="", routed=True)
    machine.plug("wlan0:1", "192.168.2.7/24")
    assert told(machine) == [("192.168.1.7", "Wi-Fi"), ("192.168.2.7", "Wi-Fi")]


def test_where_the_system_says_nothing_of_its_interfaces_they_are_told_all_the_same(
    machine, tmp_path, monkeypatch
) -> None:
    machine.plug("en0", "192.168.1.7/24")
    machine.plug("utun3", "10.8.0.2/32")
    machine.root = tmp_path / "no-such-folder"
    assert told(machine) == [("192.168.1.7", "network"), ("10.8.0.2", "VPN")]


def test_a_table_that_listens_at_one_address_tells_that_one(machine) -> None:
    machine.plug("wlan0", "192.168.1.7/24", wireless="")
    machine.plug("eth0", "10.0.0.7/24")
    at = {
        host: addresses(host, 80, root=machine.root) for host in ("10.0.0.7", "127.0.0.1", "localhost", "::1")
    }
    assert at == {
        "10.0.0.7": (("http://10.0.0.7:80", "cable"),),
        "127.0.0.1": (),
        "localhost": (),
        "::1": (),
    }
    assert addresses("::", 80, root=machine.root) == addresses("0.0.0.0", 80, root=machine.root)

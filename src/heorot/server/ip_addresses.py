"""IP addresses, as the HTTP edge and the webhooks see them."""

from ipaddress import IPv4Address, IPv6Address
from typing import TypeAlias

IpAddress: TypeAlias = IPv4Address | IPv6Address
IPV6_PREFIX_BITS = 64  # one customer usually owns a whole /64

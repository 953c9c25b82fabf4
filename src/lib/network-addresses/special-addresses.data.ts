/**
 * The IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890), state of October 2025, with multicast (RFC 5771, RFC 4291)
 * and the two historic IPv6 kinds beside them. Columns: block, name, specification, globally reachable (`n` for not applicable),
 * may be a source, a destination, forwarded.
 */
const TABLE = `
0.0.0.0/8|This network|RFC 791|no|yes|no|no
0.0.0.0/32|This host on this network|RFC 1122|no|yes|no|no
10.0.0.0/8|Private use|RFC 1918|no|yes|yes|yes
100.64.0.0/10|Shared address space (carrier-grade NAT)|RFC 6598|no|yes|yes|yes
127.0.0.0/8|Loopback|RFC 1122|no|no|no|no
169.254.0.0/16|Link-local|RFC 3927|no|yes|yes|no
172.16.0.0/12|Private use|RFC 1918|no|yes|yes|yes
192.0.0.0/24|IETF protocol assignments|RFC 6890|no|no|no|no
192.0.0.0/29|IPv4 service continuity prefix|RFC 7335|no|yes|yes|yes
192.0.0.8/32|IPv4 dummy address|RFC 7600|no|yes|no|no
192.0.0.9/32|Port Control Protocol anycast|RFC 7723|yes|yes|yes|yes
192.0.0.10/32|Traversal Using Relays around NAT anycast|RFC 8155|yes|yes|yes|yes
192.0.0.170/32|NAT64/DNS64 discovery|RFC 7050|no|no|no|no
192.0.0.171/32|NAT64/DNS64 discovery|RFC 7050|no|no|no|no
192.0.2.0/24|Documentation (TEST-NET-1)|RFC 5737|no|no|no|no
192.31.196.0/24|AS112-v4|RFC 7535|yes|yes|yes|yes
192.52.193.0/24|AMT|RFC 7450|yes|yes|yes|yes
192.88.99.0/24|Deprecated 6to4 relay anycast|RFC 7526|n|n|n|n
192.168.0.0/16|Private use|RFC 1918|no|yes|yes|yes
192.175.48.0/24|Direct delegation AS112 service|RFC 7534|yes|yes|yes|yes
198.18.0.0/15|Benchmarking|RFC 2544|no|yes|yes|yes
198.51.100.0/24|Documentation (TEST-NET-2)|RFC 5737|no|no|no|no
203.0.113.0/24|Documentation (TEST-NET-3)|RFC 5737|no|no|no|no
224.0.0.0/4|Multicast|RFC 5771|n|no|yes|yes
240.0.0.0/4|Reserved|RFC 1112|no|no|no|no
255.255.255.255/32|Limited broadcast|RFC 8190|no|no|yes|no
::/128|Unspecified address|RFC 4291|no|yes|no|no
::1/128|Loopback|RFC 4291|no|no|no|no
::ffff:0:0/96|IPv4-mapped address|RFC 4291|no|no|no|no
64:ff9b::/96|IPv4-IPv6 translation (NAT64)|RFC 6052|yes|yes|yes|yes
64:ff9b:1::/48|IPv4-IPv6 translation, local use|RFC 8215|no|yes|yes|yes
100::/64|Discard only|RFC 6666|no|yes|yes|yes
100:0:0:1::/64|Dummy IPv6 prefix|RFC 9780|no|yes|no|no
2001::/23|IETF protocol assignments|RFC 2928|no|no|no|no
2001::/32|Teredo|RFC 4380|n|yes|yes|yes
2001:1::1/128|Port Control Protocol anycast|RFC 7723|yes|yes|yes|yes
2001:1::2/128|Traversal Using Relays around NAT anycast|RFC 8155|yes|yes|yes|yes
2001:1::3/128|DNS-SD Service Registration Protocol anycast|RFC 9665|yes|yes|yes|yes
2001:2::/48|Benchmarking|RFC 5180|no|yes|yes|yes
2001:3::/32|AMT|RFC 7450|yes|yes|yes|yes
2001:4:112::/48|AS112-v6|RFC 7535|yes|yes|yes|yes
2001:10::/28|Deprecated ORCHID|RFC 4843|n|n|n|n
2001:20::/28|ORCHIDv2|RFC 7343|yes|yes|yes|yes
2001:30::/28|Drone remote ID entity tags|RFC 9374|yes|yes|yes|yes
2001:db8::/32|Documentation|RFC 3849|no|no|no|no
2002::/16|6to4|RFC 3056|n|yes|yes|yes
2620:4f:8000::/48|Direct delegation AS112 service|RFC 7534|yes|yes|yes|yes
3fff::/20|Documentation|RFC 9637|no|no|no|no
5f00::/16|Segment routing (SRv6) SIDs|RFC 9602|no|yes|yes|yes
fc00::/7|Unique local|RFC 4193|no|yes|yes|yes
fe80::/10|Link-local unicast|RFC 4291|no|yes|yes|no
fec0::/10|Deprecated site-local|RFC 3879|n|n|n|n
ff00::/8|Multicast|RFC 4291|n|no|yes|yes`;

export const SPECIAL_ROWS: readonly (readonly string[])[] = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|'));

/** A record of every type that BIND knows by name here; `TYPE65400` it knows by number. */
export const EVERY_TYPE = `
a A 192.0.2.1
a AAAA 2001:db8::ff00:42:8329
aaaa AAAA ::ffff:192.0.2.9
aaaa AAAA 2001:db8:0:0:1::
afsdb AFSDB 1 server
caa CAA 0 issue "ca.example.net; policy=ev"
caa CAA 128 iodef "mailto:security@example.com"
cert CERT 1 0 0 MIIBCgKCAQEA
cname CNAME a
csync CSYNC 66 3 A NS AAAA
dhcid DHCID AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA=
dname DNAME elsewhere.example.net.
dnskey DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
ds DS 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118
ds NS a
cds CDS 60485 13 2 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A
cdnskey CDNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
eui EUI48 00-00-5e-00-53-2a
eui EUI64 00-00-5e-ef-10-00-00-2a
hinfo HINFO "PC-Intel-700mhz" "Redhat \\"Linux\\" 7.1"
https HTTPS 1 . alpn="h2,h3" port=8443 ipv4hint=192.0.2.1,192.0.2.2 ipv6hint=2001:db8::1
https HTTPS 2 svc.example.net. mandatory=alpn,port alpn=h3 port=1 key667="a b"
kx KX 10 a
loc LOC 52 22 23.000 N 4 53 32.000 E -2.00m 0.00m 10000m 10m
loc2 LOC 42 21 54 S 71 6 18.25 W 2000m 30m 10m 2m
mx MX 10 a
mx MX 65535 mail.example.net.
naptr NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .
naptr NAPTR 102 50 "s" "" "" _sip._udp
ns NS a
openpgp OPENPGPKEY mQENBFVHm5sBCADK
ptr PTR a
rp RP louie.trantor txt
smimea SMIMEA 3 0 0 308202C5308201AB
spf SPF "v=spf1 -all"
srv SRV 0 5 5060 a
sshfp SSHFP 4 2 123456789ABCDEF67890123456789ABCDEF67890123456789ABCDEF123456789
svcb SVCB 0 alias.example.net.
svcb SVCB 16 foo.example.org. alpn="h2,f\\\\\\\\oo\\\\,bar"
tlsa TLSA 3 1 1 0C72AC70B745AC19998811B131D662C9AC69DBDBE7CB23E5B514B56664C5D3D6
txt TXT "plain" "with \\"quotes\\" and \\\\ and \\195\\164" ""
txt TXT "semi;colon (bracket) tab\\009"
unknown TYPE65400 \\# 4 0A000001
unknown TYPE65401 \\# 0
uri URI 10 1 "ftp://ftp.example.com/public"
zonemd ZONEMD 2018031500 1 1 FEBE3D4CE2EC2FFA4BA99D46CD69D6D29711E55217057BEE7EB1A7B641A47BA7FED2DD5B97AE499FAFA4F22C6BD647DE
we\\.ird\\032name TXT "x"
*.wild TXT "anything"
`;

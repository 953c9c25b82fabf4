/**
 * Services by port. `iana`: as assigned in the Service Name and Transport Protocol Port Number Registry of IANA, state of
 * 2025; `usual`: what programs use by habit or as their default, without or against an assignment. A row is the port, the protocols,
 * the name with other names behind it, and what it is.
 */
export const IANA_PORTS = `
1 tcp tcpmux|TCP port service multiplexer
7 tcp,udp echo|Echo
9 tcp,udp discard sink null|Discard
11 tcp,udp systat users|Active users
13 tcp,udp daytime|Daytime
17 tcp,udp qotd quote|Quote of the day
18 tcp,udp msp|Message send protocol
19 tcp,udp chargen ttytst|Character generator
20 tcp,udp ftp-data|FTP data
21 tcp,udp ftp|FTP control
22 tcp,udp ssh|Secure shell, SFTP
23 tcp,udp telnet|Telnet
25 tcp,udp smtp mail|Mail between servers
37 tcp,udp time timserver|Time protocol
43 tcp,udp whois nicname|WHOIS
49 tcp,udp tacacs|TACACS login hosts
53 tcp,udp domain dns|Domain name system
67 udp bootps dhcp|DHCP and BOOTP server
68 udp bootpc|DHCP and BOOTP client
69 tcp,udp tftp|Trivial file transfer
70 tcp,udp gopher|Gopher
79 tcp,udp finger|Finger
80 tcp,udp http www www-http|Web
88 tcp,udp kerberos kerberos5 krb5|Kerberos authentication
102 tcp,udp iso-tsap|ISO transport over TCP; Siemens S7
104 tcp,udp acr-nema dicom|Medical images (DICOM)
109 tcp,udp pop2|Mailbox access, version 2
110 tcp,udp pop3 pop-3|Mailbox access
111 tcp,udp sunrpc portmapper rpcbind|RPC port mapper
113 tcp,udp auth ident tap authentication|Ident
115 tcp,udp sftp|Simple file transfer, not SSH
119 tcp,udp nntp readnews untp|Network news
123 udp ntp|Network time
135 tcp,udp epmap msrpc|Microsoft RPC endpoint mapper
137 tcp,udp netbios-ns|NetBIOS names
138 tcp,udp netbios-dgm|NetBIOS datagrams
139 tcp,udp netbios-ssn|NetBIOS sessions
143 tcp,udp imap imap2|Mailbox access
161 tcp,udp snmp|Network management
162 tcp,udp snmptrap snmp-trap|Network management, notifications
163 tcp,udp cmip-man|ISO network management
164 tcp,udp cmip-agent|ISO network management agent
174 tcp,udp mailq|Mail queue
177 tcp,udp xdmcp|X display manager
179 tcp,udp,sctp bgp|Border gateway protocol
194 tcp,udp irc|Internet relay chat
199 tcp,udp smux|SNMP multiplexer
209 tcp,udp qmtp|Quick mail transfer
210 tcp,udp z3950 wais|Z39.50 library search
213 tcp,udp ipx|IPX over IP
264 tcp,udp bgmp|Border gateway multicast
319 udp ptp-event|Precision time, events
320 udp ptp-general|Precision time, general
323 tcp rpki-rtr|Route origins to routers
345 tcp,udp pawserv|Perf analysis workbench
369 tcp,udp rpc2portmap|Coda port mapper
370 tcp,udp codaauth2|Coda authentication
371 tcp,udp clearcase|ClearCase
389 tcp,udp ldap|Directory access
427 tcp,udp svrloc|Service location
443 tcp,udp https|Web over TLS and QUIC
444 tcp,udp snpp|Simple network paging
445 tcp,udp microsoft-ds smb|SMB file sharing
464 tcp,udp kpasswd|Kerberos passwords
465 tcp submissions smtps ssmtp urd|Mail submission over TLS
487 tcp,udp saft|Simple asynchronous file transfer
500 udp isakmp ike|Key exchange of IPsec
502 tcp,udp mbap modbus|Modbus
512 tcp exec|Remote execution
512 udp biff comsat|New mail notice
513 tcp login|Remote login
513 udp who whod|Who is logged in
514 tcp shell cmd syslog|Remote shell
514 udp syslog|System log
515 tcp,udp printer spooler lpd|Line printer
517 tcp,udp talk|Talk
518 tcp,udp ntalk|Talk, new
520 udp router route routed rip|Routing information protocol
521 udp ripng|Routing information for IPv6
530 tcp,udp courier rpc|RPC
532 tcp,udp netnews readnews|News
540 tcp,udp uucp uucpd|UUCP
543 tcp klogin|Kerberos login
544 tcp kshell krcmd|Kerberos shell
546 tcp,udp dhcpv6-client|DHCPv6 client
547 tcp,udp dhcpv6-server|DHCPv6 server
548 tcp,udp afpovertcp afp|Apple file sharing
554 tcp,udp rtsp|Media streams
563 tcp,udp nntps snntp|Network news over TLS
587 tcp,udp submission|Mail submission
593 tcp,udp http-rpc-epmap|Microsoft RPC over HTTP
601 tcp,udp syslog-conn|Reliable system log
607 tcp,udp nqs|Network queues
623 tcp,udp asf-rmcp ipmi|Remote management (IPMI)
631 tcp,udp ipp|Printing (CUPS)
636 tcp,udp ldaps|Directory access over TLS
646 tcp,udp ldp|Label distribution
655 tcp,udp tinc|Tinc VPN
706 tcp,udp silc|Secure live conferencing
749 tcp,udp kerberos-adm|Kerberos administration
750 tcp,udp kerberos-iv|Kerberos version 4
783 tcp spamassassin spamd|SpamAssassin
830 tcp,udp netconf-ssh|Device configuration over SSH
853 tcp,udp domain-s dns-over-tls|DNS over TLS and QUIC
860 tcp,udp iscsi|iSCSI
873 tcp,udp rsync|rsync
989 tcp,udp ftps-data|FTP data over TLS
990 tcp,udp ftps|FTP control over TLS
992 tcp,udp telnets|Telnet over TLS
993 tcp,udp imaps|Mailbox access over TLS
994 tcp,udp ircs|Chat over TLS
995 tcp,udp pop3s|Mailbox access (POP3) over TLS
1080 tcp,udp socks|SOCKS proxy
1099 tcp,udp rmiregistry|Java RMI registry
1194 tcp,udp openvpn|OpenVPN
1214 tcp,udp kazaa|Kazaa
1293 tcp,udp pkt-krb-ipsec|Kerberos for IPsec
1352 tcp,udp lotusnote lotusnotes|Lotus Notes
1433 tcp,udp ms-sql-s|Microsoft SQL Server
1434 tcp,udp ms-sql-m|Microsoft SQL monitor
1512 tcp,udp wins|Windows names
1521 tcp,udp ncube-lm oracle|Oracle database by habit
1524 tcp,udp ingreslock|Ingres
1645 tcp,udp sightline datametrics old-radius|RADIUS of old by habit
1646 tcp,udp sa-msg-port old-radacct|RADIUS accounting of old by habit
1649 tcp,udp kermit|Kermit
1701 tcp,udp l2f l2tp|Layer 2 tunnels
1723 tcp,udp pptp|Point-to-point tunnels
1812 tcp,udp radius|RADIUS
1813 tcp,udp radius-acct radacct|RADIUS accounting
1883 tcp,udp mqtt|MQTT
1900 tcp,udp ssdp|Device discovery (UPnP)
1935 tcp,udp macromedia-fcs rtmp|Flash and live streams
1985 tcp,udp hsrp|Hot standby routers
2000 tcp,udp cisco-sccp sieve|Cisco phones
2049 tcp,udp,sctp nfs|Network file system
2086 tcp,udp gnunet|GNUnet
2101 tcp,udp rtcm-sc104|Satellite navigation corrections
2119 tcp,udp gsigatekeeper|Grid jobs
2135 tcp,udp gris|Grid information
2181 tcp,udp eforward zookeeper|ZooKeeper by habit
2222 tcp,udp EtherNet-IP-1|Industrial Ethernet; SSH by habit
2375 tcp docker|Docker API, not encrypted
2376 tcp docker-s|Docker API over TLS
2377 tcp swarm|Docker Swarm
2379 tcp etcd-client|etcd clients
2380 tcp etcd-server|etcd servers
2401 tcp,udp cvspserver|CVS
2404 tcp,udp iec-104|Power grids (IEC 60870-5-104)
2430 tcp,udp venus|Coda
2433 tcp,udp codasrv-se|Coda
2583 tcp,udp mon|Monitoring
2628 tcp,udp dict|Dictionary
2811 tcp,udp gsiftp|Grid FTP
2947 tcp,udp gpsd|GPS daemon
3050 tcp,udp gds-db firebird|Firebird database
3130 tcp,udp icpv2 icp|Web cache peers
3205 tcp,udp isns|Storage names
3260 tcp,udp iscsi-target|iSCSI
3268 tcp,udp msft-gc|Active Directory catalogue
3269 tcp,udp msft-gc-ssl|Active Directory catalogue over TLS
3306 tcp,udp mysql mariadb|MySQL and MariaDB
3389 tcp,udp ms-wbt-server rdp|Remote desktop
3478 tcp,udp stun turn|STUN and TURN
3493 tcp,udp nut|Power supplies (NUT)
3632 tcp,udp distcc|Distributed compiler
3690 tcp,udp svn subversion|Subversion
3868 tcp,sctp diameter|Diameter
4031 tcp,udp suucp|UUCP over SSL
4190 tcp sieve|Mail filter management
4369 tcp,udp epmd|Erlang port mapper
4500 tcp,udp ipsec-nat-t|IPsec through NAT
4569 tcp,udp iax|Asterisk phones
4691 tcp,udp mtn|Monotone
4786 tcp smart-install|Cisco Smart Install
4789 udp vxlan|VXLAN
4840 tcp opcua-tcp|OPC UA
4899 tcp,udp radmin-port radmin|Radmin
4949 tcp munin|Munin
5004 tcp,udp rtp avt-profile-1|Media streams
5005 tcp,udp rtcp avt-profile-2|Media stream control
5060 tcp,udp,sctp sip|Internet telephony
5061 tcp,udp,sctp sips sip-tls|Internet telephony over TLS
5222 tcp xmpp-client jabber-client|XMPP clients
5269 tcp xmpp-server jabber-server|XMPP servers
5349 tcp,udp stuns turns|STUN and TURN over TLS
5353 tcp,udp mdns|Multicast DNS
5355 tcp,udp llmnr|Local names of Windows
5432 tcp,udp postgresql postgres|PostgreSQL
5555 tcp,udp personal-agent|Android debugging by habit
5666 tcp nrpe|Nagios executor
5671 tcp,udp amqps|AMQP over TLS
5672 tcp,udp,sctp amqp rabbitmq|AMQP
5683 tcp,udp coap|Constrained devices
5684 tcp,udp coaps|Constrained devices over DTLS
5900 tcp,udp rfb vnc-server|VNC
5938 tcp,udp teamviewer|TeamViewer
5984 tcp,udp couchdb|CouchDB
5985 tcp,udp wsman winrm|Windows remote management
5986 tcp,udp wsmans winrm-https|Windows remote management over TLS
6000 tcp,udp x11 x11-0|X window system
6081 udp geneve|Geneve tunnels
6343 tcp,udp sflow|Traffic samples
6346 tcp,udp gnutella-svc|Gnutella
6347 tcp,udp gnutella-rtr|Gnutella
6379 tcp redis|Redis and Valkey
6443 tcp sun-sr-https|Kubernetes API by habit
6514 tcp,udp syslog-tls|System log over TLS
6566 tcp sane-port sane saned|Scanners
6653 tcp,udp openflow|OpenFlow
6667 tcp,udp ircu ircd|Chat servers by habit
6697 tcp ircs-u|Chat over TLS
7000 tcp,udp afs3-fileserver bbs|AFS files
7001 tcp,udp afs3-callback|AFS; WebLogic by habit
7002 tcp,udp afs3-prserver|AFS
7003 tcp,udp afs3-vlserver|AFS
7004 tcp,udp afs3-kaserver|AFS
7005 tcp,udp afs3-volser|AFS
7006 tcp,udp afs3-errors|AFS
7007 tcp,udp afs3-bos|AFS
7008 tcp,udp afs3-update|AFS
7009 tcp,udp afs3-rmtsys|AFS
7474 tcp neo4j|Neo4j
7547 tcp,udp cwmp tr-069|Router management of providers
7687 tcp bolt|Neo4j Bolt
8080 tcp,udp http-alt webcache|Web, second server or proxy
8443 tcp,udp pcsync-https|Web over TLS, second server by habit
8883 tcp,udp secure-mqtt mqtts|MQTT over TLS
9100 tcp,udp pdl-datastream hp-pdl-datastr jetdirect|Raw printing
9101 tcp,udp bacula-dir|Bacula director
9102 tcp,udp bacula-fd|Bacula files
9103 tcp,udp bacula-sd|Bacula storage
9418 tcp,udp git|Git
9667 tcp,udp xmms2|XMMS2
10050 tcp,udp zabbix-agent|Zabbix agent
10051 tcp,udp zabbix-trapper|Zabbix server
10809 tcp nbd|Network block device
11112 tcp,udp dicom acr-nema|Medical images
11211 tcp,udp memcache memcached|Memcached
11371 tcp,udp hkp|OpenPGP keys
17500 tcp,udp db-lsp dropbox|Dropbox on the local network
20000 tcp,udp dnp|Power grids (DNP3)
24554 tcp,udp binkp|FidoNet
26000 tcp,udp quake|Quake
27017 tcp mongodb|MongoDB
44818 tcp,udp EtherNet-IP-2|Industrial Ethernet
47808 tcp,udp bacnet|Building automation`;

export const USUAL_PORTS = `
1337 tcp strapi|Development servers
2082 tcp cpanel|cPanel
2083 tcp cpanel-ssl|cPanel over TLS
3000 tcp grafana node rails|Grafana; development servers of Node.js and Rails
3100 tcp loki|Grafana Loki
4200 tcp angular|Angular development server
4222 tcp nats|NATS
4317 tcp otlp-grpc|OpenTelemetry over gRPC
4318 tcp otlp-http|OpenTelemetry over HTTP
5000 tcp flask registry|Container registry; Flask
5173 tcp vite|Vite development server
5601 tcp kibana|Kibana
5800 tcp vnc-http|VNC in the browser
6006 tcp storybook tensorboard|Storybook, TensorBoard
6831 udp jaeger|Jaeger traces
6881 tcp,udp bittorrent|BitTorrent
7077 tcp spark|Apache Spark
7946 tcp,udp swarm-gossip|Docker Swarm nodes
8000 tcp django|Development servers of Django and Python
8006 tcp proxmox|Proxmox
8086 tcp influxdb|InfluxDB
8088 tcp hadoop-yarn|Hadoop YARN
8096 tcp jellyfin|Jellyfin
8123 tcp home-assistant clickhouse-http|Home Assistant, ClickHouse
8200 tcp vault|HashiCorp Vault
8300 tcp consul|HashiCorp Consul
8500 tcp consul-http|HashiCorp Consul API
8529 tcp arangodb|ArangoDB
8888 tcp jupyter|Jupyter
8983 tcp solr|Apache Solr
9000 tcp minio sonarqube php-fpm clickhouse|MinIO, SonarQube, PHP-FPM, ClickHouse
9042 tcp cassandra|Apache Cassandra
9090 tcp prometheus cockpit|Prometheus, Cockpit
9092 tcp kafka|Apache Kafka
9093 tcp alertmanager|Prometheus Alertmanager
9100 tcp node-exporter|Prometheus node exporter
9200 tcp elasticsearch opensearch|Elasticsearch and OpenSearch
9300 tcp elasticsearch-transport|Elasticsearch nodes
10000 tcp webmin|Webmin
10250 tcp kubelet|Kubernetes kubelet
11434 tcp ollama|Ollama
15672 tcp rabbitmq-management|RabbitMQ management
19132 udp minecraft-bedrock|Minecraft Bedrock
25565 tcp minecraft|Minecraft
26257 tcp cockroachdb|CockroachDB
27015 tcp,udp steam source-engine|Games of Steam
32400 tcp plex|Plex
50000 tcp jenkins-agent|Jenkins agents
51413 tcp,udp transmission|Transmission
51820 udp wireguard|WireGuard`;

/**
 * Spellings of hosts and what they mean by the standards: WHATWG URL §3.5 (host parsing; numbers, percent codes, UTS 46 mapping), RFC 4291,
 * and the registries of IANA. Written by hand from those, not taken from a program.
 */

/** `name`: a public name, which goes on to DNS. */
export type Meaning = 'public' | 'private' | 'closed' | 'invalid' | 'name';

export interface Spelling {
  readonly url: string;
  readonly meaning: Meaning;
  /** The address or name that it means; `undefined` where it is invalid. */
  readonly host: string | undefined;
}

/** Spellings without white space. */
const words = (text: string): readonly string[] => text.trim().split(/[ \n]+/);

/** Spellings of one host, without scheme. */
const of = (meaning: Meaning, host: string, ...spellings: readonly string[]): readonly Spelling[] =>
  [...(/[:[]/.test(host) ? [`[${host}]`] : [host]), ...spellings].map((text) => ({
    url: `http://${text}/`,
    meaning,
    host,
  }));

const each = (meaning: Meaning, ...hosts: readonly string[]): readonly Spelling[] =>
  hosts.flatMap((host) => of(meaning, host));

const invalidHosts = (...hosts: readonly string[]): readonly Spelling[] =>
  hosts.map((text) => ({ url: `http://${text}/`, meaning: 'invalid', host: undefined }));

const invalidUrls = (...urls: readonly string[]): readonly Spelling[] =>
  urls.map((url) => ({ url, meaning: 'invalid', host: undefined }));

const url = (meaning: Meaning, host: string, text: string): Spelling => ({ url: text, meaning, host });

const LOOPBACK = of(
  'private',
  '127.0.0.1',
  ...['127.1', '127.0.1', '127.0.0.01', '127.000.000.001', '127.0.0.1.', '127.0.0.1:8080', '127.0.0.1:80'],
  ...['0177.0.0.1', '0177.1', '0000177.0.0.1', '017700000001', '00000017700000001'],
  ...['0x7f.0.0.1', '0x7f.1', '0x7F.0X0.0x0.0x1', '0x7f000001', '0X7F000001', '0x0000000000007f.1', '127.0x0.00.1'],
  ...['2130706433', '2130706433.', '127.0.0x1', '0x7f.0.1', '127.0x1'],
  ...words(`１２７.0.0.1 １２７．０．０．１ 127。0。0。1 127｡0｡0｡1 127．0．0．1 0x7f。1 ０x7f.1 0ｘ7ｆ.1`),
  ...['①②⑦.⓪.⓪.①', '1②7.0.0.1', '¹²⁷.⁰.⁰.¹', '₁₂₇.0.0.1', '𝟏𝟐𝟕.0.0.1', '𝟷𝟸𝟽.𝟶.𝟶.𝟷', '⑫⑦.0.0.1'],
  ...['%31%32%37.0.0.1', '127%2e0%2E0%2e1', '127.0.0.%31', '%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1'],
  ...['127.\u00ad0.0.1', '127.0.0.1\u200b', '\ufeff127.0.0.1', '127.0.0\u2060.1'],
  ...['[::ffff:127.0.0.1]', '[::FFFF:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:7F00:0001]', '[0:0:0:0:0:ffff:7f00:1]'],
  ...['[0000:0000:0000:0000:0000:ffff:7f00:0001]', '[0::ffff:127.0.0.1]', '[0:0:0:0:0:FFFF:127.0.0.1]'],
);

const PUBLIC_EIGHTS = of(
  'public',
  '8.8.8.8',
  ...words(`010.010.010.010 0x8.0x8.0x8.0x8 134744072 0x08080808 01002004010 8.8.2056 8.526344 8.8.8.8.`),
  ...words(`８.８.８.８ 8。8。8。8 ⑧.⑧.⑧.⑧ %38.8.8.8 8.8.8.8:8080 8.8.8.8:443 [::ffff:8.8.8.8] [::ffff:808:808]`),
);

const METADATA = of(
  'closed',
  '169.254.169.254',
  ...['169.254.43518', '169.16689662', '2852039166', '0xa9fea9fe', '0xA9.0xFE.0xA9.0xFE', '0251.0376.0251.0376'],
  ...words(`025177524776 ①⑥⑨.②⑤④.①⑥⑨.②⑤④ ⑯⑨。254。⑯⑨｡254 [::ffff:a9fe:a9fe] [::ffff:169.254.169.254]
      169.254.169.254.`),
);

const OTHER_ADDRESSES: readonly Spelling[] = [
  ...of('private', '10.0.0.1', '10.1', '0xa.0.0.1', '012.0.0.1', '167772161', '0x0A000001', '[::ffff:10.0.0.1]'),
  ...of('private', '192.168.0.1', '192.168.1', '3232235521', '0xc0a80001', '0300.0250.0.1', '030052000001'),
  ...of('private', '172.16.0.1', '172.16.1', '2886729729', '0xac100001'),
  ...of('private', '100.64.0.1', '100.4194305', '0x64400001'),
  ...each('private', '10.255.255.255', '172.31.255.255', '192.168.255.255', '100.127.255.255', '127.255.255.254'),
  ...of('private', '::1', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::0.0.0.1]', '[0:0::1]'),
  ...each('private', 'fc00::1', 'fd12:3456:789a::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'),

  ...of('closed', '0.0.0.0', '0', '0x', '0x0', '00', '0.0', '0.0.0', '0x.0x', '0000000000', '[::ffff:0.0.0.0]', '⓪'),
  ...of('closed', '255.255.255.255', '4294967295', '0xffffffff', '037777777777', '255.255.65535', '255.0xffffff'),
  ...each('closed', ...words(`0.1.2.3 169.254.0.1 169.254.170.2 192.0.0.1 192.0.0.8 192.0.0.9 192.0.0.10 192.0.0.170`)),
  ...each('closed', ...words(`192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9`)),
  ...each('closed', '224.0.0.1', '233.252.0.1', '239.255.255.250', '240.0.0.1', '100.100.100.200', '168.63.129.16'),
  ...of('closed', '::', '[0:0:0:0:0:0:0:0]', '[::0]', '[::0.0.0.0]'),
  ...of('closed', '::7f00:1', '[::127.0.0.1]'),
  ...of('closed', '::808:808', '[::8.8.8.8]'),
  ...of('closed', '64:ff9b::7f00:1', '[64:ff9b::127.0.0.1]', '[0064:FF9B::7f00:1]'),
  ...each('closed', '64:ff9b::a00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::808:808', '64:ff9b:1:ffff::a00:1'),
  ...each('closed', ...words(`100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1`)),
  ...each('closed', ...words(`2001:20::1 2001:1::1 2001:1ff:ffff::1 2001:db8::1 2001:db8:ffff::1 3fff::1 3fff:fff::1`)),
  ...each(
    'closed',
    ...words(`2002:7f00:1::1 2002:a00:1:: 2002:c0a8:1::1 2002:a9fe:a9fe::1 2002:e000:1::1 2002:a08:808:808::1 5f00::1`),
  ),
  ...each('closed', 'fe80::1', 'febf::1', 'fe80::5efe:7f00:1', 'fec0::1', 'feff::1', 'ff02::1', 'ff0e::1', 'ff02::1:2'),
  ...each(
    'closed',
    ...words(`2a00:1450::5efe:7f00:1 2a00:1450::200:5efe:a00:1 2a00:1450::5efe:808:808 2a00:1450::200:5efe:808:808`),
  ),
  ...each('closed', ...words(`fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:42::42 4000::1 1::1 200::1 8000::1`)),

  ...each('public', ...words(`1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1`)),
  ...each('public', ...words(`169.253.255.255 169.255.0.1 172.15.255.255 172.32.0.1 192.0.1.1 192.0.3.1 192.31.196.1`)),
  ...each('public', '192.52.193.1', '192.88.98.255', '192.88.100.1', '192.167.255.255', '192.169.0.1', '192.175.48.1'),
  ...each('public', '198.17.255.255', '198.20.0.1', '198.51.99.255', '198.51.101.1', '203.0.112.255', '203.0.114.1'),
  ...each('public', '223.255.255.255', '168.63.129.15', '168.63.129.17', '100.63.100.200', '1.0.0.0', '217.0.0.1'),
  ...of('public', '2606:4700::1111', '[2606:4700:0:0:0:0:0:1111]', '[2606:4700:0000::1111]', '[2606:4700::0.0.17.17]'),
  ...of('public', '2a00:1450:4001::1', '[2A00:1450:4001::1]'),
  ...each('public', ...words(`2001:4860:4860::8888 2001:200::1 2001:db7::1 2001:db9::1 3ffe::1 3fff:1000::1 2000::1`)),
  ...each('public', '2620:4f:8000::1', '2003::1', '2a00:1450::5eff:7f00:1', '2a00:1450::100:5efe:808:808'),
  ...of('public', '64:ff9b::808:808', '[64:ff9b::8.8.8.8]'),
  ...of('public', '2002:808:808::1', '[2002:0808:0808::1]'),
];

const NAMES: readonly Spelling[] = [
  ...of(
    'private',
    'localhost',
    'LOCALHOST',
    'lOcAlHoSt',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'loc\u00adalhost',
    'localhost:3000',
  ),
  ...each('private', ...words(`localhost. a.localhost b.a.localhost. printer.local printer.local. local db.internal`)),
  ...each('private', 'metadata.google.internal', 'router.home.arpa', 'x.test', 'intranet', 'localhost6', 'com'),
  url('private', 'unix', 'http://unix:/var/run/docker.sock:/info'),
  ...each('closed', 'x.onion', 'x.alt', 'x.invalid', 'x.invalid.'),
  ...of(
    'name',
    'example.com',
    'EXAMPLE.com',
    'ⓔxample.com',
    'example。com',
    'ex%61mple.com',
    'example.com:8443',
    'exam\u00adple.com',
  ),
  ...each('name', 'example.com.', 'exa_mple.com', 'localhost.example.com', 'notlocalhost.com', 'local.example.org'),
  ...each('name', '127.0.0.1.nip.io', '0x7f.example.com', 'dead.beef', '1e100.net', 'xn--n3h.net', 'a--b.example.com'),
  ...of('name', 'xn--fa-hia.de', 'faß.de'),
  ...of('name', 'xn--bcher-kva.example', 'bücher.example', 'BÜCHER.example', 'bu\u0308cher.example'),
];

const WRONG_HOSTS = invalidHosts(
  ...words(`256.0.0.1 127.0.0.256 1.2.3.4.5 0x100000000 4294967296 040000000000 127.0.0.0x100 127.65536.1`),
  ...words(`08.0.0.1 127.0.0.08 0x7g.0.0.1 foo.1 foo.0x4 foo.09 127..0.1 .127.0.0.1 127.0.0.1.. -127.0.0.1`),
  ...words(`::1 [::1 ::1] [] [:::] [::g] [1::2::3] [12345::] [1:2:3:4:5:6:7:8:9] [::127.1] [::ffff:127.1]`),
  ...words(`[::ffff:256.0.0.1] [::ffff:0x7f.0.0.1] [::ffff:0177.0.0.1] [::1%25lo] [::1%lo] [fe80::1%25eth0]
      [127.0.0.1]`),
  ...words(`127.0.0.1%00 127.0.0.1%0a 127.0.0.1%20 localhost%00.example.com localhost%2f unix:%2fvar%2frun
      exa%23mple.com`),
  ...words(`exa<mple.com exa|mple.com exa^mple.com foo..bar example.com.. xn-- -a.com a-.com a!b.com *`),
  ...[
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}com`,
    '8.8.8.8:0',
    '8.8.8.8:65536',
    '8.8.8.8:8o',
    '8.8.8.8:-1',
    '8.8.8.8:22',
  ],
  ...[
    '8.8.8.8:25',
    '8.8.8.8:53',
    '8.8.8.8:6667',
    '8.8.8.8:00022',
    '8.8.8.8：80',
    'exa mple.com',
    '8.8.8.8 ',
    '⒈.0.0.1',
  ],
);

const WRONG_URLS = invalidUrls(
  ...words(`http://a@127.0.0.1/ http://a:b@127.0.0.1/ http://8.8.8.8@127.0.0.1/ http://127.0.0.1@8.8.8.8/
      http://:b@8.8.8.8/`),
  ...words(`http://8.8.8.8:80@127.0.0.1/ http://a@b@127.0.0.1/ http://8.8.8.8%40@127.0.0.1/
      http://8.8.8.8;@127.0.0.1/`),
  ...[
    'http://127.0.0.1\\@8.8.8.8/',
    'http://8.8.8.8\\@127.0.0.1/',
    'http:\\\\127.0.0.1/',
    'http:/\\127.0.0.1/',
    'http://8.8.8.8/\\x',
  ],
  ...words(`http:127.0.0.1 http:/127.0.0.1/ http:///127.0.0.1/ http:////127.0.0.1/ http:// http://? http://#
      http://[`),
  ...[
    'http://\t127.0.0.1/',
    'ht\ntp://127.0.0.1/',
    'http://127.0.0.1\r\nHost: a/',
    'http://8.8.8.8/a\tb',
    'http://8.8.8.8/a b',
  ],
  ...[
    'http://8.8.8.8/\u0000',
    'http://8.8.8.8\u2028/',
    '',
    '127.0.0.1',
    '//127.0.0.1/',
    '/etc/passwd',
    'localhost:80',
    '8.8.8.8:80',
  ],
  ...words(`ftp://8.8.8.8/ file:///etc/passwd file://8.8.8.8/a gopher://127.0.0.1:6379/_ dict://8.8.8.8:11211/
      ldap://8.8.8.8/`),
  ...words(`data:text/plain,a javascript:alert(1) blob:http://8.8.8.8/a ws://8.8.8.8/ jar:http://8.8.8.8/!/
      view-source:http://8.8.8.8`),
  ...words(`unix:///var/run/docker.sock http+unix://%2Fvar%2Frun%2Fdocker.sock/info unix:/var/run/docker.sock
      url:http://8.8.8.8/`),
  ...[
    'httpſ://8.8.8.8/',
    'ｈttp://8.8.8.8/',
    'http：//8.8.8.8/',
    'http:／／8.8.8.8/',
    `http://8.8.8.8/${'a'.repeat(8192)}`,
  ],
);

const URL_TRICKS: readonly Spelling[] = [
  url('public', '8.8.8.8', 'http://8.8.8.8#@127.0.0.1/'),
  url('public', '8.8.8.8', 'http://8.8.8.8?@127.0.0.1/'),
  url('public', '8.8.8.8', 'http://8.8.8.8/@127.0.0.1'),
  url('public', '8.8.8.8', 'http://8.8.8.8/?a=\\'),
  url('public', '8.8.8.8', 'https://8.8.8.8'),
  url('public', '8.8.8.8', 'HtTpS://8.8.8.8/'),
  url('private', '127.0.0.1', 'http://127.0.0.1#@8.8.8.8/'),
  url('private', '127.0.0.1', 'http://127.0.0.1?@8.8.8.8/'),
  url('private', '127.0.0.1', 'HTTP://127.0.0.1'),
  url('private', '127.0.0.1', ' \thttp://127.0.0.1/ \r\n'),
  url('private', '127.0.0.1', 'https://127.0.0.1:443/../../x'),
  url('private', '127.0.0.1', 'http://127.0.0.1:'),
  url('private', '127.0.0.1', 'http://127.0.0.1:0080/'),
];

export const SPELLINGS: readonly Spelling[] = [
  ...LOOPBACK,
  ...PUBLIC_EIGHTS,
  ...METADATA,
  ...OTHER_ADDRESSES,
  ...NAMES,
  ...WRONG_HOSTS,
  ...WRONG_URLS,
  ...URL_TRICKS,
];

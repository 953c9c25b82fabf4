/** Record types by number: IANA, "Domain Name System (DNS) Parameters". */
const TYPES: readonly (readonly [number, string])[] = [
  [1, 'A'],
  [2, 'NS'],
  [5, 'CNAME'],
  [6, 'SOA'],
  [12, 'PTR'],
  [13, 'HINFO'],
  [15, 'MX'],
  [16, 'TXT'],
  [17, 'RP'],
  [18, 'AFSDB'],
  [28, 'AAAA'],
  [29, 'LOC'],
  [33, 'SRV'],
  [35, 'NAPTR'],
  [36, 'KX'],
  [37, 'CERT'],
  [39, 'DNAME'],
  [41, 'OPT'],
  [43, 'DS'],
  [44, 'SSHFP'],
  [46, 'RRSIG'],
  [47, 'NSEC'],
  [48, 'DNSKEY'],
  [49, 'DHCID'],
  [50, 'NSEC3'],
  [51, 'NSEC3PARAM'],
  [52, 'TLSA'],
  [53, 'SMIMEA'],
  [59, 'CDS'],
  [60, 'CDNSKEY'],
  [61, 'OPENPGPKEY'],
  [62, 'CSYNC'],
  [63, 'ZONEMD'],
  [64, 'SVCB'],
  [65, 'HTTPS'],
  [99, 'SPF'],
  [108, 'EUI48'],
  [109, 'EUI64'],
  [250, 'TSIG'],
  [251, 'IXFR'],
  [252, 'AXFR'],
  [255, 'ANY'],
  [256, 'URI'],
  [257, 'CAA'],
];

const NAMES = new Map(TYPES);
const NUMBERS = new Map(TYPES.map(([number, name]) => [name, number]));

/** The name of a type, `TYPE65534` where it has none: RFC 3597 §5. */
export const typeName = (type: number): string => NAMES.get(type) ?? `TYPE${type}`;

/** The number of a type by its name in any case, or by `TYPE65534`; `undefined` for what is neither. */
export function typeNumber(name: string): number | undefined {
  const upper = name.toUpperCase();
  const known = NUMBERS.get(upper);
  if (known !== undefined) return known;
  const number = /^TYPE(\d{1,5})$/.exec(upper)?.[1];
  return number === undefined || Number(number) > 0xffff ? undefined : Number(number);
}

const CLASSES = new Map([
  [1, 'IN'],
  [3, 'CH'],
  [4, 'HS'],
  [254, 'NONE'],
  [255, 'ANY'],
]);

export const className = (number: number): string => CLASSES.get(number) ?? `CLASS${number}`;

/** Response codes: IANA, "DNS RCODEs". */
const CODES: readonly string[] = [
  'NOERROR',
  'FORMERR',
  'SERVFAIL',
  'NXDOMAIN',
  'NOTIMP',
  'REFUSED',
  'YXDOMAIN',
  'YXRRSET',
  'NXRRSET',
  'NOTAUTH',
  'NOTZONE',
];

export const responseCode = (code: number): string => CODES[code] ?? (code === 16 ? 'BADVERS' : `RCODE${code}`);

/** A form that hashes have: what it is called, what it is for, and how the programs that test passwords call it. */
export interface HashForm {
  readonly name: string;
  readonly form: RegExp;
  readonly use: 'password' | 'digest' | 'checksum' | 'other';
  /** `certain`: nothing else is written so; `likely`: what it is in most cases; `possible`: of the same length. */
  readonly certainty: 'certain' | 'likely' | 'possible';
  /** Quick to guess or to forge by today's measure. */
  readonly isWeak: boolean;
  /** Number of the mode of hashcat, empty where it has none. */
  readonly hashcat: string;
  /** Name of the format of John the Ripper, empty where it has none. */
  readonly john: string;
}

type Row = readonly [name: string, form: RegExp, hashcat: string, john: string, isWeak?: 'weak'];

const forms = (use: HashForm['use'], certainty: HashForm['certainty'], rows: readonly Row[]): readonly HashForm[] =>
  rows.map(([name, form, hashcat, john, weak]) => ({
    ...{ name, form, use, certainty, isWeak: weak === 'weak', hashcat, john },
  }));

/** Letters of crypt's base64, and of Python's adapted base64 without padding. */
const C = '[./0-9A-Za-z]';
const hex = (digits: number): RegExp => new RegExp(`^[0-9a-f]{${digits}}$`, 'i');
const crypt = (source: string): RegExp => new RegExp(source.replaceAll('~', C));

/** Hashes that name themselves: nothing else is written so. */
const PASSWORDS = forms('password', 'certain', [
  ['yescrypt', crypt('^\\$y\\$~+\\$~{1,86}\\$~{43}$'), '', 'crypt'],
  ['gost-yescrypt', crypt('^\\$gy\\$~+\\$~{1,86}\\$~{43}$'), '', 'crypt'],
  ['scrypt (crypt $7$)', crypt('^\\$7\\$~{11,97}\\$~{43}$'), '', 'scrypt'],
  ['bcrypt', crypt('^\\$2[abxy]\\$\\d\\d\\$~{53}$'), '3200', 'bcrypt'],
  ['bcrypt of SHA-256 (passlib)', /^\$bcrypt-sha256\$/, '30600', ''],
  ['bcrypt of SHA-256 (Django)', /^bcrypt_sha256\$\$2[aby]\$/, '30600', ''],
  ['bcrypt (Django)', /^bcrypt\$\$2[aby]\$/, '3200', 'bcrypt'],
  ['SHA-512 crypt', crypt('^\\$6\\$(?:rounds=\\d+\\$)?[^$]{0,16}\\$~{86}$'), '1800', 'sha512crypt'],
  ['SHA-256 crypt', crypt('^\\$5\\$(?:rounds=\\d+\\$)?[^$]{0,16}\\$~{43}$'), '7400', 'sha256crypt'],
  ['MD5 crypt', crypt('^\\$1\\$[^$]{0,8}\\$~{22}$'), '500', 'md5crypt', 'weak'],
  ['MD5 crypt of Apache (apr1)', crypt('^\\$apr1\\$[^$]{0,8}\\$~{22}$'), '1600', 'md5crypt', 'weak'],
  ['SHA-1 crypt of NetBSD', crypt('^\\$sha1\\$\\d+\\$~{1,64}\\$~{28}$'), '15100', 'sha1crypt', 'weak'],
  ['MD5 crypt of Solaris', crypt('^\\$md5(?:,rounds=\\d+)?\\$[^$]+\\$\\$?~{22}$'), '3300', 'SunMD5', 'weak'],
  ['NT hash (crypt $3$)', /^\$3\$\$[0-9a-f]{32}$/i, '1000', 'nt', 'weak'],
  ['Argon2id', /^\$argon2id\$(?:v=\d+\$)?m=\d+,t=\d+,p=\d+/, '34000', 'argon2'],
  ['Argon2i', /^\$argon2i\$(?:v=\d+\$)?m=\d+,t=\d+,p=\d+/, '34000', 'argon2'],
  ['Argon2d', /^\$argon2d\$(?:v=\d+\$)?m=\d+,t=\d+,p=\d+/, '34000', 'argon2'],
  ['Argon2 (Django)', /^argon2\$argon2(?:id|i|d)\$/, '34000', 'argon2'],
  ['scrypt (PHC string)', /^\$scrypt\$ln=\d+,r=\d+,p=\d+\$/, '', 'scrypt'],
  ['scrypt (hashcat)', /^SCRYPT:\d+:\d+:\d+:[^:]+:[^:]+$/, '8900', 'scrypt'],
  ['scrypt (Werkzeug)', /^scrypt:\d+:\d+:\d+\$[^$]+\$[0-9a-f]{128}$/i, '', ''],
  ['scrypt (Django)', /^scrypt\$\d+\$[^$]+\$\d+\$\d+\$/, '', ''],
  ['PBKDF2-SHA-512 (passlib)', /^\$pbkdf2-sha512\$\d+\$/, '20200', 'pbkdf2-hmac-sha512'],
  ['PBKDF2-SHA-256 (passlib)', /^\$pbkdf2-sha256\$\d+\$/, '20300', 'pbkdf2-hmac-sha256'],
  ['PBKDF2-SHA-1 (passlib)', /^\$pbkdf2\$\d+\$/, '20400', 'pbkdf2-hmac-sha1'],
  ['PBKDF2-SHA-1 (Dwayne Litzenberger)', /^\$p5k2\$[0-9a-f]*\$/i, '', ''],
  ['PBKDF2-SHA-256 (Django)', /^pbkdf2_sha256\$\d+\$[^$]+\$[0-9A-Za-z+/=]{44}$/, '10000', 'django'],
  ['PBKDF2-SHA-1 (Django)', /^pbkdf2_sha1\$\d+\$[^$]+\$[0-9A-Za-z+/=]{28}$/, '', ''],
  ['PBKDF2 (Werkzeug)', /^pbkdf2:(?:sha\d+|md5):\d+\$[^$]+\$[0-9a-f]+$/i, '', ''],
  ['PBKDF2-SHA-512 (GRUB 2)', /^grub\.pbkdf2\.sha512\.\d+\.[0-9A-F]+\.[0-9A-F]+$/i, '7200', 'pbkdf2-hmac-sha512'],
  ['PBKDF2 (Atlassian)', /^\{PKCS5S2\}[0-9A-Za-z+/=]{64}$/, '12001', 'PBKDF2-HMAC-SHA1'],
  ['PBKDF2 (LDAP)', /^\{PBKDF2(?:[-_]SHA\d+)?\}\d+\$/i, '10901', ''],
  ['Cisco type 8 (PBKDF2-SHA-256)', crypt('^\\$8\\$~{14}\\$~{43}$'), '9200', 'pbkdf2-hmac-sha256'],
  ['Cisco type 9 (scrypt)', crypt('^\\$9\\$~{14}\\$~{43}$'), '9300', 'scrypt'],
  ['Salted SHA-1 (Django)', /^sha1\$[^$]*\$[0-9a-f]{40}$/i, '124', '', 'weak'],
  ['Salted MD5 (Django)', /^md5\$[^$]*\$[0-9a-f]{32}$/i, '20', '', 'weak'],
  ['DES crypt (Django)', /^crypt\$[^$]*\$[./0-9A-Za-z]{13}$/, '1500', 'descrypt', 'weak'],
  ['phpass (WordPress, phpBB)', crypt('^\\$[PH]\\$~{31}$'), '400', 'phpass', 'weak'],
  ['bcrypt of HMAC-SHA-384 (WordPress 6.8)', crypt('^\\$wp\\$2y\\$\\d\\d\\$~{53}$'), '', ''],
  ['SHA-512 of Drupal 7', crypt('^\\$S\\$~{52}$'), '7900', 'drupal7'],
  ['LDAP, salted SHA-1', /^\{SSHA\}[0-9A-Za-z+/=]{28,}$/i, '111', 'salted-sha1', 'weak'],
  ['LDAP, salted SHA-256', /^\{SSHA256\}[0-9A-Za-z+/=]{44,}$/i, '1411', '', 'weak'],
  ['LDAP, salted SHA-512', /^\{SSHA512\}[0-9A-Za-z+/=]{88,}$/i, '1711', 'ssha512', 'weak'],
  ['LDAP, salted MD5', /^\{SMD5\}[0-9A-Za-z+/=]{24,}$/i, '6300', '', 'weak'],
  ['LDAP, SHA-1', /^\{SHA\}[0-9A-Za-z+/]{27}=$/i, '101', 'nsldap', 'weak'],
  ['LDAP, MD5', /^\{MD5\}[0-9A-Za-z+/]{22}==$/i, '', '', 'weak'],
  ['LDAP, crypt', /^\{CRYPT\}/i, '', ''],
  ['PostgreSQL, MD5', /^md5[0-9a-f]{32}$/, '12', 'dynamic_1034', 'weak'],
  ['PostgreSQL, SCRAM-SHA-256', /^SCRAM-SHA-256\$\d+:[0-9A-Za-z+/=]+\$/, '28600', ''],
  ['MySQL 4.1 and later', /^\*[0-9A-F]{40}$/i, '300', 'mysql-sha1', 'weak'],
  ['Microsoft SQL Server 2000', /^0x0100[0-9A-F]{88}$/i, '131', 'mssql', 'weak'],
  ['Microsoft SQL Server 2005', /^0x0100[0-9A-F]{48}$/i, '132', 'mssql05', 'weak'],
  ['Microsoft SQL Server 2012', /^0x0200[0-9A-F]{136}$/i, '1731', 'mssql12', 'weak'],
  ['Oracle 11', /^S:[0-9A-F]{60}$/i, '112', 'oracle11', 'weak'],
  ['Oracle 12', /^(?:S:[0-9A-F]{60};)?T:[0-9A-F]{160}$/i, '12300', 'oracle12c'],
  ['BSDi extended DES crypt', crypt('^_~{19}$'), '12400', 'bsdicrypt', 'weak'],
  ['SCRAM (passlib)', /^\$scram\$\d+\$/, '', ''],
  ['FSHP', /^\{FSHP\d\|\d+\|\d+\}/, '', ''],
]);

const OTHERS = forms('other', 'certain', [
  ['Subresource integrity (SRI)', /^sha(?:256|384|512)-[0-9A-Za-z+/]{43,86}={0,2}$/, '', ''],
  ['Kerberos 5 TGS-REP', /^\$krb5tgs\$23\$/, '13100', 'krb5tgs', 'weak'],
  ['Kerberos 5 AS-REP', /^\$krb5asrep\$23\$/, '18200', 'krb5asrep', 'weak'],
  ['NetNTLMv2', /^[^:]+::[^:]*:[0-9a-f]{16}:[0-9a-f]{32}:[0-9a-f]+$/i, '5600', 'netntlmv2', 'weak'],
  ['NetNTLMv1', /^[^:]+::[^:]*:[0-9a-f]{48}:[0-9a-f]{48}:[0-9a-f]{16}$/i, '5500', 'netntlm', 'weak'],
  ['JSON Web Token', /^eyJ[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+\.[0-9A-Za-z_-]*$/, '16500', 'HMAC-SHA256'],
  ['Ansible Vault', /^\$ANSIBLE_VAULT;/, '16900', 'ansible'],
  ['UUID', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, '', ''],
]);

/** Digests told by their length alone, and passwords hashed by nothing else. */
const DIGESTS = [
  ...forms('digest', 'likely', [
    ['MD5', hex(32), '0', 'raw-md5', 'weak'],
    ['SHA-1', hex(40), '100', 'raw-sha1', 'weak'],
    ['SHA-224', hex(56), '1300', 'raw-sha224'],
    ['SHA-256', hex(64), '1400', 'raw-sha256'],
    ['SHA-384', hex(96), '10800', 'raw-sha384'],
    ['SHA-512', hex(128), '1700', 'raw-sha512'],
  ]),
  ...forms('checksum', 'likely', [
    ['CRC-32', hex(8), '11500', 'crc32', 'weak'],
    ['CRC-16', hex(4), '', '', 'weak'],
  ]),
  ...forms('password', 'possible', [
    ['NTLM (Windows)', hex(32), '1000', 'nt', 'weak'],
    ['LM (Windows)', hex(32), '3000', 'lm', 'weak'],
    ['Domain cached credentials (Windows)', hex(32), '1100', 'mscash', 'weak'],
    ['Domain cached credentials 2 (Windows)', hex(32), '2100', 'mscash2'],
    ['MySQL 3.23', hex(16), '200', 'mysql', 'weak'],
    ['Oracle 7 to 10', hex(16), '3100', 'oracle', 'weak'],
    ['Half of an LM hash', hex(16), '3000', 'lm', 'weak'],
    ['DES crypt', crypt('^~{13}$'), '1500', 'descrypt', 'weak'],
    ['bigcrypt', crypt('^~{24,}$'), '', 'bigcrypt', 'weak'],
    ['crypt16', crypt('^~{24}$'), '', '', 'weak'],
    ['Cisco PIX or ASA', crypt('^~{16}$'), '2400', 'pix-md5', 'weak'],
    ['Cisco type 4 (SHA-256)', crypt('^~{43}$'), '5700', '', 'weak'],
    ['Cisco type 7 (reversible)', /^[01]\d(?:[0-9A-F]{2})+$/, '', '', 'weak'],
    ['Microsoft SQL Server 2012 without 0x', /^0200[0-9A-F]{136}$/i, '1731', 'mssql12', 'weak'],
    ['MySQL 4.1 without *', hex(40), '300', 'mysql-sha1', 'weak'],
  ]),
  ...forms('digest', 'possible', [
    ['MD4', hex(32), '900', 'raw-md4', 'weak'],
    ['MD2', hex(32), '', 'md2', 'weak'],
    ['RIPEMD-128', hex(32), '', 'ripemd-128', 'weak'],
    ['RIPEMD-160', hex(40), '6000', 'ripemd-160'],
    ['HAVAL-160', hex(40), '', '', 'weak'],
    ['Tiger', hex(48), '', 'tiger'],
    ['HAVAL-192', hex(48), '', 'haval-192', 'weak'],
    ['SHA3-224', hex(56), '17300', 'raw-sha3-224'],
    ['SHA-512/224', hex(56), '', ''],
    ['SHA3-256', hex(64), '17400', 'raw-sha3'],
    ['Keccak-256 (Ethereum)', hex(64), '17800', 'raw-keccak-256'],
    ['BLAKE2s-256', hex(64), '', ''],
    ['BLAKE3', hex(64), '', ''],
    ['SM3', hex(64), '31100', ''],
    ['SHA-512/256', hex(64), '', ''],
    ['GOST R 34.11-94', hex(64), '6900', 'gost'],
    ['Streebog-256', hex(64), '11700', 'stribog-256'],
    ['SHA3-384', hex(96), '17500', ''],
    ['BLAKE2b-384', hex(96), '', ''],
    ['BLAKE2b-512', hex(128), '600', 'raw-blake2'],
    ['SHA3-512', hex(128), '17600', ''],
    ['Keccak-512', hex(128), '18000', 'raw-keccak'],
    ['Whirlpool', hex(128), '6100', 'whirlpool'],
    ['Streebog-512', hex(128), '11800', 'stribog-512'],
    ['MD5 in base64', /^[0-9A-Za-z+/]{22}==$/, '', '', 'weak'],
    ['SHA-1 in base64', /^[0-9A-Za-z+/]{27}=$/, '', '', 'weak'],
    ['SHA-256 in base64', /^[0-9A-Za-z+/]{43}=$/, '', ''],
    ['SHA-384 in base64', /^(?=.*[+0-9])[0-9A-Za-z+/]{64}$/, '', ''],
    ['SHA-512 in base64', /^[0-9A-Za-z+/]{86}==$/, '', ''],
  ]),
  ...forms('checksum', 'possible', [
    ['CRC-32C', hex(8), '27900', '', 'weak'],
    ['Adler-32', hex(8), '', '', 'weak'],
    ['FNV-1a of 32 bits', hex(8), '', '', 'weak'],
    ['xxHash of 32 bits', hex(8), '', '', 'weak'],
    ['MurmurHash3 of 32 bits', hex(8), '27800', '', 'weak'],
    ['CRC-64', hex(16), '28000', '', 'weak'],
    ['FNV-1a of 64 bits', hex(16), '', '', 'weak'],
    ['xxHash of 64 bits', hex(16), '', '', 'weak'],
    ['SipHash', hex(16), '10100', 'siphash'],
    ['xxHash of 128 bits', hex(32), '', '', 'weak'],
    ['MurmurHash3 of 128 bits', hex(32), '', '', 'weak'],
  ]),
];

/** Most telling first. */
export const HASH_FORMS: readonly HashForm[] = [...PASSWORDS, ...OTHERS, ...DIGESTS];

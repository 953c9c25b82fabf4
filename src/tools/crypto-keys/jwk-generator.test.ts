import { describe, expect, it } from 'vitest';
import { readAnyKey } from '../../formats/keys/read-key.js';
import { jwkThumbprint } from '../../formats/keys/write-key.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './jwk-generator.js';
import convert from './key-format-converter.js';

const hasTools =
  hasProgram('openssl', ['version'], 'JSON Web Keys in OpenSSL') &&
  hasProgram('python3', ['-c', 'import cryptography'], 'thumbprints in Python');

/** The public PEM of a private JWK, and its thumbprint, by Python. */
const BY_PYTHON = `
import sys, json, base64, hashlib
from cryptography.hazmat.primitives.asymmetric import ec, rsa, ed25519, x25519
from cryptography.hazmat.primitives import serialization as s
j = json.load(sys.stdin)
b = lambda v: base64.urlsafe_b64decode(j[v] + '==')
i = lambda v: int.from_bytes(b(v), 'big')
names = {'RSA': ['e', 'kty', 'n'], 'EC': ['crv', 'kty', 'x', 'y'], 'OKP': ['crv', 'kty', 'x'], 'oct': ['k', 'kty']}[j['kty']]
digest = hashlib.sha256(json.dumps({n: j[n] for n in names}, separators=(',', ':')).encode()).digest()
pem = ''
if j['kty'] == 'RSA':
    k = rsa.RSAPrivateNumbers(i('p'), i('q'), i('d'), i('dp'), i('dq'), i('qi'), rsa.RSAPublicNumbers(i('e'), i('n'))).private_key()
elif j['kty'] == 'EC':
    c = {'P-256': ec.SECP256R1, 'P-384': ec.SECP384R1, 'P-521': ec.SECP521R1, 'secp256k1': ec.SECP256K1}[j['crv']]()
    k = ec.EllipticCurvePrivateNumbers(i('d'), ec.EllipticCurvePublicNumbers(i('x'), i('y'), c)).private_key()
elif j['kty'] == 'OKP':
    k = {'Ed25519': ed25519.Ed25519PrivateKey, 'X25519': x25519.X25519PrivateKey}[j['crv']].from_private_bytes(b('d'))
if j['kty'] != 'oct':
    pem = k.public_key().public_bytes(s.Encoding.PEM, s.PublicFormat.SubjectPublicKeyInfo).decode()
print(base64.urlsafe_b64encode(digest).decode().rstrip('='))
sys.stdout.write(pem)`;

const ALGORITHMS = [
  ...['ES256', 'ES384', 'ES512', 'ES256K', 'EdDSA', 'HS256', 'HS384', 'HS512', 'ECDH-ES', 'ECDH-ES+A256KW'],
  ...[
    'A256KW',
    'A256GCMKW',
    'A128GCM',
    'A256GCM',
    'RS256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'RSA-OAEP-256',
  ],
];

describe.skipIf(!hasTools)('keys read by OpenSSL and Python', () => {
  inRounds('of every algorithm', [1, 30], async (rounds) => {
    const list =
      rounds === 1
        ? ['ES256', 'EdDSA', 'HS256']
        : Array.from({ length: rounds }, (_, round) => ALGORITHMS[round % 21]!);
    for (const algorithm of list) {
      const { files, data, message } = await runTool(tool, { options: { algorithm, bits: 2048 } });
      expect(files.length, message).toBeGreaterThan(1);
      const [file] = files;
      const { kid, alg } = JSON.parse(String(file!.bytes)) as Record<string, string>;
      const [thumbprint, ...pem] = String(runProgram('python3', ['-c', BY_PYTHON], file!.bytes)).split('\n');
      expect([kid, alg]).toEqual([thumbprint, algorithm]);
      const [open] = (data as { keys: Record<string, string>[] }).keys;
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(open).not.toHaveProperty(secret);
      if (open?.kty === 'oct') continue;
      const written = await runTool(convert, { input: String(file!.bytes), options: { to: 'pkcs8' } });
      const checked = runProgram('openssl', ['pkey', '-check', '-pubout'], written.files[0]!.bytes);
      expect(String(checked)).toContain(pem.join('\n'));
      expect(pem.length).toBeGreaterThan(3);
    }
  });
});

describe('thumbprints', () => {
  it('are those of RFC 7638 and RFC 8037', async () => {
    const rsa =
      '{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"}';
    const okp = '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}';
    const thumbprintOf = async (jwk: string) => jwkThumbprint((await readAnyKey(jwk, { label: 'x' })).key);
    expect(await thumbprintOf(rsa)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
    expect(await thumbprintOf(okp)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });
});

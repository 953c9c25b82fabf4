import { invalid, overLimit, quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { OutputFile } from '../../core/results.js';
import type { InputFile } from '../../core/tool.js';
import { ageBytes, ageWork, decryptAge, IdentityFault, MAX_WORK } from '../../engines/age.js';
import { safePath } from '../../lib/archives/safe-path.js';
import { readBase64 } from '../../lib/bytes/byte-text.js';
import { decryptEnc, encKeys, isOpensslEnc } from '../../lib/ciphers/openssl-enc.js';
import { ContentFault } from '../../lib/faults.js';
import { openArchive, told } from '../archive/open.js';
import { signatureOf, zipEnd } from '../archive/signatures.js';
import type { readIdentities } from './age-keys.js';
import { decryptedFile } from './encrypted-input.js';

/** What fits into a result of 30 MiB as base64. */
const MAX_BYTES = 22 * 2 ** 20;
const MAX_FILES = 200;

type Identities = Awaited<ReturnType<typeof readIdentities>>;

interface Settings {
  readonly password: string;
  readonly identities: Identities;
  readonly iterations: number;
}

interface Decrypted {
  readonly format: string;
  readonly outputs: readonly OutputFile[];
  readonly warnings: readonly string[];
}

async function openAge(upload: InputFile, bytes: Uint8Array, { password, identities }: Settings): Promise<Decrypted> {
  const plain = await told(upload, () => decryptAge(bytes, { password, identities }).catch(identityFault(upload.name)));
  return { format: 'age', outputs: [await decryptedFile(upload.name, plain)], warnings: [] };
}

const identityFault = (name: string) => (error: unknown) => {
  if (!(error instanceof IdentityFault)) throw error;
  throw invalid(
    error.isMissing
      ? `Option "identity" must be given: file ${quote(name)} cannot be opened by a password, ${error.message}`
      : `Option "identity" must hold an identity of file ${quote(name)}, got others: ${error.message}`,
    error,
  );
};

async function openSalted(
  { name }: InputFile,
  bytes: Uint8Array,
  { password, iterations }: Settings,
): Promise<Decrypted> {
  if (password === '') throw invalid(`Option "password" must be given: file ${quote(name)} is encrypted`);
  const opened = decryptEnc(bytes, password, 'aes-256-cbc', encKeys('auto', 'auto', iterations));
  const warnings = [
    'The OpenSSL format does not detect changes to the encrypted file',
    ...(opened.derivation === 'evp'
      ? ['The key comes from a single hash of the password, which is fast to guess']
      : []),
    ...(opened.isUnsure ? ['More than one key derivation fits, and the first was taken: check the content'] : []),
  ];
  return { format: 'openssl', outputs: [await decryptedFile(name, opened.plain)], warnings };
}

async function openZip(upload: InputFile, { password }: Settings): Promise<Decrypted> {
  const { format, entries, warnings, read } = await openArchive(upload, { password, charset: 'auto' });
  const wanted = [...entries.keys()].filter((index) => entries[index]?.kind === 'file');
  if (wanted.length > MAX_FILES)
    throw overLimit(`File ${quote(upload.name)} must have at most ${MAX_FILES} files to decrypt, got ${wanted.length}`);
  const contents = await read(new Set(wanted), MAX_BYTES);
  const outputs: OutputFile[] = [];
  for (const index of wanted) {
    const name =
      safePath(entries[index]?.path ?? '')
        .split('/')
        .at(-1) ?? '';
    const bytes = contents.get(index) ?? new Uint8Array();
    // Only its MIME type is needed: an entry has its name.
    outputs.push({ ...(await decryptedFile(name, bytes)), name });
  }
  const isOpen = entries.some(({ encrypted }) => !encrypted);
  return {
    format,
    outputs,
    warnings: [...warnings, ...(isOpen ? ['Some or all of its files were not encrypted'] : [])],
  };
}

/** What other tools decrypt, by how it begins. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^\s*-----BEGIN PGP /, 'it is OpenPGP: use PGP Decrypt'],
  [/^\s*\$ANSIBLE_VAULT;/, 'it is an Ansible vault: use Ansible Vault'],
  [/^\s*eyJ[\w-]*\./, 'it is a JWE: use AES Decrypt'],
  [/^%PDF-/, 'it is a PDF file: use Unlock PDF'],
];

function refuseOther(bytes: Uint8Array): never {
  const start = Buffer.from(bytes.subarray(0, 100)).toString('latin1');
  const known = ELSEWHERE.find(([pattern]) => pattern.test(start))?.[1];
  throw new ContentFault(known ?? 'it is not an encrypted file in the age, OpenSSL ("Salted__") or ZIP format');
}

/** Decrypts an upload by what its content is. Throws INVALID_INPUT and LIMIT_EXCEEDED naming the file, ContentFault. */
export async function openEncryptedFile(upload: InputFile, settings: Settings): Promise<Decrypted> {
  const age = ageBytes(upload.bytes);
  if (age !== undefined) return openAge(upload, age, settings);
  const salted = saltedBytes(upload.bytes);
  if (salted !== undefined) return openSalted(upload, salted, settings);
  if (zipEnd(upload.bytes) || signatureOf(upload.bytes) !== undefined) return openZip(upload, settings);
  return refuseOther(upload.bytes);
}

/** Of `openssl enc`, with or without its option -a. */
function saltedBytes(bytes: Uint8Array): Uint8Array | undefined {
  if (isOpensslEnc(bytes)) return bytes;
  const isBase64 = /^\s*U2FsdGVkX1/.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
  return isBase64 ? readBase64(Buffer.from(bytes).toString('latin1'), { strict: false }) : undefined;
}

/** Throws LIMIT_EXCEEDED where the passwords of all files together would take too long. */
export function checkPasswordWork(files: readonly InputFile[]): void {
  let work = 0;
  for (const { name, bytes } of files)
    work += refusing(`Cannot read file ${quote(name)}`, () => ageWork(ageBytes(bytes) ?? bytes));
  if (work > MAX_WORK) throw overLimit(`The files must cost at most ${MAX_WORK} steps of scrypt together, got ${work}`);
}

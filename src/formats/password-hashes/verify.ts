import { ContentFault } from '../../lib/faults.js';
import { HASH_FORMS } from '../../lib/password-hashes/hash-forms.data.js';
import { bcryptWarnings, CRYPT_SCHEMES } from './crypt-schemes.js';
import { FRAMEWORK_SCHEMES } from './framework-schemes.js';

/** What came of verifying a password. */
export interface Verdict {
  readonly scheme: string;
  readonly valid: boolean;
  readonly parameters: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

/** Before what crypt(3) makes, in directories. */
const CRYPT_MARK = /^\{CRYPT\}/i;
/** Without a salt, in hexadecimal digits. */
const DIGEST = /^[0-9a-f]{32,128}$/i;

const SCHEMES = [...CRYPT_SCHEMES, ...FRAMEWORK_SCHEMES];

/** The hash in a line of a password file: `user:hash`, with what follows in shadow files; spaces and quotes around it. */
export function hashInLine(line: string): string {
  const plain = line.trim().replace(/^(["'`])(.*)\1$/, '$2');
  const isKnown = (text: string): boolean =>
    DIGEST.test(text) || SCHEMES.some(({ form }) => form.test(text.replace(CRYPT_MARK, '')));
  const rest = plain.slice(plain.indexOf(':') + 1);
  return [plain, rest, rest.split(':')[0] ?? ''].find(isKnown) ?? plain;
}

/**
 * Whether a password has a hash, by whatever scheme the hash says. `undefined` where it has the form of none that is verified; throws
 * ContentFault where one is named that cannot be, and LimitFault where it asks for more work than the limits allow.
 */
export async function verifyPassword(hash: string, password: string): Promise<Verdict | undefined> {
  const bytes = Buffer.from(password);
  const plain = hash.replace(CRYPT_MARK, '');
  for (const { name, form, read } of SCHEMES) {
    const groups = form.exec(plain)?.slice(1);
    if (groups === undefined) continue;
    const { parameters, matches, warnings = [] } = read(groups);
    const isWeak = HASH_FORMS.find((known) => known.certainty === 'certain' && known.form.test(plain))?.isWeak === true;
    return {
      scheme: name,
      valid: await matches(bytes),
      parameters,
      warnings: [
        ...(isWeak ? [`${name} is quick to guess by today's measure; use Argon2id, scrypt or bcrypt`] : []),
        ...(name.startsWith('bcrypt') && !name.includes('SHA') ? bcryptWarnings(bytes) : []),
        ...warnings,
      ],
    };
  }
  const known = HASH_FORMS.find(({ form, certainty }) => certainty === 'certain' && form.test(plain));
  if (known !== undefined) throw new ContentFault(`hashes of ${known.name} cannot be verified here`);
  return undefined;
}

import { invalid, overLimit } from '../../core/errors.js';
import { ageBytes, decryptAge, isAgeIdentity, isAgeRecipient, unwrapFileKey, wrapFileKey } from '../../engines/age.js';
import { isAgeSshKey, sshIdentity, sshRecipient } from '../../lib/ciphers/age-ssh.js';
import { readPrivateKey, readPublicKey } from '../keys/read-key.js';

/** Chosen: more than a team; each costs a key exchange for each file. */
const MAX_KEYS = 100;

const WRAPPING = { wrap: wrapFileKey, unwrap: unwrapFileKey };

/** The lines of a recipients or identity file, without comments, with their numbers. */
const keyLines = (text: string): { readonly line: string; readonly number: number }[] =>
  text
    .split(/\r\n|[\r\n]/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));

type Recipient = string | ReturnType<typeof sshRecipient>;

/** Recipients one per line: age1…, SSH public keys, comments. Throws INVALID_INPUT naming the line, LIMIT_EXCEEDED. */
export async function readRecipients(text: string, random: (length: number) => Uint8Array): Promise<Recipient[]> {
  const lines = keyLines(text);
  if (lines.length > MAX_KEYS)
    throw overLimit(`Option "recipients" must have at most ${MAX_KEYS} recipients, got ${lines.length}`);
  const recipients: Recipient[] = [];
  for (const { line, number } of lines) {
    if (/AGE-SECRET-KEY|PRIVATE KEY/i.test(line))
      throw invalid(`Option "recipients" must hold public keys, line ${number} is a private one`);
    if (/^(?:ssh-|ecdsa-|sk-)/.test(line) || / ssh-(?:rsa|ed25519) /.test(line)) {
      const { key } = await readPublicKey(line, { label: `line ${number} of option "recipients"` });
      if (!isAgeSshKey(key))
        throw invalid(
          `Option "recipients" must hold SSH keys of type ed25519, or rsa of 2048 bits, line ${number} has another`,
        );
      recipients.push(sshRecipient(key, WRAPPING, random));
    } else if (await isAgeRecipient(line)) recipients.push(line);
    else throw invalid(`Option "recipients" must have an age or SSH public key per line, line ${number} has none`);
  }
  return recipients;
}

type Identity = string | ReturnType<typeof sshIdentity>;

/**
 * Identities: AGE-SECRET-KEY-1… one per line with comments, an SSH private key, or either encrypted with `password`. Throws
 * INVALID_INPUT naming the line, never its content; LIMIT_EXCEEDED.
 */
export async function readIdentities(text: string, password: string): Promise<Identity[]> {
  if (text.trim() === '') return [];
  if (text.includes('-----BEGIN AGE ENCRYPTED FILE-----')) {
    const bytes = ageBytes(Buffer.from(text.trim()));
    if (bytes === undefined) throw invalid('Option "identity" must hold an age identity');
    if (password === '') throw invalid('Option "password" must be given: option "identity" is encrypted');
    const plain = Buffer.from(await decryptAge(bytes, { password, identities: [] })).toString();
    return plain.includes('-----BEGIN AGE') ? [] : readIdentities(plain, '');
  }
  if (/-----BEGIN /.test(text)) {
    const { key } = await readPrivateKey(text, { label: 'option "identity"', password });
    if (!isAgeSshKey(key)) throw invalid('Option "identity" must hold an SSH key of type ed25519, or rsa of 2048 bits');
    return [sshIdentity(key, WRAPPING)];
  }
  const lines = keyLines(text);
  if (lines.length > MAX_KEYS)
    throw overLimit(`Option "identity" must have at most ${MAX_KEYS} identities, got ${lines.length}`);
  for (const { line, number } of lines)
    if (!(await isAgeIdentity(line.toUpperCase())))
      throw invalid(`Option "identity" must have an age identity per line, line ${number} has none`);
  return lines.map(({ line }) => line.toUpperCase());
}

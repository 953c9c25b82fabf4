import { type InputFile, invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { canSign } from '../../lib/pki/cms.js';
import { type Identity, readPkcs12 } from '../../lib/pki/pkcs12.js';

/** The identity in a key file. Throws INVALID_INPUT naming the file; never says anything of its secrets. */
export function openKeyFile({ name, bytes }: InputFile, password: string): Identity {
  const identity = refusing(`Cannot open key file ${quote(name)}`, () => readPkcs12(bytes, password));
  if (!canSign(identity)) {
    const kind = identity.key.asymmetricKeyType ?? 'another kind';
    throw invalid(`Cannot sign with key file ${quote(name)}: its key must be RSA or ECDSA, got ${kind}`);
  }
  return identity;
}

/** An attribute of a distinguished name as the library writes it: a line each. */
export const namePart = (distinguished: string, part: string): string | undefined => {
  const line = distinguished.split('\n').find((candidate) => candidate.startsWith(`${part}=`));
  return line?.slice(part.length + 1);
};

import { type InputFile, invalid, quote } from '../../core/index.js';
import { canSign } from '../../lib/pki/cms.js';
import { type Identity, Pkcs12Fault, readPkcs12 } from '../../lib/pki/pkcs12.js';

const REASONS = {
  damaged: 'it is damaged or no PKCS #12 file',
  password: 'the password is wrong',
  unsupported: 'it is locked in a way that is not supported',
  'no-key': 'it has no private key with its certificate',
} as const;

/** The identity in a key file. Throws INVALID_INPUT naming the file; never says anything of its secrets. */
export function openKeyFile({ name, bytes }: InputFile, password: string): Identity {
  let identity: Identity;
  try {
    identity = readPkcs12(bytes, password);
  } catch (error) {
    if (error instanceof Pkcs12Fault) throw invalid(`Cannot open key file ${quote(name)}: ${REASONS[error.kind]}`);
    throw error;
  }
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

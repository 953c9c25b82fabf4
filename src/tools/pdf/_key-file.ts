import { type InputFile, invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { canSign } from '../../lib/pki/cms.js';
import { readPemIdentity } from '../../lib/pki/pem-identity.js';
import { type Identity, readPkcs12 } from '../../lib/pki/pkcs12.js';

/** The identity in a PKCS #12 file, or in PEM files taken together. Throws INVALID_INPUT naming the file; never says anything of its secrets. */
export function openKeyFile(files: readonly InputFile[], password: string): Identity {
  const [first, ...others] = files as readonly [InputFile, ...InputFile[]];
  const { name } = first;
  const isPem =
    others.length > 0 || /-----BEGIN /.test(Buffer.from(first.bytes.subarray(0, 100_000)).toString('latin1'));
  const text = (): string => files.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('\n');
  const identity = refusing(`Cannot open key file ${quote(name)}`, () =>
    isPem ? readPemIdentity(text(), password) : readPkcs12(first.bytes, password),
  );
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

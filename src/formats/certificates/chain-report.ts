import { z } from 'zod';

import { extensionValue } from '../../lib/pki/extensions.js';
import { nameText } from '../../lib/pki/names.js';
import { keyFacts, signatureFacts } from '../../lib/pki/public-keys.js';
import { keyWarnings, signatureWarnings, statusAt } from '../../lib/pki/weaknesses.js';
import type { ParsedCertificate } from '../../lib/pki/x509.js';
import { isSame, isSelfIssued, type Path } from './chains.js';
import { fingerprintsOf } from './report.js';

export const chainRow = z.object({
  subject: z.string().describe('Owner.'),
  issuer: z.string().describe('Issuer.'),
  role: z.enum(['leaf', 'intermediate', 'root']).describe('Place in the chain.'),
  source: z.enum(['input', 'trust']).describe('Whether it came with the input or from the trusted roots.'),
  notBefore: z.string().describe('Start of validity, ISO 8601.'),
  notAfter: z.string().describe('End of validity, ISO 8601.'),
  status: z.enum(['valid', 'expired', 'not-yet-valid']).describe('Whether the dates allow its use.'),
  sha256: z.string().describe('Fingerprint in hex.'),
});

/** What is told of each certificate of a chain. */
export function chainRows({ certificates, isTrusted }: Path, given: readonly ParsedCertificate[], at: Date) {
  return certificates.map((certificate, index) => {
    const isInput = given.some(({ raw }) => isSame(raw, certificate.raw));
    return {
      subject: nameText(certificate.subject),
      issuer: nameText(certificate.issuer),
      role:
        index === 0
          ? 'leaf'
          : isSelfIssued(certificate) || (isTrusted && index === certificates.length - 1)
            ? 'root'
            : 'intermediate',
      source: isInput ? 'input' : 'trust',
      notBefore: certificate.notBefore,
      notAfter: certificate.notAfter,
      status: statusAt(certificate, at),
      sha256: fingerprintsOf(certificate.raw).sha256,
    } as const;
  });
}

const isCa = ({ extensions }: ParsedCertificate): boolean =>
  extensionValue(extensions, 'basicConstraints')?.ca === true;

/** The certificate that the others lead up from: the first that is not a CA, else the first that issued none of the others. */
export function leafOf(given: readonly ParsedCertificate[]): ParsedCertificate {
  const issuesNone = (one: ParsedCertificate): boolean =>
    !given.some((other) => other !== one && isSame(other.issuer.raw, one.subject.raw));
  return given.find((one) => !isCa(one)) ?? given.find(issuesNone) ?? (given[0] as ParsedCertificate);
}

/** What is worth knowing although the chain may hold. */
export function chainWarnings(path: Path, given: readonly ParsedCertificate[]): string[] {
  const { certificates, isTrusted } = path;
  const weak = certificates.flatMap((certificate) => {
    const name = nameText(certificate.subject);
    const { name: algorithm, digest } = signatureFacts(certificate.algorithm);
    const found = [
      ...keyWarnings(keyFacts(certificate.publicKey)),
      ...signatureWarnings(algorithm, digest, isSelfIssued(certificate)),
    ];
    return found.map((warning) => `${name}: ${warning}`);
  });
  const placeOf = (certificate: ParsedCertificate): number =>
    given.findIndex(({ raw }) => isSame(raw, certificate.raw));
  const places = certificates.map(placeOf).filter((place) => place >= 0);
  const used = new Set(places);
  const unused = given.filter(
    (one, index) => !used.has(index) && !certificates.some(({ raw }) => isSame(raw, one.raw)),
  );
  const root = certificates.at(-1);
  const sendsRoot = isTrusted && certificates.length > 1 && root !== undefined && placeOf(root) >= 0;
  return [
    ...weak,
    ...(places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))
      ? ['Wrong order: servers send their own certificate first, then each issuer; fullchain.pem has that order']
      : []),
    ...(unused.length > 0
      ? [
          `Not part of the chain: ${unused
            .slice(0, 5)
            .map(({ subject }) => nameText(subject))
            .join('; ')}`,
        ]
      : []),
    ...(sendsRoot ? ['The root is in the input: a server does not need to send it'] : []),
  ];
}

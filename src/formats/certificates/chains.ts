import { X509Certificate } from 'node:crypto';

import { LimitFault } from '../../lib/faults.js';
import { addressBytes } from '../../lib/pki/addresses.js';
import { decodeExtension, extensionValue } from '../../lib/pki/extensions.js';
import { nameText } from '../../lib/pki/names.js';
import { openPublicKey } from '../../lib/pki/public-keys.js';
import { statusAt } from '../../lib/pki/weaknesses.js';
import { type ParsedCertificate, parseCertificate } from '../../lib/pki/x509.js';
import { isIssuedBy, looksIssuedBy } from './issuers.js';
import { forbiddenNames } from './name-constraints.js';

/** Longest chain that is followed; the longest of the web have 5. */
const MAX_LENGTH = 10;
/** Most signatures checked in one run: 20 ms for the largest RSA keys. */
const MAX_CHECKS = 300;
/** Most ways to a root that are compared. */
const MAX_PATHS = 20;

export const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);

export const isSelfIssued = ({ issuer, subject }: ParsedCertificate): boolean => isSame(issuer.raw, subject.raw);

/** Certificates of which each is one text in PEM form. */
export const parseRoots = (pems: readonly string[]): ParsedCertificate[] =>
  pems.map((pem) => parseCertificate(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')));

/** A way from a certificate to a root, or as far as it goes. */
export interface Path {
  readonly certificates: readonly ParsedCertificate[];
  /** The last one is trusted. */
  readonly isTrusted: boolean;
}

/** All ways from `leaf` upwards over certificates that were given and roots; those to a root first. Throws LimitFault. */
function findPaths(
  leaf: ParsedCertificate,
  given: readonly ParsedCertificate[],
  roots: readonly ParsedCertificate[],
): Path[] {
  const known = new Map<string, boolean>();
  const isSigned = (certificate: ParsedCertificate, issuer: ParsedCertificate): boolean => {
    const key = `${Buffer.from(certificate.signature).toString('hex')}:${Buffer.from(issuer.publicKey).toString('hex')}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MAX_CHECKS) throw new LimitFault(`more than ${MAX_CHECKS} signatures would have to be checked`);
    const answer = isIssuedBy(certificate, issuer) === true;
    known.set(key, answer);
    return answer;
  };
  const paths: Path[] = [];
  const follow = (path: readonly ParsedCertificate[]): void => {
    const last = path.at(-1) ?? leaf;
    if (paths.length >= MAX_PATHS) return;
    if (roots.some((root) => isSame(root.raw, last.raw))) {
      paths.push({ certificates: path, isTrusted: true });
      return;
    }
    const next = [...roots, ...given].filter(
      (issuer, index, all) =>
        looksIssuedBy(last, issuer) &&
        !path.some(({ raw }) => isSame(raw, issuer.raw)) &&
        all.findIndex(({ raw }) => isSame(raw, issuer.raw)) === index &&
        isSigned(last, issuer),
    );
    if (next.length === 0 || path.length >= MAX_LENGTH) paths.push({ certificates: path, isTrusted: false });
    else for (const issuer of next) follow([...path, issuer]);
  };
  follow([leaf]);
  return paths.sort(
    (a, b) => Number(b.isTrusted) - Number(a.isTrusted) || a.certificates.length - b.certificates.length,
  );
}

/** What a chain is judged by. */
export interface Judgement {
  readonly at: Date;
  /** Host name or address; empty for any. */
  readonly host: string;
  readonly purpose: 'server' | 'client' | 'any';
  readonly given: readonly ParsedCertificate[];
}

/** The way up from a certificate that has the fewest problems, and these. Throws ContentFault, LimitFault as `findPaths`. */
export function judgeChain(leaf: ParsedCertificate, roots: readonly ParsedCertificate[], judgement: Judgement) {
  const judged = findPaths(leaf, judgement.given, roots).map((path) => ({
    path,
    problems: problemsOf(path, judgement),
  }));
  const [best] = judged.sort((a, b) => a.problems.length - b.problems.length);
  return best as (typeof judged)[number];
}

const title = (certificate: ParsedCertificate): string => nameText(certificate.subject) || '(no name)';

/** Everything that is wrong with a way, the worst first. */
function problemsOf({ certificates, isTrusted }: Path, judgement: Judgement): string[] {
  const [leaf] = certificates as readonly [ParsedCertificate];
  return [
    ...(isTrusted ? [] : [endProblem(certificates.at(-1) ?? leaf, judgement.given)]),
    ...certificates.flatMap((certificate) => dateProblems(certificate, judgement.at)),
    ...hostProblems(leaf, judgement.host),
    ...certificates.flatMap((certificate, index) => purposeProblems(certificate, index, judgement.purpose)),
    ...certificates.slice(1).flatMap((issuer, index) => issuerProblems(issuer, certificates.slice(0, index + 1))),
    ...certificates.flatMap(criticalProblems),
  ];
}

function endProblem(last: ParsedCertificate, given: readonly ParsedCertificate[]): string {
  if (isSelfIssued(last) && isIssuedBy(last, last) === true)
    return `The root is not trusted: ${title(last)} is self-signed`;
  const issuer = nameText(last.issuer);
  const namesake = given.find((one) => one !== last && looksIssuedBy(last, one));
  if (namesake !== undefined && openPublicKey(namesake.publicKey) !== undefined)
    return `The signature is wrong: ${title(last)} names ${issuer} as its issuer, but is not signed with that key`;
  const places = extensionValue(last.extensions, 'authorityInfoAccess') ?? [];
  const place = places.find(({ method }) => method === 'caIssuers')?.location.replace(/^URI:/, '');
  return `An issuer is missing: ${issuer} issued ${title(last)}${place === undefined ? '' : `; it is offered at ${place}`}`;
}

function dateProblems(certificate: ParsedCertificate, at: Date): string[] {
  const status = statusAt(certificate, at);
  if (status === 'expired') return [`Expired on ${certificate.notAfter}: ${title(certificate)}`];
  return status === 'valid' ? [] : [`Not valid before ${certificate.notBefore}: ${title(certificate)}`];
}

function hostProblems(leaf: ParsedCertificate, host: string): string[] {
  if (host === '' || isForHost(leaf, host)) return [];
  const names = extensionValue(leaf.extensions, 'subjectAltName') ?? [];
  const shown = names.slice(0, 10).join(', ');
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return [
    `Wrong host: ${host} is not among its names${names.length === 0 ? ', as it has none' : ` (${shown}${more})`}`,
  ];
}

function isForHost({ raw }: ParsedCertificate, host: string): boolean {
  try {
    const certificate = new X509Certificate(raw);
    if (addressBytes(host) !== undefined) return certificate.checkIP(host) !== undefined;
    return certificate.checkHost(host, { subject: 'never', partialWildcards: false }) !== undefined;
  } catch {
    // A certificate that the library cannot read is for no host.
    return false;
  }
}

const WANTED = { server: 'serverAuth', client: 'clientAuth' } as const;

function purposeProblems(certificate: ParsedCertificate, index: number, purpose: Judgement['purpose']): string[] {
  const purposes = extensionValue(certificate.extensions, 'extendedKeyUsage');
  const usages = extensionValue(certificate.extensions, 'keyUsage');
  const problems: string[] = [];
  if (
    purpose !== 'any' &&
    purposes !== undefined &&
    !purposes.includes(WANTED[purpose]) &&
    !purposes.includes('anyExtendedKeyUsage')
  )
    problems.push(`Wrong purpose: ${title(certificate)} is for ${purposes.join(', ')}, not for ${WANTED[purpose]}`);
  if (index === 0 && purpose !== 'any' && usages !== undefined && !usages.some((usage) => HANDSHAKE.includes(usage)))
    problems.push(`Wrong key usage: ${title(certificate)} is for ${usages.join(', ') || 'nothing'}`);
  return problems;
}

const HANDSHAKE: readonly string[] = ['digitalSignature', 'keyEncipherment', 'keyAgreement'];

/** Whether a certificate may issue those below it. */
function issuerProblems(issuer: ParsedCertificate, below: readonly ParsedCertificate[]): string[] {
  const constraints = extensionValue(issuer.extensions, 'basicConstraints');
  const usages = extensionValue(issuer.extensions, 'keyUsage');
  const problems: string[] = [];
  // Roots of version 1 have no extensions, and some are still in use.
  const isOldRoot = issuer.version === 1 && isSelfIssued(issuer);
  if (constraints?.ca !== true && !isOldRoot) problems.push(`Not a CA: ${title(issuer)} must not issue certificates`);
  if (usages !== undefined && !usages.includes('keyCertSign'))
    problems.push(`Wrong key usage: ${title(issuer)} must not sign certificates`);
  const length = constraints?.pathLength ?? undefined;
  const between = below.slice(1).filter((certificate) => !isSelfIssued(certificate)).length;
  if (length !== undefined && between > length)
    problems.push(`Chain too long: ${title(issuer)} allows ${length} CAs below it, there are ${between}`);
  for (const certificate of below) {
    if (isSelfIssued(certificate) && certificate !== below[0]) continue;
    const names = forbiddenNames(certificate, issuer);
    if (names.length > 0)
      problems.push(`Name not allowed: ${title(issuer)} does not permit ${names.slice(0, 5).join(', ')}`);
  }
  return problems;
}

/** Critical extensions that a client can judge, as OpenSSL has them; any other must be refused (RFC 5280, 4.2). */
const JUDGED: ReadonlySet<string> = new Set([
  'keyUsage',
  'subjectAltName',
  'basicConstraints',
  'nameConstraints',
  'extendedKeyUsage',
  'certificatePolicies',
  'policyMappings',
  'policyConstraints',
  'inhibitAnyPolicy',
  'cRLDistributionPoints',
  'netscapeCertificateType',
]);

function criticalProblems(certificate: ParsedCertificate): string[] {
  return certificate.extensions
    .filter(({ critical }) => critical)
    .map(decodeExtension)
    .filter(({ name, state }) => !JUDGED.has(name) || state === 'damaged')
    .map(({ name }) => `Critical extension that cannot be judged: ${name} of ${title(certificate)}`);
}

import { inPart } from '../../lib/faults.js';
import { altNamesOf, decodeExtension } from '../../lib/pki/extensions.js';
import { commonNameOf, generalNameText, nameParts, nameText, stringOf } from '../../lib/pki/names.js';
import { isSignedBy, openPublicKey, signatureFacts } from '../../lib/pki/public-keys.js';
import { keyWarnings, signatureWarnings } from '../../lib/pki/weaknesses.js';
import { type ParsedRequest, parseRequest } from '../../lib/pki/x509.js';
import { extensionReport, fingerprintsOf, keyReport } from './report.js';

const ATTRIBUTES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.9.2': 'unstructuredName',
  '1.2.840.113549.1.9.7': 'challengePassword',
  '1.3.6.1.4.1.311.13.2.3': 'msOsVersion',
  '1.3.6.1.4.1.311.21.20': 'msClientInfo',
  '1.3.6.1.4.1.311.13.2.2': 'msEnrollmentProvider',
};
const CHALLENGE = '1.2.840.113549.1.9.7';

function verdict(request: ParsedRequest): { valid: boolean; reason: string } {
  const key = openPublicKey(request.publicKey);
  const isRight = isSignedBy(request, key);
  if (isRight === true) return { valid: true, reason: '' };
  if (key === undefined)
    return { valid: false, reason: 'The public key cannot be read, so the signature was not checked' };
  return isRight === undefined
    ? { valid: false, reason: 'The signature algorithm is not supported, so the signature was not checked' }
    : { valid: false, reason: 'The signature does not fit the request and its key' };
}

/** Everything that a request says, its signature checked. Throws ContentFault. */
export function reportRequest(bytes: Uint8Array, extraBytes: number) {
  const request = parseRequest(bytes);
  const { subject, extensions, attributes } = request;
  const signature = inPart('signature algorithm', () => signatureFacts(request.algorithm));
  const key = keyReport(request.publicKey);
  const decoded = extensions.map(decodeExtension);
  const altNames = altNamesOf(extensions).map(generalNameText);
  const { valid, reason } = verdict(request);
  const hasHost = nameParts(subject).some(({ type, value }) => type === 'CN' && value.includes('.'));
  const warnings = [
    ...keyWarnings(key),
    ...signatureWarnings(signature.name, signature.digest, false),
    ...(hasHost && altNames.length === 0 ? ['No subject alternative names: public CAs refuse it for a server'] : []),
    ...decoded
      .filter(({ state }) => state === 'damaged')
      .map(({ name }) => `Extension ${name} is damaged: its bytes are shown`),
    ...(attributes.some(({ oid }) => oid === CHALLENGE)
      ? ['It holds a challenge password, which everyone who has the request can read; it is not shown']
      : []),
    ...(extraBytes > 0 ? [`${extraBytes} more bytes follow the request`] : []),
  ];
  return {
    subject: inPart('subject', () => nameText(subject)),
    commonName: commonNameOf(subject) ?? '',
    subjectParts: nameParts(subject),
    altNames,
    valid,
    reason,
    key,
    signatureAlgorithm: signature.name,
    fingerprints: fingerprintsOf(request.raw),
    extensions: decoded.map(extensionReport),
    attributes: attributes.map(({ oid, value }) => ({
      name: ATTRIBUTES[oid] ?? oid,
      oid,
      value: oid === CHALLENGE ? '…' : value === undefined ? '' : stringOf(value),
    })),
    warnings,
  };
}

import { z } from 'zod';

import { defineTool, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { readPublicKey } from '../../formats/keys/read-key.js';
import { assertionData, readMessage } from '../../formats/saml/message.js';
import { readSaml } from '../../formats/saml/read.js';
import { checkInside, checkQuery, signatureRow } from '../../formats/saml/signatures.js';
import { readTextSource } from '../../formats/text-source.js';
import { LimitFault } from '../../lib/faults.js';
import { formatXml } from '../../lib/xml/format.js';
import { elementDepth, type XmlDocument } from '../../lib/xml/nodes.js';
import { parseXml } from '../../lib/xml/parse.js';

/** The certificate of the example. */
const CERTIFICATE =
  '-----BEGIN CERTIFICATE-----\nMIIBgTCCASegAwIBAgIUa2XfiVW274eEQC5k9CTEnhPTZ/gwCgYIKoZIzj0EAwIw\nFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIyMjIwNzIyWhcNNDYxMTE3\nMjIwNzIyWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG\nSM49AwEHA0IABLrWR4IfArdEvrPXsBY3vTWhLFtLj8jc319HV9MLcvC4Awl2hnHn\ncSA8P33uazzS1nlFoZ+1MCDCa/oA85GFM5ejUzBRMB0GA1UdDgQWBBRHZPavEtMo\nD1sI1XvbZIVmuDxI+TAfBgNVHSMEGDAWgBRHZPavEtMoD1sI1XvbZIVmuDxI+TAP\nBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCU9gyP/WG/KPVEAugy\nOEW44k5jCyXTHS/I0zN7w4t9EQIgb5HBL4Uzwn6kSLZPBGjd0d/zJhpRAUA0otwh\nfS9Kok0=\n-----END CERTIFICATE-----\n';

/** Messages have some hundred elements, ten levels deep. */
const LIMITS = { maxElements: 20_000 } as const;
const MAX_DEPTH = 100;

function parse(xml: string): XmlDocument {
  const document = parseXml(xml, LIMITS);
  const depth = elementDepth(document);
  if (depth > MAX_DEPTH)
    throw new LimitFault(`its XML must be nested at most ${MAX_DEPTH} deep, got ${depth}`, MAX_DEPTH);
  return document;
}

export default defineTool({
  id: 'saml-decoder',
  title: 'SAML Decoder',
  summary:
    'Decodes SAML requests and responses from base64, deflated URL parameters or XML, and checks what their signatures cover.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    certificate: z
      .string()
      .max(100_000)
      .default('')
      .describe(
        'Certificate or public key of the sender to check signatures with; empty for the one inside the message.',
      ),
    at: shared.at(),
    format: z.enum(['json', 'xml']).default('json').describe('JSON data, or the XML with indentation.'),
  },
  result: 'mixed',
  data: z.object({
    message: z.string().describe('Kind of message, such as Response or AuthnRequest.'),
    binding: z.enum(['redirect', 'post', 'xml']).describe('How it was encoded: deflated, base64 or plain XML.'),
    id: z.string().describe('ID.'),
    issuer: z.string().describe('Issuer; empty if there is none.'),
    destination: z.string().describe('Address it is sent to; empty if there is none.'),
    issueInstant: z.string().describe('When it was made, ISO 8601.'),
    inResponseTo: z.string().describe('ID of the request it answers; empty if there is none.'),
    relayState: z.string().describe('RelayState of the URL; empty if there is none.'),
    status: z.string().describe('Status of a response, such as Success; empty for others.'),
    statusMessage: z.string().describe('Message of the status; empty if there is none.'),
    assertions: z.array(assertionData).describe('Assertions that are not encrypted.'),
    encryptedAssertions: z.int().describe('Number of encrypted assertions, which are not opened.'),
    signatures: z.array(signatureRow).describe('Signatures; empty if there are none.'),
    valid: z
      .boolean()
      .describe(
        'Whether every assertion, or else the message, is signed with the key of "certificate" and every signature holds.',
      ),
    reason: z.string().describe('Why it is not valid; empty if it is.'),
    xml: z.string().describe('The XML with indentation.'),
    warnings: z.array(z.string()).describe('Expired or unsigned parts and weak algorithms; empty if there are none.'),
  }),
  notes: [
    'Takes a SAMLRequest or SAMLResponse as base64, percent-encoded, as a whole URL or form body, or as XML.',
    'A signature counts only for the element it is in and refers to: one that covers another element, or an ID that occurs twice, is reported as signature wrapping.',
    'With the certificate inside the message a signature shows only that nothing was changed; who sent it shows a certificate you got from the sender. XML with a DOCTYPE is refused, and nothing is fetched.',
    'Messages of at most 1,000,000 characters, 20,000 elements and 100 levels.',
  ],
  aliases: [
    'saml response decoder',
    'samltool',
    'decode SAMLRequest',
    'saml tracer',
    'saml base64 decode and inflate',
    'saml signature validation',
    'sso debugging',
  ],
  verified: [
    'xmlsec1 1.2: messages that it signed with RSA and ECDSA keys and three digests verify, and do not with another certificate or once a letter of the signed part is changed (300 places)',
    'The redirect of the examples was deflated by zlib of Python 3.11',
  ],
  examples: [
    {
      title: 'A signed response',
      files: [{ name: 'response.xml', fixture: 'saml/response.xml' }],
      options: { certificate: CERTIFICATE, at: '2026-01-02T03:01:00Z' },
      output: {
        data: {
          message: 'Response',
          id: '_r1',
          issuer: 'https://idp.example/meta',
          destination: 'https://sp.example/acs',
          issueInstant: '2026-01-02T03:00:00Z',
          inResponseTo: '_q1',
          status: 'Success',
          statusMessage: '',
          assertions: [
            {
              id: '_a1',
              issuer: 'https://idp.example/meta',
              nameId: 'ada@idp.example',
              nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
              notBefore: '2026-01-02T02:59:00Z',
              notOnOrAfter: '2026-01-02T03:05:00Z',
              audiences: ['https://sp.example/meta'],
              recipient: 'https://sp.example/acs',
              confirmedUntil: '2026-01-02T03:05:00Z',
              authnInstant: '2026-01-02T02:59:50Z',
              authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
              sessionIndex: '_s1',
              attributes: [{ name: 'groups', friendlyName: '', values: ['admins', 'staff & co'] }],
            },
          ],
          encryptedAssertions: 0,
          binding: 'xml',
          relayState: '',
          signatures: [
            {
              element: 'saml:Assertion',
              id: '_a1',
              algorithm: 'ecdsa-sha256',
              digest: 'sha256',
              key: 'certificate',
              valid: true,
              reason: '',
            },
          ],
          valid: true,
          reason: '',
          xml: '<?xml version="1.0"?>\n<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r1" Version="2.0" IssueInstant="2026-01-02T03:00:00Z" Destination="https://sp.example/acs" InResponseTo="_q1">\n  <saml:Issuer>https://idp.example/meta</saml:Issuer>\n  <samlp:Status>\n    <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>\n  </samlp:Status>\n  <saml:Assertion ID="_a1" Version="2.0" IssueInstant="2026-01-02T03:00:00Z">\n    <saml:Issuer>https://idp.example/meta</saml:Issuer>\n    <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\n      <ds:SignedInfo>\n        <ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>\n        <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"/>\n        <ds:Reference URI="#_a1">\n          <ds:Transforms>\n            <ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>\n            <ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>\n          </ds:Transforms>\n          <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>\n          <ds:DigestValue>3CPmks2d3KfTOkoBYk375aVQ/OSyVY7GnukglnNySFQ=</ds:DigestValue>\n        </ds:Reference>\n      </ds:SignedInfo>\n      <ds:SignatureValue>/u/Iw8ed2PMk86/68QVIYr0r9vG6JaogrNyStmG+N7JgL5LL2W8OAsfwbBeV9Dan\n4Gn4IPnfcZlvJsGKliyaZA==</ds:SignatureValue>\n      <ds:KeyInfo>\n        <ds:X509Data>\n          <ds:X509Certificate>MIIBgTCCASegAwIBAgIUa2XfiVW274eEQC5k9CTEnhPTZ/gwCgYIKoZIzj0EAwIw\nFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIyMjIwNzIyWhcNNDYxMTE3\nMjIwNzIyWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG\nSM49AwEHA0IABLrWR4IfArdEvrPXsBY3vTWhLFtLj8jc319HV9MLcvC4Awl2hnHn\ncSA8P33uazzS1nlFoZ+1MCDCa/oA85GFM5ejUzBRMB0GA1UdDgQWBBRHZPavEtMo\nD1sI1XvbZIVmuDxI+TAfBgNVHSMEGDAWgBRHZPavEtMoD1sI1XvbZIVmuDxI+TAP\nBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCU9gyP/WG/KPVEAugy\nOEW44k5jCyXTHS/I0zN7w4t9EQIgb5HBL4Uzwn6kSLZPBGjd0d/zJhpRAUA0otwh\nfS9Kok0=\n</ds:X509Certificate>\n        </ds:X509Data>\n      </ds:KeyInfo>\n    </ds:Signature>\n    <saml:Subject>\n      <saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">ada@idp.example</saml:NameID>\n      <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">\n        <saml:SubjectConfirmationData NotOnOrAfter="2026-01-02T03:05:00Z" Recipient="https://sp.example/acs" InResponseTo="_q1"/>\n      </saml:SubjectConfirmation>\n    </saml:Subject>\n    <saml:Conditions NotBefore="2026-01-02T02:59:00Z" NotOnOrAfter="2026-01-02T03:05:00Z">\n      <saml:AudienceRestriction>\n        <saml:Audience>https://sp.example/meta</saml:Audience>\n      </saml:AudienceRestriction>\n    </saml:Conditions>\n    <saml:AuthnStatement AuthnInstant="2026-01-02T02:59:50Z" SessionIndex="_s1">\n      <saml:AuthnContext>\n        <saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>\n      </saml:AuthnContext>\n    </saml:AuthnStatement>\n    <saml:AttributeStatement>\n      <saml:Attribute Name="groups">\n        <saml:AttributeValue>admins</saml:AttributeValue>\n        <saml:AttributeValue>staff &amp; co</saml:AttributeValue>\n      </saml:Attribute>\n    </saml:AttributeStatement>\n  </saml:Assertion>\n</samlp:Response>\n',
          warnings: [],
        },
      },
    },
    {
      title: 'A request in a redirect, as XML',
      input:
        'https://idp.example/sso?SAMLRequest=fZBNC4JAEIb%2FiuxdXYWCBhUEL0JdKjp0icUGFNwPd0bw56dGZJeO877MMw%2BTkdK9g3Lk1pxxGJE4mHRvCNYiF6M3YBV1BEZpJOAGLuXpCGkkwXnLtrG9COoqF48hEcENPXXW5GLu55hoxNoQK8NzJNN9KJNQpleZwu4AUt5FUM0nO6N43WqZHUEcd08X4aS06zEmsqLIFh1YeX4j%2BN9PEaFfwKL4gOnL1cgqizfc4j39fqN4AQ%3D%3D&RelayState=%2Fhome%3Fa%3D1',
      options: { format: 'xml' },
      output: {
        text: '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_q1" Version="2.0" IssueInstant="2026-01-02T02:59:00Z" Destination="https://idp.example/sso">\n  <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://sp.example/meta</saml:Issuer>\n</samlp:AuthnRequest>\n',
      },
    },
    {
      title: 'Entities that would fill the memory',
      input: '<!DOCTYPE x [<!ENTITY a "aaaaaaaa">]><x>&a;</x>',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": it has a DOCTYPE, which SAML does not allow: entities could be used for attacks',
      },
    },
    {
      title: 'Something else',
      input: 'hello, world',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it is neither XML, base64 nor a URL with SAMLRequest or SAMLResponse',
      },
    },
    {
      title: 'XML of another kind',
      input: '<note>hello</note>',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": its root element note is not SAML' },
    },
  ],
  async run({ input, files, options, now }) {
    const { text: given, label } = await readTextSource({ input, files });
    const source = refusing(`Cannot read ${label}`, () => readSaml(given));
    const { xml, binding, relayState } = source;
    const document = refusing(`Cannot read the XML of ${label}`, () => parse(xml));
    const message = refusing(`Cannot read ${label}`, () => readMessage(document.root));
    const { certificate } = options;
    const key =
      certificate.trim() === '' ? undefined : (await readPublicKey(certificate, { label: 'option "certificate"' })).key;
    const signatures = refusing(`Cannot read ${label}`, () => checkInside(xml, document, key));
    const rows = [...(await signatures), ...checkQuery(source, key)];
    const pretty = formatXml(document, { indent: '  ', isLined: true, sortAttributes: false, mostUnits: 4_000_000 });
    if (options.format === 'xml') return text(`${pretty.trimEnd()}\n`, { name: 'saml.xml', mime: 'application/xml' });
    const ids = rows.filter(({ valid }) => valid).map(({ id }) => id);
    const isWhole = ids.includes(message.id) || rows.some(({ element, valid }) => element === 'URL' && valid);
    const unsigned = message.assertions.filter(({ id }) => !isWhole && !ids.includes(id));
    const failed = rows.find(({ valid }) => !valid);
    const reason =
      rows.length === 0
        ? 'It is not signed'
        : failed !== undefined
          ? failed.reason
          : unsigned.length > 0
            ? `An assertion is not covered by any signature: ${unsigned[0]?.id ?? ''}`
            : rows.some(({ key: used }) => used === 'embedded')
              ? 'The sender is not known: the certificate inside the message was used'
              : '';
    const at = judgedAt(options.at, now).getTime();
    const warnings = [
      ...message.assertions.flatMap(({ id, notBefore, notOnOrAfter, confirmedUntil }) => [
        ...(Date.parse(notOnOrAfter) <= at ? [`Assertion ${id} expired on ${notOnOrAfter}`] : []),
        ...(Date.parse(notBefore) > at ? [`Assertion ${id} is not valid before ${notBefore}`] : []),
        ...(Date.parse(confirmedUntil) <= at && !(Date.parse(notOnOrAfter) <= at)
          ? [`The time to deliver assertion ${id} ended on ${confirmedUntil}`]
          : []),
      ]),
      ...unsigned.map(({ id }) => `Assertion ${id} is not covered by a valid signature`),
      ...rows
        .filter(({ algorithm, digest }) => /sha1$/.test(algorithm) || digest === 'sha1')
        .map(({ element }) => `Weak signature of ${element}: SHA-1`),
    ];
    return json({
      ...message,
      binding,
      relayState,
      signatures: rows,
      valid: reason === '',
      reason,
      xml: pretty,
      warnings,
    });
  },
});

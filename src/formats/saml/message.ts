import { z } from 'zod';

import { ContentFault } from '../../lib/faults.js';
import { attributeOf, elementsOf, localName, trimmedTextOf } from '../../lib/xml/content.js';
import type { XmlElement } from '../../lib/xml/nodes.js';

const text = (description: string) => z.string().describe(description);

export const assertionData = z.object({
  id: text('ID.'),
  issuer: text('Issuer.'),
  nameId: text('Identifier of the user; empty if there is none.'),
  nameIdFormat: text('Format of the identifier.'),
  notBefore: text('Start of validity, ISO 8601; empty if there is none.'),
  notOnOrAfter: text('End of validity, ISO 8601; empty if there is none.'),
  audiences: z.array(z.string()).describe('Service providers it is meant for.'),
  recipient: text('Address it may be delivered to.'),
  confirmedUntil: text('End of the time for delivery, ISO 8601; empty if there is none.'),
  authnInstant: text('When the user logged in, ISO 8601.'),
  authnContext: text('How the user logged in.'),
  sessionIndex: text('Session at the identity provider.'),
  attributes: z
    .array(
      z.object({
        name: text('Name.'),
        friendlyName: text('Readable name; empty if there is none.'),
        values: z.array(z.string()).describe('Values.'),
      }),
    )
    .describe('What is told of the user.'),
});

type Assertion = z.output<typeof assertionData>;

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && elementsOf(element).find((one) => localName(one.name) === name);
const children = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element === undefined ? [] : elementsOf(element).filter((one) => localName(one.name) === name);
const attribute = (element: XmlElement | undefined, name: string): string =>
  (element && attributeOf(element, name)) ?? '';
const content = (element: XmlElement | undefined): string => (element === undefined ? '' : trimmedTextOf(element));

function readAssertion(element: XmlElement): Assertion {
  const subject = child(element, 'Subject');
  const nameId = child(subject, 'NameID');
  const confirmation = child(child(subject, 'SubjectConfirmation'), 'SubjectConfirmationData');
  const conditions = child(element, 'Conditions');
  const login = child(element, 'AuthnStatement');
  return {
    id: attribute(element, 'ID'),
    issuer: content(child(element, 'Issuer')),
    nameId: content(nameId),
    nameIdFormat: attribute(nameId, 'Format'),
    notBefore: attribute(conditions, 'NotBefore'),
    notOnOrAfter: attribute(conditions, 'NotOnOrAfter'),
    audiences: children(conditions, 'AudienceRestriction').flatMap((one) => children(one, 'Audience').map(content)),
    recipient: attribute(confirmation, 'Recipient'),
    confirmedUntil: attribute(confirmation, 'NotOnOrAfter'),
    authnInstant: attribute(login, 'AuthnInstant'),
    authnContext: content(child(child(login, 'AuthnContext'), 'AuthnContextClassRef')),
    sessionIndex: attribute(login, 'SessionIndex'),
    attributes: children(element, 'AttributeStatement').flatMap((statement) =>
      children(statement, 'Attribute').map((one) => ({
        name: attribute(one, 'Name'),
        friendlyName: attribute(one, 'FriendlyName'),
        values: children(one, 'AttributeValue').map(content),
      })),
    ),
  };
}

/** What a SAML 2.0 message says. Throws ContentFault for XML that is none. */
export function readMessage(root: XmlElement) {
  const message = localName(root.name);
  const declared = root.attributes.some(({ raw }) => raw.startsWith('urn:oasis:names:tc:SAML:'));
  if (!declared) throw new ContentFault(`its root element ${root.name} is not SAML`);
  const status = child(child(root, 'Status'), 'StatusCode');
  const assertions = message === 'Assertion' ? [root] : children(root, 'Assertion');
  return {
    message,
    id: attribute(root, 'ID'),
    issuer: content(child(root, 'Issuer')),
    destination: attribute(root, 'Destination') || attribute(root, 'AssertionConsumerServiceURL'),
    issueInstant: attribute(root, 'IssueInstant'),
    inResponseTo: attribute(root, 'InResponseTo'),
    status: [attribute(status, 'Value'), attribute(child(status, 'StatusCode'), 'Value')]
      .filter((one) => one !== '')
      .map((one) => one.slice(one.lastIndexOf(':') + 1))
      .join(', '),
    statusMessage: content(child(child(root, 'Status'), 'StatusMessage')),
    assertions: assertions.map(readAssertion),
    encryptedAssertions: children(root, 'EncryptedAssertion').length,
  };
}

/** Every element, with those above it. */
function* walk(element: XmlElement, above: readonly XmlElement[] = []): Generator<readonly XmlElement[]> {
  const path = [...above, element];
  yield path;
  for (const one of elementsOf(element)) yield* walk(one, path);
}

/** A signature in a document: where it is, what it says it covers. */
export interface FoundSignature {
  /** Element that holds it. */
  readonly holder: XmlElement;
  /** The element with the ID it refers to; `undefined` where there is none. */
  readonly covered: XmlElement | undefined;
  readonly reason: string;
  readonly algorithm: string;
  readonly digest: string;
  /** The element as a text of its own. */
  readonly source: string;
  /** The certificate inside, in base64; empty for none. */
  readonly certificate: string;
}

/** Most signatures that are checked. */
const MAX_SIGNATURES = 5;

const isSignature = (element: XmlElement): boolean => localName(element.name) === 'Signature';

/** The signatures of a document. One that does not cover the element it is in, or an ID that occurs twice, has a reason why it counts for nothing. */
export function findSignatures(root: XmlElement, xml: string): FoundSignature[] {
  const paths = [...walk(root)];
  const found = paths.filter((path) => path.length > 1 && isSignature(path.at(-1) as XmlElement));
  if (found.length > MAX_SIGNATURES)
    throw new ContentFault(`it must have at most ${MAX_SIGNATURES} signatures, got ${found.length}`);
  return found.map((path) => {
    const [signature, holder] = [path.at(-1) as XmlElement, path.at(-2) as XmlElement];
    const info = child(signature, 'SignedInfo');
    const references = children(info, 'Reference');
    const uri = attribute(references[0], 'URI');
    const targets = paths.map((one) => one.at(-1) as XmlElement).filter((one) => attribute(one, 'ID') === uri.slice(1));
    const covered = uri === '' ? root : targets[0];
    const reason =
      references.length !== 1
        ? `It has ${references.length} references; SAML allows one`
        : covered === undefined
          ? 'It refers to an element that is not in the document'
          : targets.length > 1
            ? `Signature wrapping: ${targets.length} elements have the ID it refers to`
            : covered !== holder
              ? `Signature wrapping: it is in ${holder.name}, but covers ${covered.name}`
              : '';
    const close = xml.indexOf(`</${signature.name}`, signature.start);
    const own = xml.slice(signature.start, xml.indexOf('>', close) + 1);
    const namespaces = new Map(
      path
        .flatMap(({ attributes }) => attributes)
        .filter(({ name }) => /^xmlns(?::|$)/.test(name))
        .map(({ name, raw, quote }) => [name, `${quote}${raw}${quote}`]),
    );
    const missing = [...namespaces].filter(([name]) => !signature.attributes.some((one) => one.name === name));
    const declarations = missing.map(([name, value]) => ` ${name}=${value}`).join('');
    const data = child(child(signature, 'KeyInfo'), 'X509Data');
    return {
      holder,
      covered,
      reason,
      algorithm: attribute(child(info, 'SignatureMethod'), 'Algorithm').replace(/^.*[#/]/, ''),
      digest: attribute(child(references[0], 'DigestMethod'), 'Algorithm').replace(/^.*[#/]/, ''),
      source: own.replace(`<${signature.name}`, `<${signature.name}${declarations}`),
      certificate: content(child(data, 'X509Certificate')).replace(/\s/g, ''),
    };
  });
}

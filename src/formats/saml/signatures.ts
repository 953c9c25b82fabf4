import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

import { checkXmlSignature } from '../../engines/xml-signatures.js';
import type { XmlDocument } from '../../lib/xml/nodes.js';
import { readPublicKey } from '../keys/read-key.js';
import { writePem } from '../keys/write-key.js';
import { findSignatures } from './message.js';
import type { SamlSource } from './read.js';

export const signatureRow = z.object({
  element: z.string().describe('Element that is signed, or URL for the signature of a redirect.'),
  id: z.string().describe('ID of the element; empty for a URL.'),
  algorithm: z.string().describe('Signature algorithm.'),
  digest: z.string().describe('Digest of the signed element; empty for a URL.'),
  key: z
    .enum(['certificate', 'embedded', 'none'])
    .describe('Checked with the option, with the certificate inside the message, or with none.'),
  valid: z.boolean().describe('Whether the signature holds.'),
  reason: z.string().describe('Why it does not; empty if it does.'),
});
type SignatureRow = z.output<typeof signatureRow>;

const REASONS = {
  right: '',
  changed: 'The signed element was changed after signing',
  'wrong-key': 'It was not made with the key of the certificate, or its own data was changed',
  unknown: 'Its algorithms are not supported, or it is damaged',
} as const;

/** Checks the signatures inside the XML: with the caller's key, else with the one in the message. */
export async function checkInside(
  xml: string,
  document: XmlDocument,
  key: KeyObject | undefined,
): Promise<SignatureRow[]> {
  const rows: SignatureRow[] = [];
  for (const found of findSignatures(document.root, xml)) {
    const { covered, holder, algorithm, digest, certificate, source } = found;
    const told = { element: (covered ?? holder).name, id: idOf(covered ?? holder), algorithm, digest };
    const used = key ?? (certificate === '' ? undefined : await embeddedKey(certificate));
    const origin = key !== undefined ? 'certificate' : used === undefined ? 'none' : 'embedded';
    if (found.reason !== '' || used === undefined) {
      rows.push({
        ...told,
        key: origin,
        valid: false,
        reason: found.reason || 'Not checked: set "certificate" to that of the sender',
      });
      continue;
    }
    const { state } = checkXmlSignature(xml, source, used);
    rows.push({ ...told, key: origin, valid: state === 'right', reason: REASONS[state] });
  }
  return rows;
}

const idOf = ({ attributes }: XmlDocument['root']): string => attributes.find(({ name }) => name === 'ID')?.raw ?? '';

const embeddedKey = async (base64: string): Promise<KeyObject> =>
  (
    await readPublicKey(writePem('CERTIFICATE', Buffer.from(base64, 'base64')), {
      label: 'the certificate inside the message',
    })
  ).key;

/** The signature that a redirect has beside its message (SAML bindings, 3.4.4.1). */
export function checkQuery({ query }: SamlSource, key: KeyObject | undefined): SignatureRow[] {
  if (query === undefined) return [];
  const algorithm = query.algorithm.replace(/^.*[#/]/, '');
  const digest = /sha(?:1|256|384|512)$/.exec(algorithm)?.[0];
  const told = { element: 'URL', id: '', algorithm, digest: '' };
  if (key === undefined)
    return [{ ...told, key: 'none', valid: false, reason: 'Not checked: set "certificate" to that of the sender' }];
  const type = /^(?:ecdsa|rsa)/.exec(algorithm)?.[0].replace('ecdsa', 'ec');
  if (digest === undefined || type !== key.asymmetricKeyType)
    return [
      { ...told, key: 'certificate', valid: false, reason: REASONS[digest === undefined ? 'unknown' : 'wrong-key'] },
    ];
  const options = type === 'ec' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
  const valid = verify(digest, Buffer.from(query.signed), options, query.signature);
  return [{ ...told, key: 'certificate', valid, reason: valid ? '' : REASONS['wrong-key'] }];
}

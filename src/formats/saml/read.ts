import { inflateRawSync, inflateSync } from 'node:zlib';

import { ContentFault, LimitFault } from '../../lib/faults.js';

export interface SamlSource {
  readonly xml: string;
  /** How the message was sent. */
  readonly binding: 'redirect' | 'post' | 'xml';
  readonly relayState: string;
  /** What a signature in the URL covers, and the signature. */
  readonly query: { readonly signed: string; readonly algorithm: string; readonly signature: Uint8Array } | undefined;
}

/** Longest XML of a message. Responses have 5 to 50 kB. */
const MAX_XML = 1_000_000;

/** The XML of a message in any of its forms: XML, base64, deflated, a parameter, a whole URL or form. Throws ContentFault, LimitFault. */
export function readSaml(input: string): SamlSource {
  const text = input.replace(/^\ufeff/, '').trim();
  if (text.startsWith('<')) return { xml: checked(text), binding: 'xml', relayState: '', query: undefined };
  const parameter = /(?:^|[?&\s"'])SAML(Request|Response)=([^&\s"'#]+)/.exec(text);
  if (parameter === null) return { ...unpacked(percentDecoded(text)), relayState: '', query: undefined };
  const [, name = '', raw = ''] = parameter;
  const value = (key: string): string | undefined => new RegExp(`[?&]${key}=([^&\\s"'#]*)`).exec(`&${text}`)?.[1];
  const [relayState, algorithm, signature] = ['RelayState', 'SigAlg', 'Signature'].map(value);
  // SAML bindings 3.4.4.1: the parameters as they are in the URL, in this order.
  const signed = [
    `SAML${name}=${raw}`,
    ...(relayState === undefined ? [] : [`RelayState=${relayState}`]),
    `SigAlg=${algorithm ?? ''}`,
  ].join('&');
  return {
    ...unpacked(percentDecoded(raw)),
    relayState: percentDecoded(relayState ?? '', true),
    query:
      algorithm === undefined || signature === undefined
        ? undefined
        : {
            signed,
            algorithm: percentDecoded(algorithm),
            signature: Buffer.from(percentDecoded(signature), 'base64'),
          },
  };
}

function percentDecoded(text: string, isForm = false): string {
  try {
    return decodeURIComponent(isForm ? text.replaceAll('+', ' ') : text);
  } catch {
    // A percent sign that is not an escape.
    throw new ContentFault('its percent escapes are damaged');
  }
}

function unpacked(text: string): Pick<SamlSource, 'xml' | 'binding'> {
  // A plus sign that was taken for a space in a form is still one in base64.
  const base64 = text
    .replace(/[\r\n\t]/g, '')
    .trim()
    .replaceAll(' ', '+')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    throw new ContentFault('it is neither XML, base64 nor a URL with SAMLRequest or SAMLResponse');
  const bytes = Buffer.from(base64, 'base64');
  if (/^(?:\xef\xbb\xbf)?\s*</.test(bytes.subarray(0, 20).toString('latin1')))
    return {
      xml: checked(
        bytes
          .toString()
          .replace(/^\ufeff/, '')
          .trim(),
      ),
      binding: 'post',
    };
  return { xml: checked(inflated(bytes).trim()), binding: 'redirect' };
}

function inflated(bytes: Buffer): string {
  for (const inflate of [inflateRawSync, inflateSync]) {
    try {
      return inflate(bytes, { maxOutputLength: MAX_XML }).toString();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
        throw new LimitFault(`its XML must have at most ${MAX_XML} characters`, MAX_XML);
      // The other form is tried next.
    }
  }
  throw new ContentFault('it is base64, but neither XML nor deflated XML');
}

function checked(xml: string): string {
  if (xml.length > MAX_XML)
    throw new LimitFault(`its XML must have at most ${MAX_XML} characters, got ${xml.length}`, MAX_XML);
  if (/<!DOCTYPE/i.test(xml))
    throw new ContentFault('it has a DOCTYPE, which SAML does not allow: entities could be used for attacks');
  return xml;
}

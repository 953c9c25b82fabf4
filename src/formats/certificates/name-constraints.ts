import { addressBytes } from '../../lib/pki/addresses.js';
import { altNamesOf, nameConstraintsOf } from '../../lib/pki/extensions.js';
import { type GeneralName, generalNameText, nameText } from '../../lib/pki/names.js';
import type { ParsedCertificate } from '../../lib/pki/x509.js';

/** A host below a domain; one with a dot in front takes hosts below it only (RFC 5280, 4.2.1.10). */
function isBelow(host: string, domain: string): boolean {
  const [name, limit] = [host.toLowerCase(), domain.toLowerCase()];
  if (limit === '') return true;
  return limit.startsWith('.') ? name.endsWith(limit) : name === limit || name.endsWith(`.${limit}`);
}

function isWithin({ type, value }: GeneralName, limit: string): boolean {
  switch (type) {
    case 'DNS':
      return isBelow(value, limit);
    case 'email': {
      if (limit.includes('@')) return value.toLowerCase() === limit.toLowerCase();
      const host = value.slice(value.lastIndexOf('@') + 1).toLowerCase();
      return limit.startsWith('.') ? isBelow(host, limit) : host === limit.toLowerCase();
    }
    case 'URI': {
      const host = URL.canParse(value) ? new URL(value).hostname : value;
      return limit.startsWith('.') ? isBelow(host, limit) : host.toLowerCase() === limit.toLowerCase();
    }
    case 'IP': {
      const [network = '', mask = ''] = limit.split('/');

      const [own, base, bits] = [addressBytes(value), addressBytes(network), addressBytes(mask)];
      if (own === undefined || base === undefined || bits === undefined) return false;
      return (
        own.length === base.length &&
        own.every((byte, i) => (byte & (bits[i] ?? 0)) === ((base[i] ?? 0) & (bits[i] ?? 0)))
      );
    }
    default:
      return value === limit || (limit !== '' && value.startsWith(`${limit}, `)) || limit === '';
  }
}

/** Names of a certificate that the constraints of an issuer above it do not allow. */
export function forbiddenNames(certificate: ParsedCertificate, issuer: ParsedCertificate): string[] {
  const constraints = nameConstraintsOf(issuer.extensions);
  if (constraints === undefined) return [];
  const { permitted, excluded } = constraints;
  const subject = nameText(certificate.subject);
  const own: GeneralName[] = subject === '' ? [] : [{ type: 'DirName', value: subject }];
  return [...altNamesOf(certificate.extensions), ...own]
    .filter((name) => {
      const ofType = (list: readonly GeneralName[]) => list.filter(({ type }) => type === name.type);
      const allowed = ofType(permitted);
      return (
        (allowed.length > 0 && !allowed.some(({ value }) => isWithin(name, value))) ||
        ofType(excluded).some(({ value }) => isWithin(name, value))
      );
    })
    .map(generalNameText);
}

import { type InputFile, invalid, quote } from '../../core/index.js';
import { type Certificate, readCertificates } from '../../lib/pki/certificates.js';

/** The certificates to trust, of option `trust` and of files. Throws INVALID_INPUT naming the one that has none. */
export function anchorsOf(trust: string, files: readonly InputFile[]): Certificate[] {
  const sources = [
    ...(trust.trim() === '' ? [] : [{ name: 'Option "trust"', text: trust }]),
    ...files.map(({ name, bytes }) => ({ name: `File ${quote(name)}`, text: Buffer.from(bytes).toString('latin1') })),
  ];
  return sources.flatMap(({ name, text }) => {
    const certificates = readCertificates(text);
    if (certificates === undefined) throw invalid(`${name} must have certificates in PEM form`);
    return certificates;
  });
}

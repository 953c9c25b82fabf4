import { escapeXmlText } from '../../lib/xml/references.js';
import { readPdf } from '../pdf/document/open.js';
import { rewritePdf } from '../pdf/document/save.js';
import { xmpOf } from '../pdf/document/xmp.js';
import { PdfDict, PdfName, PdfRef, PdfStream } from '../pdf/syntax/objects.js';

/** Factur-X 1.07, chapter 6.2.1; ZUGFeRD 2.3 has the same. */
export const ATTACHMENT_NAME = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const PROPERTIES = [
  ['DocumentFileName', ATTACHMENT_NAME, 'The name of the embedded XML document'],
  ['DocumentType', 'INVOICE', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
  ['Version', '1.0', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'EN 16931', 'The conformance level of the embedded XML document'],
] as const;

/** The description of the properties that PDF/A wants (ISO 19005-3, 6.6.2.3.3). */
const SCHEMA = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${PROPERTIES.map(
  ([name, , description]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${escapeXmlText(description)}</pdfaProperty:description></rdf:li>`,
).join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;

const VALUES = `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">${PROPERTIES.map(
  ([name, value]) => `<fx:${name}>${value}</fx:${name}>`,
).join('')}</rdf:Description>`;

const SCHEMAS_END = '</rdf:Bag></pdfaExtension:schemas>';
const PACKET_END = '</rdf:RDF>';

/** A PDF/A-3 of the typesetter with the XMP properties by which programs know an invoice of Factur-X. */
export function withFacturXMetadata(bytes: Uint8Array): Uint8Array {
  const { document } = readPdf({ name: 'invoice.pdf', bytes });
  const packet = xmpOf(document);
  const place = document.catalog.get('Metadata');
  if (packet === undefined || !(place instanceof PdfRef)) throw new Error('the typesetter wrote no XMP packet');
  const parts = [packet.split(SCHEMAS_END), packet.split(PACKET_END)];
  if (parts.some(({ length }) => length !== 2)) throw new Error('the XMP packet of the typesetter has another form');
  const changed = packet
    .replace(SCHEMAS_END, () => SCHEMA + SCHEMAS_END)
    .replace(PACKET_END, () => VALUES + PACKET_END);
  const dict = new PdfDict().set('Type', new PdfName('Metadata')).set('Subtype', new PdfName('XML'));
  document.set(place, new PdfStream(dict, Buffer.from(changed)));
  return rewritePdf(document);
}

import { describe, expect, test } from 'vitest';

import { readXmp, xmpText } from './xmp.js';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const packetOf = (description: string): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}>${description}</rdf:RDF></x:xmpmeta>  <?xpacket end="w"?>`;

describe('properties of XMP packets', () => {
  // ISO 16684-1, 7.4 to 7.9: the forms that a property may be written in.
  test.each([
    ['an attribute', `<rdf:Description ${DC} dc:format="image/png"/>`, { 'dc:format': 'image/png' }],
    [
      'an element',
      `<rdf:Description ${DC}><dc:format> a &amp; b </dc:format></rdf:Description>`,
      { 'dc:format': 'a & b' },
    ],
    [
      'a list',
      `<rdf:Description ${DC}><dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Bag></dc:subject></rdf:Description>`,
      { 'dc:subject': ['a', 'b'] },
    ],
    [
      'languages',
      `<rdf:Description ${DC}><dc:title><rdf:Alt><rdf:li xml:lang="de">Hallo</rdf:li><rdf:li xml:lang="x-default">Hello</rdf:li></rdf:Alt></dc:title></rdf:Description>`,
      { 'dc:title': 'Hello' },
    ],
    [
      'several descriptions',
      `<rdf:Description ${DC} dc:format="f"/><rdf:Description xmlns:my="http://example.org/" my:word="w"/>`,
      { 'dc:format': 'f', 'my:word': 'w' },
    ],
  ])('are read from %s', (_, description, properties) => {
    expect(readXmp(packetOf(description))).toEqual(properties);
  });

  test('have the prefix that is usual for their namespace, whatever the file calls it', () => {
    const packet = `<m:xmpmeta xmlns:m="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <r:Description xmlns:a="http://www.aiim.org/pdfa/ns/id/" a:part="2"><a:conformance>B</a:conformance></r:Description>
      <r:Description xmlns:a="http://example.org/" a:part="3"/></r:RDF></m:xmpmeta>`;
    expect(readXmp(packet)).toEqual({ 'pdfaid:part': '2', 'pdfaid:conformance': 'B', 'a:part': '3' });
  });

  test('are none in what is no XMP, or damaged', () => {
    for (const packet of ['', 'no XML', '<a/>', packetOf('<rdf:Description>'), packetOf('&unknown;')])
      expect(readXmp(packet)).toBeUndefined();
  });
});

describe('the text of a packet', () => {
  test.each(['utf-8', 'utf-16le', 'utf-16be'])('is told by its byte order mark: %s', (encoding) => {
    const utf16 = Buffer.from('\ufeff<ü/>', 'utf16le');
    const bytes = { 'utf-8': Buffer.from('\ufeff<ü/>'), 'utf-16le': utf16, 'utf-16be': Buffer.from(utf16).swap16() }[
      encoding
    ];
    expect(xmpText(bytes ?? Buffer.alloc(0))).toBe('<ü/>');
  });

  test('is left alone beyond 4 MiB', () => {
    expect(xmpText(Buffer.alloc(4 * 2 ** 20 + 1))).toBeUndefined();
  });
});

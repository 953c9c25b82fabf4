import { type HostileFile, latin } from './hostile-file.js';

type Row = readonly [name: string, text: string | Buffer, attack: string];

/** Entities that grow tenfold, twelve times over: `&l;` is a trillion letters. */
export const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${[...'bcdefghijkl']
  .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghijk'[i]};`.repeat(10)}">`)
  .join('')}]>`;

/** XML, YAML, JSON, tables and other texts with entities, aliases, depths, huge numbers and quotes without end. */
export const hostileTexts = (): HostileFile[] =>
  [...xmls(), ...jsons(), ...yamls(), ...tables(), ...maps(), ...others()].map(([name, text, attack]) => ({
    name,
    bytes: typeof text === 'string' ? Buffer.from(text) : text,
    attack,
  }));

function xmls(): Row[] {
  const attributes = Array.from({ length: 20_000 }, (_, i) => `a${i}="1"`).join(' ');
  return [
    ['entities.xml', `${LAUGHS}<x>&l;</x>`, 'a billion laughs'],
    [
      'quadratic.xml',
      `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50_000)}">]><x>${'&a;'.repeat(20_000)}</x>`,
      'one long entity 20,000 times',
    ],
    ['loop.xml', '<!DOCTYPE x [<!ENTITY a "&b;"><!ENTITY b "&a;">]><x>&a;</x>', 'entities of each other'],
    [
      'parameter.xml',
      '<!DOCTYPE x [<!ENTITY % a "<!ENTITY &#37; b \'%a;\'>">%a;%b;]><x/>',
      'parameter entities of themselves',
    ],
    [
      'file.xml',
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY % d SYSTEM "http://127.0.0.1:1/">%d;]><x>&a;</x>',
      'reads files and the network',
    ],
    [
      'include.xml',
      '<x xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd" parse="text"/></x>',
      'includes a file',
    ],
    ['stylesheet.xml', '<?xml-stylesheet href="file:///etc/passwd"?><x/>', 'a style of a file'],
    ['deep.xml', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, '100,000 elements in each other'],
    ['deep-open.xml', '<a>'.repeat(200_000), '200,000 elements not closed'],
    ['attributes.xml', `<x ${attributes}/>`, '20,000 attributes'],
    [
      'namespaces.xml',
      `<x ${Array.from({ length: 5000 }, (_, i) => `xmlns:n${i}="u${i}"`).join(' ')}>${'<n1:a n2:b=""/>'.repeat(5000)}</x>`,
      '5,000 namespaces',
    ],
    ['characters.xml', '<x>&#0;&#x110000;&#xD800;&#99999999999999;</x>', 'characters that there are not'],
    ['comment.xml', `<x><!--${'-'.repeat(300_000)}`, 'a comment without end'],
    ['data.xml', `<x>${'<![CDATA['.repeat(50_000)}`, 'data without end'],
    [
      'declaration.xml',
      '<?xml version="9.9" encoding="nothing" standalone="maybe"?><x/>',
      'an encoding that there is not',
    ],
    [
      'utf16.xml',
      Buffer.concat([latin('\xff\xfe'), Buffer.from('<?xml version="1.0" encoding="utf-8"?><x/>', 'utf16le')]),
      'two encodings',
    ],
    ['utf32.xml', latin('\xff\xfe\0\0<\0\0\0x\0\0\0/\0\0\0>\0\0\0'), 'four bytes a letter'],
    [
      'schema.xsd',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="file:///etc/passwd"/><xs:import namespace="a" schemaLocation="http://127.0.0.1:1/"/><xs:element name="x" type="a"/><xs:complexType name="a"><xs:sequence maxOccurs="999999999"><xs:element ref="x" minOccurs="999999"/></xs:sequence></xs:complexType></xs:schema>',
      'a schema of itself and of files',
    ],
    [
      'schema.rng',
      '<grammar xmlns="http://relaxng.org/ns/structure/1.0"><start><ref name="a"/></start><define name="a"><choice><ref name="a"/><ref name="a"/></choice></define><include href="file:///etc/passwd"/></grammar>',
      'a schema of itself',
    ],
    ['types.dtd', `<!ENTITY % a "%a;">%a;<!ELEMENT x (${'(a|'.repeat(5000)}b${')'.repeat(5000)})>`, 'types 5,000 deep'],
    [
      'plist.plist',
      `<plist><array>${'<dict><key>a</key>'.repeat(20_000)}</array></plist>`,
      '20,000 dictionaries in each other',
    ],
    [
      'table.html',
      `<table>${'<tr><td colspan="999999999" rowspan="999999999">a</td></tr>'.repeat(100)}</table>`,
      '10^20 cells',
    ],
    ['tables.html', '<table><tr><td>'.repeat(20_000), '20,000 tables in each other'],
    ['tags.html', '<b><i><a><p>'.repeat(20_000), 'tags that never close'],
    [
      'attributes.html',
      `<table ${'a '.repeat(100_000)}><tr><td ${Array.from({ length: 20_000 }, (_, i) => `x${i}`).join(' ')}>a</td></tr></table>`,
      '120,000 attributes',
    ],
  ];
}

function jsons(): Row[] {
  return [
    ['deep.json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, '200,000 arrays in each other'],
    ['deep-objects.json', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, '50,000 objects in each other'],
    ['open.json', '{"a":['.repeat(50_000), '100,000 without end'],
    ['digits.json', `[${'9'.repeat(300_000)},-0,1e999,-1e999,1e-999,0.${'0'.repeat(100_000)}1]`, 'numbers without end'],
    [
      'prototype.json',
      '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"toString":1,"hasOwnProperty":null}',
      'names of every object',
    ],
    ['keys.json', `{${Array.from({ length: 50_000 }, (_, i) => `"${i}":1`).join()}}`, '50,000 names'],
    ['same.json', `{${'"a":1,'.repeat(50_000)}"a":2}`, 'one name 50,000 times'],
    ['wide.json', JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ [`k${i}`]: i }))), 'a thousand columns'],
    ['surrogates.json', '["\\ud800","\\udc00\\ud800","\\u0000"]', 'halves of letters'],
    ['bytes.json', latin('["\xff\xfe\xc0\x80"]'), 'bytes that are not text'],
    ['mark.json', '\ufeff\ufeff{}', 'two byte order marks'],
    ['spaces.json', `${' '.repeat(500_000)}1`, 'half a million spaces'],
    ['nulls.json', '\0'.repeat(100_000), 'nothing but noughts'],
    ['lines.jsonl', '[\n{\n"\n'.repeat(30_000), '90,000 broken lines'],
    [
      'pointers.json',
      `{"$ref":"#","definitions":{"a":{"$ref":"#/definitions/a"}},"allOf":[{"$ref":"#"}]}`,
      'references to themselves',
    ],
    [
      'remote.json',
      '{"$schema":"http://127.0.0.1:1/","$ref":"file:///etc/passwd","type":"nothing","pattern":"(a+)+$","$id":"::"}',
      'references to files',
    ],
  ];
}

function yamls(): Row[] {
  const aliases = [...'abcdefghi']
    .map((name, i, all) =>
      i === 0
        ? `a: &a [x,x,x,x,x,x,x,x,x,x]`
        : `${name}: &${name} [${Array(10)
            .fill(`*${all[i - 1]}`)
            .join()}]`,
    )
    .join('\n');
  return [
    ['aliases.yaml', aliases, 'a billion aliases'],
    ['alias-loop.yaml', 'a: &a\n  b: *a\n', 'an alias of itself'],
    ['merge-loop.yaml', 'a: &a\n  <<: *a\n  b: 1\n', 'a merge of itself'],
    [
      'merges.yaml',
      [...'abcdefghij']
        .map(
          (name, i, all) =>
            `${name}: &${name}\n  k${name}: 1${
              i === 0
                ? ''
                : `\n  <<: [${Array(10)
                    .fill(`*${all[i - 1]}`)
                    .join()}]`
            }`,
        )
        .join('\n'),
      'merges ten times ten',
    ],
    ['deep.yaml', '['.repeat(50_000), '50,000 lists not closed'],
    [
      'deep-lines.yaml',
      Array.from({ length: 900 }, (_, i) => `${' '.repeat(i)}- a:`).join('\n'),
      'a step in each line',
    ],
    ['dashes.yaml', `${'- '.repeat(50_000)}a`, '50,000 lists in one line'],
    ['keys.yaml', `${'? '.repeat(20_000)}a`, '20,000 keys of keys'],
    ['map-keys.yaml', '{[a,b]: c, {d: e}: f, null: g, ~: h}', 'keys that are lists'],
    [
      'tags.yaml',
      '!!js/function "a"\n--- !!python/object/apply:os.system ["id"]\n--- !<tag:x> a\n--- !!binary "%%"\n--- !!int x\n--- !!timestamp z',
      'tags that do things',
    ],
    [
      'numbers.yaml',
      `a: ${'9'.repeat(50_000)}\nb: 0x${'f'.repeat(50_000)}\nc: 0o9\nd: .inf\ne: 1_0\nf: 190:20:30\ng: 2001-99-99`,
      'numbers without end',
    ],
    ['documents.yaml', '---\n'.repeat(20_000), '20,000 documents of nothing'],
    ['quotes.yaml', `a: "${'\\x'.repeat(20_000)}`, 'a quote without end'],
    ['block.yaml', `a: |99\n  b\nc: >-\n${'\n'.repeat(50_000)}`, 'a block of nonsense'],
    ['directive.yaml', '%YAML 9.9\n%TAG ! !\n%X\n--- a', 'a version that there is not'],
    ['tabs.yaml', 'a:\n\tb: c\n\t\t- d', 'tabs'],
    ['dotted.toml', `${'a.'.repeat(2000)}a=1`, 'a key 2,000 deep'],
    ['deep.toml', `a = ${'['.repeat(20_000)}`, '20,000 lists'],
    ['tables.toml', `[${'a.'.repeat(20_000)}b]\n[a]\n[a]\na=1\na=2`, 'a table 20,000 deep, and one twice'],
    [
      'prototype.toml',
      '[__proto__]\na=1\n["constructor".prototype]\nb=nan\nc=9223372036854775808',
      'names of every object',
    ],
    ['sections.ini', `[${'['.repeat(20_000)}\n=\n==\n[]\n__proto__=1\n[__proto__]\na=1`, 'sections of nonsense'],
  ];
}

function tables(): Row[] {
  return [
    ['quote.csv', `a,b\n"${'x,\n'.repeat(50_000)}`, 'a quote without end'],
    ['quotes.csv', `a\n${'"'.repeat(200_001)}`, 'nothing but quotes'],
    ['columns.csv', `${'a,'.repeat(100_000)}\n${'1,'.repeat(100_000)}`, '100,000 columns of one name'],
    ['ragged.csv', Array.from({ length: 1000 }, (_, i) => ','.repeat(i)).join('\n'), 'each line longer'],
    ['rows.csv', `a\n${'\n'.repeat(300_000)}`, '300,000 empty rows'],
    ['formula.csv', 'a,b\n=cmd|\'/c calc\'!A1,"=HYPERLINK(""http://127.0.0.1"")"\n@SUM(1),+1', 'formulas'],
    ['returns.csv', '\r'.repeat(100_000), 'nothing but returns'],
    ['noughts.csv', 'a\0,b\n\0,\0\n', 'noughts'],
    ['prototype.csv', '__proto__,constructor,toString\n1,2,3', 'names of every object'],
    ['utf16.csv', Buffer.concat([latin('\xfe\xff'), Buffer.from('a,b\n1,2', 'utf16le')]), 'the wrong byte order'],
    ['bytes.csv', latin('a,b\n\xff\xfe,\xc0\x80\n'), 'bytes that are not text'],
    ['empty.csv', '', 'empty'],
    ['mark.csv', '\ufeff', 'only a byte order mark'],
    ['wide.tsv', `${'a'.repeat(500_000)}\t\t\t\n`, 'a cell of 500,000 letters'],
    [
      'log.log',
      `127.0.0.1 - - [99/Zzz/9999:99:99:99 +9999] "${'\\'.repeat(100_000)}" 99999999999 -\n`.repeat(3),
      'a line of backslashes',
    ],
    ['escapes.log', `${'\x1b['.repeat(50_000)}m\n{"level":${'['.repeat(1000)}`, 'escapes'],
    ['cards.vcf', 'BEGIN:VCARD\n'.repeat(20_000), '20,000 cards in each other'],
    [
      'card.vcf',
      `BEGIN:VCARD\nVERSION:9\nN:${';'.repeat(50_000)}\nNOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=nothing:=${'=C3=\n'.repeat(5000)}\nPHOTO;ENCODING=b:%%%\nBDAY:99999-99-99\nEND:VCARD`,
      'a card of nonsense',
    ],
  ];
}

function maps(): Row[] {
  const shape = (type: string, coordinates: string): string => `{"type":"${type}","coordinates":${coordinates}}`;
  return [
    ['deep.geojson', shape('Polygon', `${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'coordinates 20,000 deep'],
    [
      'collection.geojson',
      `${'{"type":"GeometryCollection","geometries":['.repeat(5000)}${']}'.repeat(5000)}`,
      'collections in each other',
    ],
    ['numbers.geojson', shape('LineString', '[[1e308,-1e308],[1e999,0],[null,"a"],[]]'), 'places that there are not'],
    [
      'odd.geojson',
      '{"type":"FeatureCollection","features":[null,7,{"type":"Feature","geometry":{"type":"Nothing"},"properties":[1]},{"type":"Feature","geometry":{"type":"Point","coordinates":[]},"properties":{"__proto__":1}}],"bbox":[1]}',
      'features of nonsense',
    ],
    [
      'arcs.topojson',
      '{"type":"Topology","objects":{"a":{"type":"LineString","arcs":[99999,-99999,1.5,null]},"__proto__":{"type":"Polygon","arcs":[[0]]}},"arcs":[[[1e308,1e308],[1e308,1]]],"transform":{"scale":[0,1e308],"translate":[null]}}',
      'arcs that are not there',
    ],
    ['deep.wkt', `GEOMETRYCOLLECTION(${'GEOMETRYCOLLECTION('.repeat(10_000)}`, 'collections in each other'],
    ['parentheses.wkt', `MULTIPOLYGON ${'('.repeat(50_000)}`, '50,000 parentheses'],
    ['numbers.wkt', 'LINESTRING (1e999 -1e999, nan inf, 0x1 1, 1)', 'places that there are not'],
    ['count.wkb', latin('\x01\x02\0\0\0\xff\xff\xff\xff'), '4 billion places'],
    ['deep.wkb', Buffer.alloc(90_000, latin('\x01\x07\0\0\0\x01\0\0\0')), 'collections in each other'],
    ['type.wkb', latin('\x01\xff\xff\xff\xff\x01\0\0\0'), 'a kind that there is not'],
    ['entities.kml', `${LAUGHS}<kml><Document><name>&l;</name></Document></kml>`, 'a billion laughs'],
    ['deep.kml', `<kml>${'<Folder>'.repeat(50_000)}`, '50,000 folders'],
    [
      'places.kml',
      '<kml><Placemark><Point><coordinates>1e999,nan,,</coordinates></Point><LineString><coordinates>a b,c</coordinates></LineString></Placemark></kml>',
      'places that there are not',
    ],
    [
      'track.gpx',
      '<gpx><trk><trkseg><trkpt lat="1e999" lon="nan"><ele>x</ele><time>never</time></trkpt><trkpt/></trkseg></trk></gpx>',
      'places that there are not',
    ],
  ];
}

function others(): Row[] {
  const math = `$${'{'.repeat(5000)}$`;
  return [
    ['emphasis.md', '*_'.repeat(50_000), 'emphasis without end'],
    ['brackets.md', '['.repeat(50_000), '50,000 brackets'],
    ['links.md', '[a]('.repeat(20_000), '20,000 links not closed'],
    ['quotes.md', '> '.repeat(20_000), '20,000 quotes in each other'],
    ['lists.md', Array.from({ length: 500 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'), '500 lists in each other'],
    ['table.md', `|${'a|'.repeat(5000)}\n|${'-|'.repeat(5000)}\n`, '5,000 columns'],
    [
      'notes.md',
      Array.from({ length: 2000 }, (_, i) => `[^${i}]: [^${i + 1}]\n\n[^${i}]`).join('\n'),
      'notes on notes',
    ],
    ['math.md', `${math}\n\n$$\\frac${'\\frac'.repeat(5000)}$$`, 'formulas in each other'],
    [
      'pictures.md',
      '![a](file:///etc/passwd) ![b](http://127.0.0.1:1/) ![c](../../../etc/passwd) <img src="/etc/passwd">',
      'pictures that are files',
    ],
    ['typst.md', '#read("/etc/passwd") `#eval("1")` $#read("/etc/passwd")$ @a #import "a"', 'code of the printer'],
    ['backticks.md', Array.from({ length: 700 }, (_, i) => '`'.repeat(i)).join(' '), 'backticks of every length'],
    ['entries.bib', '@article{'.repeat(20_000), '20,000 entries in each other'],
    ['braces.bib', `@article{a, title={${'{'.repeat(50_000)}`, '50,000 braces'],
    [
      'strings.bib',
      '@string{a = a # a # b}\n@string{b = a}\n@article{x, title = a # b, crossref={x}, author={ and and , , ,}, year={99999999999}}',
      'strings of each other',
    ],
    [
      'hunks.patch',
      '--- a/../../etc/passwd\n+++ b/../../etc/passwd\n@@ -1,99999999999 +1,99999999999 @@\n x\n',
      'a patch of another folder',
    ],
    ...['.txt', '.json', '.md', '.csv', '.yaml', '.xml', '.ini', '.log'].flatMap((ending): Row[] => [
      [`returns${ending}`, `a${'\r'.repeat(200_000)}`, '200,000 returns'],
      [`separators${ending}`, `a${'\u2028'.repeat(60_000)}`, '60,000 line separators'],
      [`no-break${ending}`, `a${'\u00a0'.repeat(50_000)}b`, '50,000 no-break spaces'],
      [`no-width${ending}`, `a${'\u200b'.repeat(50_000)}b`, '50,000 spaces without a width'],
    ]),
    ['lines.txt', '\n'.repeat(500_000), 'half a million lines'],
    ['line.txt', 'a'.repeat(900_000), 'a line of 900,000 letters'],
    ['marks.txt', `a${'\u0301'.repeat(200_000)}`, 'a letter of 200,000 accents'],
    ['joiners.txt', '\u{1f468}\u200d'.repeat(50_000), 'a picture of 50,000 people'],
    ['directions.txt', '\u202e\u2066\u2067\u202b'.repeat(30_000), 'directions in each other'],
    [
      'page.sqlite',
      Buffer.concat([latin('SQLite format 3\0\x10\0\x01\x01\0@  '), Buffer.alloc(4072, 0xff)]),
      'a database of ones',
    ],
    ['header.db', latin('SQLite format 3\0\0\0\xff\xff\0\0\0'), 'pages of no size'],
    ['foot.parquet', latin('PAR1\x15\0\xff\xff\xff\x7fPAR1'), 'a foot of 2 GiB'],
    [
      'thrift.parquet',
      Buffer.concat([latin('PAR1'), Buffer.alloc(2000, 0x1c), latin('\xd0\x07\0\0PAR1')]),
      'structures 2,000 deep',
    ],
    [
      'list.parquet',
      Buffer.concat([latin('PAR1'), latin('\x15\x02\x19\xfc\xff\xff\xff\xff\x0f'), latin('\x09\0\0\0PAR1')]),
      'a list of 4 billion',
    ],
    [
      'chain.pem',
      `-----BEGIN CERTIFICATE-----\n${'MIIBIjANBgkqhkiG\n'.repeat(50)}-----END CERTIFICATE-----\n`.repeat(50),
      '50 certificates of nonsense',
    ],
    ['length.p12', latin('\x30\x84\xff\xff\xff\xff\x02\x01\x03\x30\x80\x06\x09'), 'a length of 4 GiB'],
    ['deep.p12', Buffer.alloc(20_000, latin('\x30\x80')), 'structures 10,000 deep'],
  ];
}

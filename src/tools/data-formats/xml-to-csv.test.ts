import { describe, expect, it } from 'vitest';

import { escapeXmlText } from '../../lib/xml/references.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './xml-to-csv.js';

const hasPython = hasProgram('python3', ['--version'], 'xml-to-csv against ElementTree');
const hasXmlstarlet = hasProgram('xmlstarlet', ['--version'], 'xml-to-csv against XPath');

async function csv(input: string, options: Record<string, unknown> = {}): Promise<string> {
  const { text, message } = await runTool(tool, { input, options });
  return text ?? message ?? '';
}

const NAMES = ['name', 'price', 'x:tag', 'é', 'b-1'];
const TEXTS = ['', 'a', ' b ', 'x, y', 'say "hi"', '1 < 2 & 3', 'line\nbreak', '=1+1', 'Grüße', '0012.50'];

const attribute = (chance: Chance): string =>
  chance(3) === 0 ? ` id="${escapeXmlText(pick(chance, TEXTS)).replaceAll('"', '&quot;')}"` : '';

function record(chance: Chance, name: string, depth: number): string {
  const isLeaf = depth === 0 || chance(2) === 0;
  const inside = isLeaf
    ? escapeXmlText(pick(chance, TEXTS))
    : Array.from({ length: 1 + chance(4) }, () => `\n  ${record(chance, pick(chance, NAMES), depth - 1)}`).join('');
  return `<${name}${attribute(chance)}>${inside}</${name}>`;
}

const list = (chance: Chance): string =>
  `<list xmlns:x="urn:x">${Array.from({ length: 2 + chance(6) }, () => `<item>${record(chance, 'name', 2)}${record(chance, 'é', 2)}</item>`).join('\n')}</list>`;

// The mapping once more, in Python: names as written, cells read back from the CSV.
const SCRIPT = `
import csv, io, json, sys
import xml.etree.ElementTree as E
def walk(e, column, path, numbered, put):
    for k, v in e.attrib.items(): put((column + '.' if column else '') + '@' + k, v)
    if not len(e):
        t = (e.text or '').strip()
        if t or not e.attrib: put(column or 'value', t)
        return
    seen = {}
    for c in e:
        seen[c.tag] = seen.get(c.tag, 0) + 1
        p = path + '/' + c.tag
        n = c.tag + ('.%d' % seen[c.tag] if p in numbered else '')
        walk(c, column + '.' + n if column else n, p, numbered, put)
def repeats(e, path, found):
    tags = [c.tag for c in e]
    for c in e:
        if tags.count(c.tag) > 1: found.add(path + '/' + c.tag)
        repeats(c, path + '/' + c.tag, found)
out = []
for document, table in json.load(sys.stdin):
    rows = list(E.fromstring(document))
    numbered = set()
    for r in rows: repeats(r, '', numbered)
    ours = list(csv.DictReader(io.StringIO(table, newline='')))
    theirs = []
    for r in rows:
        row = {}
        walk(r, '', '', numbered, row.__setitem__)
        theirs.append({k.replace('{urn:x}', 'x:'): v for k, v in row.items()})
    same = len(ours) == len(theirs) and all({k: v for k, v in o.items() if v} == {k: v for k, v in t.items() if v} for o, t in zip(ours, theirs))
    columns = set(k for t in theirs for k in t) == set(ours[0])
    out.append(same and columns)
print(json.dumps(out))
`;

const SITEMAP =
  '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/?a=1&amp;b=2</loc><lastmod>2026-01-02</lastmod></url><url><loc>https://a.example/b</loc></url></urlset>';
const FEED =
  '<rss version="2.0"><channel><title>News</title><category>a</category><category>b</category><item><title><![CDATA[One & two]]></title><guid isPermaLink="false">1</guid></item><item><title>Three</title><guid>2</guid></item></channel></rss>';
const TRACK =
  '<gpx><trk><trkseg><trkpt lat="1.5" lon="2"><ele>3</ele></trkpt><trkpt lat="1.6" lon="2.1"><ele>4</ele></trkpt></trkseg><trkseg><trkpt lat="9" lon="9"/></trkseg></trk></gpx>';

describe('xml-to-csv', () => {
  it.skipIf(!hasPython)('gives the cells of a mapping in Python', async () => {
    const chance = chanceOf(11);
    const documents = Array.from({ length: 200 }, () => list(chance));
    const tables = await Promise.all(documents.map((document) => csv(document, { path: '/list/item' })));
    const pairs = documents.map((document, i) => [document, tables[i]]);
    const same: boolean[] = JSON.parse(runProgram('python3', ['-c', SCRIPT], JSON.stringify(pairs)).toString());
    expect(documents.filter((_, i) => same[i] !== true)).toEqual([]);
  });

  it.skipIf(!hasXmlstarlet).each([
    [SITEMAP, '//*[local-name()="url"]', ['*[1]', '*[2]'], 'loc,lastmod'],
    [FEED, '//item', ['title', 'guid/@isPermaLink', 'guid'], 'title,guid.@isPermaLink,guid'],
    [TRACK, '//trkpt', ['@lat', '@lon', 'ele'], '@lat,@lon,ele'],
  ])('finds the rows and values of XPath: %s', async (document, rows, values, header) => {
    const args = values.flatMap((value, i) => [...(i === 0 ? [] : ['-o', ',']), '-v', value]);
    const theirs = runProgram('xmlstarlet', ['sel', '-T', '-t', '-m', rows, ...args, '-n'], document).toString();
    const options = document === TRACK ? { path: 'trkpt' } : {};
    expect(await csv(document, options)).toBe(`${header}\n${theirs.replaceAll('&amp;', '&')}`);
  });

  it('takes the one record where nothing is repeated', async () => {
    expect(await csv('<catalog><book><t>A</t><y>1</y></book></catalog>')).toBe('t,y\nA,1\n');
    expect(await csv('<a>text</a>')).toBe('value\ntext\n');
    expect(await csv('<a/>')).toBe('value\n""\n');
  });

  it('numbers a name in all rows where any row has several', async () => {
    const rows = '<r><t>a</t></r><r><t>b</t><t>c</t></r><r/>';
    expect(await csv(`<d>${rows}</d>`)).toBe('t.1,t.2,value\na,,\nb,c,\n,,\n');
    expect(await csv(`<d>${rows}</d>`, { arrays: 'join' })).toBe('t,value\na,\nb; c,\n,\n');
  });

  it('repeats what is around rows, at every level, and what several have not', async () => {
    const input =
      '<world v="1"><name>W</name><land code="de"><name>Germany</name><note>a</note><note>b</note><city><n>Bonn</n></city><city><n>Ulm</n></city></land></world>';
    expect(await csv(input, { path: 'land/city', ancestors: true })).toBe(
      'world.@v,world.name,land.@code,land.name,n\n1,W,de,Germany,Bonn\n1,W,de,Germany,Ulm\n',
    );
  });

  it('reads the encoding that the declaration names', async () => {
    const bytes = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><d><r><a>Käse</a></r><r><a>2</a></r></d>',
      'latin1',
    );
    const { files } = await runTool(tool, { files: [{ name: 'a.xml', bytes }], options: { bom: true } });
    expect(files[0]?.bytes.toString()).toBe('\ufeffa\nKäse\n2\n');
  });

  it('refuses what would make too large a table, by the limit', async () => {
    const columns = (from: number) => Array.from({ length: 9000 }, (_, i) => `<c${from + i}/>`).join('');
    expect(await csv(`<d><r>${columns(0)}</r><r>${columns(9000)}</r></d>`)).toMatch(
      /^The table must have at most 16384 columns, got \d+ or more$/,
    );
    expect(await csv(`<d><r>${'<a>'.repeat(101)}${'</a>'.repeat(101)}</r><r/></d>`)).toBe(
      'Elements inside a row must be nested at most 100 deep',
    );
    const { message } = await runTool(tool, {
      files: [{ name: 'a.xml', bytes: Buffer.from(`<d><r>${columns(0)}</r>${'<r/>'.repeat(2000)}</d>`) }],
    });
    expect(message).toBe(
      'Cannot write file "a.xml" as CSV: columns times rows must be at most 10000000, got 9001 x 2001',
    );
  });

  it('takes time in step with the number of elements', async () => {
    await expectLinear(2000, (length) => csv(`<d>${'<r a="1"><b>2</b></r>'.repeat(length)}</d>`));
    await expectLinear(2000, (length) =>
      csv(`<d>${'<e/>'.repeat(length)}<r><b/></r></d>`, { path: 'r', ancestors: true }),
    );
    const deep = (length: number) => `${'<a k="1">'.repeat(200)}${'<r><b/></r>'.repeat(length)}${'</a>'.repeat(200)}`;
    await expectLinear(100, (length) => csv(deep(length), { path: 'r', ancestors: true }));
    await expectLinear(60, (length) => csv(`${'<a><b/>'.repeat(length)}${'</a>'.repeat(length)}`));
  });
});

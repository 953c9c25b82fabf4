import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { randomHtml } from '../../testing/html-documents.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import { HTML_PAIRS } from './_html-pairs.js';
import tool from './html-validator.js';

interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly line: number;
  readonly column: number;
}

async function findingsOf(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<readonly Finding[]> {
  const { data, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return (data as { readonly findings: readonly Finding[] }).findings;
}

it.each(HTML_PAIRS)('%s is told of the faulty document alone, %#', async (rule, faulty, right) => {
  expect((await findingsOf(faulty)).map((finding) => finding.rule)).toContain(rule);
  expect((await findingsOf(right)).filter(({ severity }) => severity === 'error')).toEqual([]);
});

const PYTHON = '/usr/bin/python3';
const PARSE = `import html5lib
found = []
for document in data:
  parser = html5lib.HTMLParser()
  parser.parse(document)
  found.append([error[1] for error in parser.errors])
print(json.dumps(found))`;

const PIECES =
  '< > " \' = / & ; &# <!-- --> </p> <p> <b> </b> <table> </table> <td> <li> </div> <div &foo; &copy <br/> </br> <a> </a> <option> <!doctype html> <svg> <?x?> </ <title> <tr> <form> <h1> <button> <head> <body> <select> <textarea> </html> a=1'.split(
    ' ',
  );

/** Rules about what parsers take without a word. */
const MEANING =
  /^(?:element-|attribute-|no-|valid-|text-|wcag|deprecated|multiple|void-content|close-order|unreadable|empty-title|missing-title|script-element|map-|area-|input-)/;

inRounds.skipIf(!hasProgram(PYTHON, ['-c', 'import html5lib'], 'HTML beside html5lib'))(
  'where html5lib finds a parse error there is nearly always an error, and syntax is wrong only where it finds one',
  [10, 1000],
  async (rounds) => {
    const chance = chanceOf(3);
    const documents = Array.from({ length: rounds }, () => {
      let text = randomHtml(chance);
      for (let left = chance(3); left > 0; left--) {
        const at = chance(text.length + 1);
        text =
          text.slice(0, at) +
          (chance(3) === 0 ? text.slice(at + 1 + chance(4)) : pick(chance, PIECES) + text.slice(at));
        if (chance(3) === 0) text = text.slice(0, at) + text.slice(at + 1);
      }
      return text;
    });
    let wrong = 0;
    let missed = 0;
    for (const [index, errors] of runPython<string[][]>(PARSE, documents, PYTHON).entries()) {
      const document = documents[index] ?? '';
      // A name without ";" is an error only where it is a name: changed since html5lib.
      const theirs = errors.filter((error) => error !== 'expected-named-entity');
      const mine = (await findingsOf(document, { scope: 'document' })).filter(({ severity }) => severity === 'error');
      if (theirs.length > 0 && mine.length === 0) missed++;
      if (errors.length === 0)
        expect(
          mine.filter(({ rule }) => !MEANING.test(rule)),
          document,
        ).toEqual([]);
      if (theirs.length > 0) wrong++;
    }
    expect(wrong).toBeGreaterThan(rounds / 4);
    // Text after </html> is one of the kinds that are missed.
    expect(missed).toBeLessThan(rounds / 100);
  },
);

it('what follows a parse error is checked, in its place', async () => {
  const faults = [
    '<p a"b>',
    '<p =a>',
    '<p a=<b>',
    '<a href=>',
    '<p / a>',
    '<3',
    '</>',
    '</ b>',
    '<?a?>',
    '<!foo>',
    '<!-- --!>',
    '<!-->',
    '<!DOCTYPE html>',
  ];
  for (const fault of faults) {
    const found = await findingsOf(`${fault}\r\n<ul>x</ul>`, { scope: 'fragment' });
    expect(
      found.filter(({ rule }) => rule === 'text-not-permitted'),
      fault,
    ).toMatchObject([{ line: 2, column: 5 }]);
  }
});

it('comments of the document change no rules', async () => {
  for (const action of ['disable', 'disable-next', 'disable-block', 'enable', 'foo']) {
    const comment = `<!-- [html-validate-${action} deprecated, no-dup-id -- why] -->`;
    expect((await findingsOf(`<div>${comment}<center>a</center></div>`)).map(({ rule }) => rule)).toContain(
      'deprecated',
    );
    expect(await findingsOf(comment)).toEqual([]);
  }
});

it('columns count characters, lines end with CRLF and CR too', async () => {
  expect(
    await findingsOf('<p>😀\r<b>é</b>\r\n😀<center></center></p>', { ignore: 'element-permitted-content' }),
  ).toMatchObject([{ rule: 'deprecated', line: 3, column: 3 }]);
});

it('elements in capitals, form feeds and names of other scripts are read', async () => {
  expect(await findingsOf('<SCRIPT>if (a<b) c</SCRIPT><TITLE>a<b</TITLE><p\fid="a">a</p><my-é>b</my-é>')).toEqual([]);
});

it('each preset has its rules', async () => {
  const text = '<!DOCTYPE html><html lang="en"><title>a</title><h1></h1><p style="a">b<center>c</center><input></html>';
  const rulesOf = async (preset: string) => (await findingsOf(text, { preset })).map(({ rule }) => rule);
  expect(await rulesOf('standard')).not.toContain('empty-heading');
  expect(await rulesOf('recommended')).toEqual(
    expect.arrayContaining(['empty-heading', 'no-inline-style', 'deprecated', 'input-missing-label']),
  );
  const a11y = await rulesOf('a11y');
  expect(a11y).toEqual(expect.arrayContaining(['empty-heading', 'input-missing-label']));
  expect(a11y).not.toContain('deprecated');
});

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/** What must end in time, with a result or a refusal. */
const HOSTILE: readonly string[] = [
  '<'.repeat(999_000),
  '<!--'.repeat(240_000),
  '<!--['.repeat(190_000),
  '<button>'.repeat(9000),
  `<p class="${times(100_000, (i) => `a${i} `)}">`,
  '<p a"'.repeat(160_000),
  '</p>'.repeat(240_000),
  '\n'.repeat(999_000),
  `<p ${times(100_000, (i) => `a${i} `)}>`,
  times(4900, (i) => `<label for="a${i}">x</label><input id="a${i}">`),
  times(9900, () => '<p id="a">x</p>'),
  `<map name="m">${'<area href="a" alt="x">'.repeat(9900)}</map>`,
  '<b>'.repeat(9000),
  '<p><b><i><u>'.repeat(900),
  '<svg><![CDATA['.repeat(60_000),
  times(9900, (i) => `<a href="x" aria-labelledby="a${i}" id="a${i}">x</a>`),
];

inRows(
  1,
  HOSTILE.flatMap((input) => ['standard', 'recommended', 'a11y'].map((preset) => [input, preset] as const)),
)('what is hostile ends in time, %#', async (input, preset) => {
  const { status, message } = await runTool(tool, { input, options: { preset } });
  expect([200, 400, 413], message).toContain(status);
});

it('a text that is too long is refused', async () => {
  const bytes = Buffer.from('a'.repeat(1_000_001));
  const { status, message } = await runTool(tool, { files: [{ name: 'a.html', bytes }] });
  expect([status, message]).toEqual([
    413,
    'Cannot check file "a.html": it must have at most 1000000 characters, got 1000001',
  ]);
});

import { describe, expect } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { deckOf, shapeOf } from '../../testing/presentations.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import {
  box,
  cell,
  checkPackage,
  fillSlides as fill,
  paragraph,
  row,
  slidesOf,
  table,
  textBox,
} from '../../testing/slide-templates.js';

const PYTHON = '/usr/bin/python3';
const hasJinja = hasProgram(PYTHON, ['-c', 'import jinja2'], 'filled slides beside Jinja2');
const hasOffice = hasProgram('soffice', ['--version'], 'filled slides beside LibreOffice');

const next = chanceOf(45);
const WORDS = ['Ada', 'salt & <sand>', 'река', '港', 'a_b', '7'];

/** Slides of a template in our notation, and the text of them all in Jinja's. */
function randomSlides(): { readonly slides: Parameters<typeof deckOf>[0]; readonly jinja: string } {
  const jinja: string[] = [];
  const line = (ours: string, theirs: string): string => {
    jinja.push(`${theirs}\n`);
    return ours;
  };
  const lines = (scope: string | undefined): string[] =>
    Array.from({ length: 1 + next(3) }, () => {
      const name = scope === undefined ? pick(next, ['name', 'city.name', 'size']) : 'label';
      const theirs = `{{ ${scope === undefined ? name : `${scope}.${name}`} }}`;
      switch (next(4)) {
        case 0:
          return line(`x {{#yes}}a {{${name}}}{{/yes}}{{^yes}}never{{/}} y`, `x a ${theirs} y`);
        case 1:
          return line(
            `{{top}} {{#others}}{{label}};{{/others}}`,
            `{{ top }} {% for i in others %}{{ i.label }};{% endfor %}`,
          );
        default:
          return line(`line {{${name}}}, {{${name}}}.`, `line ${theirs}, ${theirs}.`);
      }
    });
  const simple = (scope: string | undefined) => ({ shapes: box(...lines(scope)) });
  const slides = Array.from({ length: 1 + next(4) }, (): { shapes: string; notes?: string }[] => {
    const tags = (begin: string, end: string, ours: () => { shapes: string; notes?: string }[]) => {
      jinja.push(begin);
      const made = ours();
      jinja.push(end);
      return made;
    };
    switch (next(6)) {
      case 0:
        return tags('{% for s in items %}', '{% endfor %}', () => [
          { shapes: textBox('{{#items}}') + box(...lines('s')) + textBox('{{/items}}') },
        ]);
      case 1: {
        const [flag, sign] = [pick(next, ['yes', 'no', 'none', 'blank', 'empty']), pick(next, ['#', '^'])];
        return tags(`{% if ${sign === '^' ? 'not ' : ''}${flag} %}`, '{% endif %}', () => [
          { shapes: textBox(`{{${sign}${flag}}}`) + box(...lines(undefined)) },
          { ...simple(undefined), notes: shapeOf(paragraph(line('note {{top}}', 'note {{ top }}'))) },
          { shapes: box(...lines(undefined)) + textBox(`{{/}}`) },
        ]);
      }
      case 2:
        return tags('{% for s in items %}', '{% endfor %}', () => [
          { shapes: textBox('{{#items}}') + box(...lines('s')) },
          ...tags('{% for t in s.parts %}', '{% endfor %}', () => [
            { shapes: textBox('{{#parts}}') + box(...lines('t')) + textBox('{{/parts}}') },
          ]),
          { shapes: box(...lines('s')) + textBox('{{/items}}') },
        ]);
      case 3:
        jinja.push('{% for i in items %}{{ i.label }}\t{{ top }}\n{% endfor %}');
        return [{ shapes: table(2, row(cell('{{items.label}}'), cell('{{top}}'))) + box(...lines(undefined)) }];
      default:
        return [simple(undefined)];
    }
  }).flat();
  return { slides, jinja: jinja.join('') };
}

const randomData = () => ({
  name: pick(next, WORDS),
  city: { name: pick(next, WORDS) },
  size: next(1000),
  top: 'top',
  yes: true,
  no: false,
  none: null,
  blank: '',
  empty: [],
  others: Array.from({ length: next(3) }, () => ({ label: pick(next, WORDS) })),
  items: Array.from({ length: next(4) }, () => ({
    label: pick(next, WORDS),
    parts: Array.from({ length: next(3) }, () => ({ label: next(50) })),
  })),
});

/** Texts of one program and another, whatever they put between words. */
const sameWords = (text: string): string[] =>
  text
    .split(/\s+|(?<=;)/)
    .filter((word) => word !== '')
    .sort();

/** Templates, filled, with the words that Jinja2 writes for them. */
async function randomFilled(rounds: number) {
  const cases = Array.from({ length: rounds }, () => ({ ...randomSlides(), data: randomData() }));
  const expected = runPython<string[]>(
    'import jinja2\nprint(json.dumps([jinja2.Environment().from_string(t).render(**d) for t, d in data]))',
    cases.map(({ jinja, data }) => [jinja, data]),
    PYTHON,
  );
  const made: { bytes: Buffer; words: string[] }[] = [];
  for (const [i, { slides, data }] of cases.entries()) {
    const { files, message } = await fill(deckOf(slides), data);
    expect(message).toBeUndefined();
    made.push({ bytes: files[0]?.bytes ?? Buffer.alloc(0), words: sameWords(expected[i] ?? '') });
  }
  return made;
}

describe.skipIf(!hasJinja)('beside Jinja2', () => {
  inRounds('random slides have the same words', [10, 300], async (rounds) => {
    for (const { bytes, words } of await randomFilled(rounds)) {
      checkPackage(bytes);
      const read = await slidesOf(bytes);
      const text = read.map((one) => `${one.text}\n${one.notes}`).join('\n');
      expect(sameWords(text)).toEqual(words);
    }
  });

  exhaustive.skipIf(!hasOffice)('LibreOffice saves those words, in slides and notes', async () => {
    const made = await randomFilled(30);
    const saved = convertByOffice(
      made.map(({ bytes }, i): [string, Buffer] => [`d${i}.pptx`, bytes]),
      'fodp',
    );
    for (const [i, { words }] of made.entries()) {
      const body = /<office:presentation>[\s\S]*/.exec(saved[i]?.toString() ?? '')?.[0] ?? '';
      const text = body
        .replace(
          /<text:(?:page-number|date|time)[^>]*>[^<]*<\/[^>]*>|<presentation:[a-z-]*-decl[^>]*>[^<]*<\/[^>]*>/g,
          '',
        )
        .replace(/<office:binary-data>[^<]*<\/office:binary-data>/g, '')
        .replace(/>\s+</g, '><')
        .replace(/<\/text:p>|<text:(?:s|tab|line-break)\b[^>]*>/g, ' ')
        .replace(/<[^>]*>/g, '')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&');
      expect(sameWords(text), `deck ${i}`).toEqual(words);
    }
  });
});

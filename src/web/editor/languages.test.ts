import { expect, it } from 'vitest';

import { fitsEditor, placeIn, textLanguage } from './languages.js';

const tool = (id: string, family: string, ...formats: string[]) => ({
  id,
  family,
  files: formats.length === 0 ? null : { min: 0, max: 1, formats },
});

it('knows what the text of a tool is written in', () => {
  const cases = [
    [tool('json-to-xml', 'json', '*'), {}, 'json'],
    [tool('jq-query', 'json', '*'), {}, 'json'],
    [tool('xml-formatter', 'data-formats', '*'), {}, 'xml'],
    [tool('geojson-tools', 'geo', '.geojson', '.json'), {}, 'json'],
    [tool('docker-compose-validator', 'devops', '.yaml', '.yml', '.json'), {}, 'yaml'],
    [tool('link-notes', 'network-live', '.html', '.htm', '.xhtml', '.txt'), {}, 'html'],
    [tool('markdown-to-pdf', 'pdf', '.md', '.png', '.svg'), {}, 'markdown'],
    [tool('slides', 'pdf', '.md', '.markdown', '.png', '.svg'), {}, 'markdown'],
    [tool('optimizer', 'image', '.svg'), {}, 'xml'],
    [tool('css-selector-query', 'web-seo'), {}, 'html'],
    [tool('javascript-formatter', 'code'), { language: 'typescript' }, 'typescript'],
    [tool('json-to-code', 'json', '*'), { language: 'typescript' }, 'json'],
    [tool('string-escaper', 'text'), { language: 'json' }, undefined],
    [tool('invoice', 'print-office', '.png', '.svg'), {}, undefined],
    [tool('config-converter', 'data-formats', '*'), { from: 'toml' }, 'settings'],
    [tool('config-converter', 'data-formats', '*'), { from: 'auto' }, 'plain'],
    [tool('csv-to-json', 'data-formats', '*'), {}, undefined],
    [tool('case-converter', 'text'), {}, undefined],
    [tool('text-to-speech', 'audio', '.txt', '.md', '.xml'), {}, undefined],
    [tool('fill-pdf-form', 'pdf', '.pdf', '.json', '.csv'), {}, 'json'],
    [tool('reader', 'pdf', '.pdf', '.json', '.csv'), {}, undefined],
  ] as const;
  for (const [given, options, language] of cases) {
    expect(textLanguage(given, options), given.id).toBe(language);
  }
});

it('finds the line and column that a message speaks of', () => {
  expect(placeIn('Input must be JSON: line 3, column 5: a comma is missing')).toEqual({ line: 3, column: 5 });
  expect(placeIn('Cannot read property "input": Line 12 has 4 columns, got 5')).toEqual({ line: 12 });
  expect(placeIn('at line 2 column 7')).toEqual({ line: 2, column: 7 });
  expect(placeIn('line 0')).toBeUndefined();
  expect(placeIn('Input must have at most 20 lines, got 21')).toBeUndefined();
});

it('leaves long texts and long lines to the plain field', () => {
  expect(fitsEditor('')).toBe(true);
  expect(fitsEditor(`${'a'.repeat(5000)}\n`.repeat(39))).toBe(true);
  expect(fitsEditor(`\n${'a'.repeat(5001)}`)).toBe(false);
  expect(fitsEditor('a\n'.repeat(100_001))).toBe(false);
});

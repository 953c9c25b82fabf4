import { afterEach, describe, expect, it, vi } from 'vitest';

import type { CatalogOption } from '../../core/catalog.js';
import type { PageIndexTool, PageTool } from '../../core/pages.js';
import { fieldOf } from '../faults.js';
import { toolOfStep, withoutSecrets } from './known-tools.js';
import { passingOf } from './passing.js';
import { readSteps, writeSteps } from './step-text.js';

describe('steps as text', () => {
  it.each([
    '[{"tool":"sort-lines"}]',
    '[{"tool":"a","options":{"x":1,"y":"b"}},{"tool":"c","each":true,"from":0,"as":"files"}]',
    '[{"tool":"a","input":"text of its own"}]',
  ])('%s is written as it is read', (text) => {
    expect(writeSteps(readSteps(text) ?? [])).toBe(text);
  });

  it('reads a whole pipeline too, and nothing of an empty text', () => {
    expect(readSteps('{"steps": [{"tool": "a"}]}')?.map(({ tool }) => tool)).toEqual(['a']);
    expect(readSteps(' ')).toEqual([]);
    expect(writeSteps([])).toBe('');
  });

  it.each([
    '[',
    '{}',
    '7',
    'null',
    '["a"]',
    '[{}]',
    '[{"tool":1}]',
    '[{"tool":"a","options":[]}]',
    '[{"tool":"a","each":1}]',
    '{"steps":[],"input":"a"}',
  ])('%s is no list of steps', (text) => {
    expect(readSteps(text)).toBeUndefined();
  });
});

describe('steps that are kept or shared', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('have no option that is secret, and none of a tool that is not known', async () => {
    const option = (name: string, kind?: 'secret'): CatalogOption => ({
      name,
      type: 'string',
      default: '',
      description: '',
      ...(kind === undefined ? {} : { kind }),
    });
    const tool = { id: 'lock', options: [option('level'), option('word', 'secret')] };
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(tool)));
    const steps = '[{"tool":"lock","options":{"level":"2","word":"sesame"}},{"tool":"other","options":{"word":"a"}}]';
    expect(withoutSecrets(steps)).toBe('[{"tool":"lock"},{"tool":"other"}]');
    await toolOfStep('lock');
    expect(withoutSecrets(steps)).toBe('[{"tool":"lock","options":{"level":"2"}},{"tool":"other"}]');
    expect(withoutSecrets('sesame')).toBe('');
  });
});

describe('how a step gets what the one before gives', () => {
  const tool = (
    gives: PageIndexTool['gives'],
    input: PageIndexTool['input'],
    formats?: readonly string[],
  ): PageIndexTool => ({
    id: 'a',
    title: 'A',
    summary: '',
    family: 'text',
    class: 'standard',
    input,
    gives,
    files: formats === undefined ? null : { min: 0, max: 20, formats },
  });
  const text = tool(['text'], 'required');
  const pdf = tool(['data', 'files'], 'none', ['.pdf']);
  const zip = tool(['files'], 'none', ['*']);

  it.each([
    ['anything first', undefined, pdf, 'as it comes'],
    ['text after text', text, text, 'as it comes'],
    ['files after files', zip, pdf, 'as it comes'],
    ['data for text', pdf, text, 'as it comes'],
    ['text for any file', text, zip, 'as files'],
    ['files for text', zip, text, 'as text'],
    ['text for a PDF', text, pdf, undefined],
  ])('%s', (_, before, next, expected) => {
    expect(passingOf(before, next)).toBe(expected);
  });
});

describe('a fault of a step', () => {
  const steps: CatalogOption = { name: 'steps', type: 'string', default: '', description: '', kind: 'steps' };
  const tool: Pick<PageTool, 'input' | 'options' | 'files'> = { input: 'optional', options: [steps], files: null };

  it('stands at the steps', () => {
    const message = 'Step 2 ("heic-to-jpg"): Option "quality" must be between 1 and 100, got 900';
    expect(fieldOf(message, 'INVALID_INPUT', tool, [])).toEqual({ kind: 'option', name: 'steps' });
    expect(fieldOf('Property "input" must not be empty', 'INVALID_INPUT', tool, [])).toEqual({ kind: 'input' });
  });
});

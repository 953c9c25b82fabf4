import { expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './python-formatter.js';

const hasPython = hasProgram('python3', ['-c', 'import ast'], 'Python before and after beside CPython');

const format = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return text ?? '';
};

/** Files of the standard library in an order without meaning, as text. */
const libraryFiles = (count: number): readonly string[] =>
  runPython<string[]>(
    `
import glob, os, random, tokenize
paths = sorted(glob.glob(os.path.dirname(os.__file__) + '/**/*.py', recursive=True))
paths = [path for path in paths if 'lib2to3' not in path and '-packages' not in path and 100 < os.path.getsize(path) < 100000]
random.Random(7).shuffle(paths)
texts = []
for path in paths:
    with tokenize.open(path) as file: texts.append(file.read())
    if len(texts) == data: break
print(json.dumps(texts))`,
    count,
  );

inRounds.skipIf(!hasPython)('CPython reads the same tree', [2, 500], async (count) => {
  const texts = libraryFiles(count);
  expect(texts.length).toBeGreaterThan(Math.min(count, 500) - 1);
  const pairs: [string, string][] = [];
  for (const text of texts) {
    const formatted = await format(text);
    expect(await format(formatted)).toBe(formatted);
    pairs.push([text, formatted]);
  }
  const faults = runPython<string[]>(
    `
import ast, inspect, warnings
warnings.simplefilter('ignore')
def tree(text):
    root = ast.parse(text)
    for node in ast.walk(root):
        # The u before a text means nothing in Python 3.
        if isinstance(node, ast.Constant): node.kind = None
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            value = node.body[0].value
            value.value = '\\n'.join(line.strip() for line in value.value.strip().expandtabs().split('\\n'))
    return ast.dump(root)
print(json.dumps([before for before, after in data if tree(before) != tree(after)]))`,
    pairs,
  );
  expect(faults).toEqual([]);
});

it.each([
  ['# fmt: off\nx  =  1\n# fmt: on\ny  =  1', '# fmt: off\nx  =  1\n# fmt: on\ny = 1\n'],
  ['match a:\n case [1,*_]:pass', 'match a:\n    case [1, *_]:\n        pass\n'],
  ["f'{x!r:>{w}}'", 'f"{x!r:>{w}}"\n'],
  ['\ufeffx=1\r\ny=2\r', 'x = 1\ny = 2\n'],
  ['# only', '# only\n'],
])('%j', async (source, expected) => {
  expect(await format(source)).toBe(expected);
});

it.each([
  `x=${'1+'.repeat(100_000)}1`,
  '('.repeat(300_000),
  '\t'.repeat(900_000),
  `${'if a:\n'.repeat(50_000)}`,
  '"""'.repeat(200_001),
  '\\\n'.repeat(300_000),
  `x=${'-'.repeat(500_000)}1`,
  `x=${'not '.repeat(100_000)}1`,
  `x=${'a.b'.repeat(3000)}`,
  `x=${'a('.repeat(190)}${')'.repeat(190)}`,
  `f"${'{f"'.repeat(5000)}`,
  `x=${'lambda:'.repeat(50_000)}1`,
  '\0\ud800',
  '\r'.repeat(500_000),
])('Python that is hostile, %#', async (input) => {
  const { status, message } = await runTool(tool, { input });
  expect([200, 400, 413], message).toContain(status);
});

it('formats again after a stack that overflowed', async () => {
  const { status } = await runTool(tool, { input: `x=${'1+'.repeat(100_000)}1` });
  expect(status).toBe(413);
  expect(await format('x=1')).toBe('x = 1\n');
});

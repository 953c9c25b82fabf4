/** `npm run new-tool -- <family> <id>`: writes a tool's file with everything a declaration needs, ready to be filled in. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './tool-files.js';

const [family = '', id = ''] = process.argv.slice(2);
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
if (!NAME.test(family) || !NAME.test(id)) {
  console.error('Usage: npm run new-tool -- <family> <id>   (both in kebab-case)');
  process.exit(2);
}

const folder = join(ROOT, 'src/tools', family);
const path = join(folder, `${id}.ts`);
if (existsSync(path)) {
  console.error(`src/tools/${family}/${id}.ts exists`);
  process.exit(1);
}

const title = id.replace(
  /(^|-)([a-z0-9])/g,
  (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase(),
);

mkdirSync(folder, { recursive: true });
writeFileSync(
  path,
  `import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';

export default defineTool({
  id: '${id}',
  title: '${title}',
  summary: 'Says in one sentence what the tool does.',
  family: '${family}',
  class: 'standard',
  input: 'required',
  options: {
    upper: z.boolean().default(false).describe('Whether letters are made upper-case.'),
  },
  result: 'text',
  notes: [],
  aliases: ['what people search for'],
  verified: [],
  examples: [
    { title: 'An ordinary case', input: 'text', output: { text: 'text' } },
    { title: 'An edge: beyond the BMP', input: '😀', output: { text: '😀' } },
    {
      title: 'An error',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty' },
    },
  ],
  run({ input, options }) {
    return text(options.upper ? input.toUpperCase() : input);
  },
});
`,
);
// Of the family, so that its tools are checked beside those of other families.
const checks = join(folder, 'declarations.test.ts');
if (!existsSync(checks)) {
  writeFileSync(
    checks,
    `import { checkDeclarations } from '../../testing/declaration-checks.js';\n\nawait checkDeclarations('${family}');\n`,
  );
}
console.log(
  `wrote src/tools/${family}/${id}.ts: fill it in, then npm test -- ${id}. Say in "verified" what it was checked against.`,
);

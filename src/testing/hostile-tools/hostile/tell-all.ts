import { z } from 'zod';

import { ToolError, text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

/** Tells what it was sent in every way that a failure may: a log that repeats any of it repeats what callers send. */
const WAYS: Readonly<Record<string, (secret: string) => void>> = {
  throw: (secret) => {
    throw new Error(`cannot read ${secret}`);
  },
  'look like a stack': (secret) => {
    throw new Error(`first\n    at ${secret} (/srv/${secret}.js:1:2)\n    at ${secret}`);
  },
  name: (secret) => {
    throw Object.assign(new Error(secret), { name: `Error of ${secret}`, code: `E ${secret}` });
  },
  'change the message': (secret) => {
    const error = new Error(`    at ${secret} is where`);
    error.message = 'harmless';
    throw error;
  },
  'no error': (secret) => {
    throw secret;
  },
  cause: (secret) => {
    throw new ToolError('EXECUTION_FAILED', 'It failed', { cause: new SyntaxError(secret) });
  },
  'standard error': (secret) => {
    process.stderr.write(`${secret}\n`);
    process.abort();
  },
  'out of reach': (secret) => {
    setTimeout(() => {
      throw new Error(`nobody catches ${secret}`);
    });
  },
};

export default defineHostile({
  id: 'tell-all',
  class: 'standard',
  options: {
    way: z.string().max(50).default('throw').describe('How it is told.'),
    secret: z.string().max(50).default('').describe('What is told too.'),
  },
  files: { min: 0, max: 1, formats: ['*'] },
  async run({ input, files, options }) {
    const [first] = files;
    const content = first === undefined ? '' : `${first.name} ${Buffer.from(first.bytes).toString()}`;
    WAYS[String(options.way)]?.(`${input} ${options.secret} ${content}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return text('told');
  },
});

/** What the page offers to be pasted is pasted, and must give what the page gives. */

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import type { Page } from 'playwright-core';

import type { Faults } from './check.js';
import { fixture, ROOT } from './services.js';
import { ToolPage } from './tool-page.js';

interface Result {
  readonly text: string | null;
  readonly files: readonly { readonly name: string; readonly base64: string }[];
}

interface Answer {
  readonly result?: Result;
  readonly error?: { readonly code: string; readonly message: string };
}

const LANGUAGES = ['curl', 'TypeScript', 'Python', 'JSON'] as const;

type Language = (typeof LANGUAGES)[number];

/** Texts and names that mean something to a shell, to JSON, to Python and to JavaScript. */
const AWKWARD = `it's "quoted" $HOME \`id\` \\n \${x} {x} %s %d !! ; | & > é 😀 \u2028 '''\n\ttab`;
const AWKWARD_NAME = `it's "one" $(id) \`x\` & %s é.pdf`;

export async function calls(origin: string, page: Page, faults: Faults): Promise<void> {
  const view = new ToolPage(page, origin);

  let last = '';
  /** What stands in the clipboard now. It still has the last text for a moment, and none for another. */
  const copied = async (): Promise<string> => {
    const before = last;
    while (last === before || last === '') last = await page.evaluate(() => navigator.clipboard.readText());
    return last;
  };

  const compare = async (name: string, files: readonly string[]) => {
    const response = await view.run();
    const expected = resultOf((await response.json()) as Answer);
    faults.equal(response.status(), 200, `${name}: status on the page`);
    for (const language of LANGUAGES) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      await page.getByRole('button', { name: `Copy the call as ${language}` }).click();
      const code = await copied();
      const call = () => pasted(language, code, origin, new URL(response.url()).pathname, files);
      const actual = await call().catch((error: Error) => {
        // The run of the page may hold its slot for a moment after its answer.
        if (!error.message.includes('SERVER_BUSY')) throw error;
        return call();
      });
      faults.equal(actual.text, expected.text, `${name}: text by ${language}`);
      faults.equal(
        actual.files,
        Object.fromEntries(expected.files.map(({ name: file, base64 }) => [file, base64])),
        `${name}: files by ${language}`,
      );
    }
  };

  await faults.part('a text with every mark that means something somewhere', async () => {
    await view.open('hmac-generator');
    await page.locator('#input').fill(AWKWARD);
    await page.locator('#option-key').fill(AWKWARD.replaceAll('\n', ' '));
    await compare('awkward text', []);
  });

  await faults.part('options of every type', async () => {
    await view.open('case-converter');
    await page.locator('#input').fill('one two\nthree four');
    await page.getByLabel('Mode', { exact: true }).selectOption('constant');
    await page.getByRole('switch', { name: 'Per line' }).check();
    await compare('options', []);
  });

  await faults.part('a text that is longer than an argument may be', async () => {
    await view.open('token-counter');
    await page.locator('#input').fill(`${"it's long. ".repeat(30_000)}JSON\nJSON\n`);
    await compare('long text', []);
  });

  await faults.part('files, one of them with an awkward name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pages-call-'));
    try {
      const files = [join(folder, 'report.pdf'), join(folder, AWKWARD_NAME)];
      copyFileSync(fixture('pdf/report.pdf'), files[0] ?? '');
      copyFileSync(fixture('pdf/letter.pdf'), files[1] ?? '');
      await view.open('merge-pdf');
      await page.locator('#files').setInputFiles(files);
      await compare('files', files);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

interface Outcome {
  readonly text: string | null;
  /** base64 by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Runs the code in a folder of its own, where the files of the form are. */
async function pasted(
  language: Language,
  code: string,
  origin: string,
  path: string,
  files: readonly string[],
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'pages-paste-'));
  try {
    for (const file of files) copyFileSync(file, join(folder, basename(file)));
    if (language === 'JSON') {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: code };
      return outcomeOf((await (await fetch(`${origin}${path}`, init)).json()) as Answer);
    }
    const run = (program: string, args: readonly string[]) =>
      execFileSync(program, args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        env: { PATH: process.env.PATH, NO_PROXY: '*' },
      });
    if (language === 'curl') {
      writeFileSync(join(folder, 'call.sh'), code);
      return outcomeOf(JSON.parse(run('sh', ['call.sh'])) as Answer);
    }
    const given = new Set([...files.map((file) => basename(file)), 'call.mjs', 'call.py', 'node_modules']);
    if (language === 'TypeScript') {
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(ROOT, join(folder, 'node_modules/tool-execution-api'));
      writeFileSync(join(folder, 'call.mjs'), code);
    } else {
      writeFileSync(join(folder, 'call.py'), code);
    }
    const printed = language === 'TypeScript' ? run(process.execPath, ['call.mjs']) : run('python3', ['call.py']);
    const made = readdirSync(folder).filter((name) => !given.has(name));
    const text = printed.replace(/\n$/, '');
    return {
      text: text === 'null' || text === 'None' ? null : text,
      files: Object.fromEntries(made.map((name) => [name, readFileSync(join(folder, name)).toString('base64')])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A call that was refused says why: a fault of the check that hides it cannot be found. */
function resultOf({ result, error }: Answer): Result {
  if (result === undefined) throw new Error(`answered ${JSON.stringify(error)}`);
  return result;
}

function outcomeOf(answer: Answer): Outcome {
  const { text, files } = resultOf(answer);
  return { text, files: Object.fromEntries(files.map(({ name, base64 }) => [name, base64])) };
}

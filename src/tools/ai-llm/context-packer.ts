import { z } from 'zod';

import { defineTool, invalid, json, overLimit, withFiles } from '../../core/index.js';
import { openEncoding } from '../../engines/text/tokens.js';
import { KINDS } from '../../formats/text-source.js';
import { fileTree, packFile, packFrame } from '../../lib/llm/context-pack.js';
import { ENCODING_NAMES } from '../../lib/models/openai-models.js';
import { type FoundSecret, scanText } from '../../lib/secrets/scan/scan.js';

import { CONTEXT_DATA } from './_context-data.js';
import { type ContextFile, contextFiles } from './_context-files.js';

const KIND_OF = {
  markdown: KINDS.markdown,
  tags: { extension: '.xml', mime: 'text/plain;charset=utf-8' },
  plain: KINDS.text,
} as const;
/** No window of a model is longer, and it fits a file of the result in any script. */
const MAX_CHARACTERS = 6_000_000;
/** Most secrets and skipped files that are told one by one. */
const MAX_LISTED = 1_000;

const numbered = (text: string): string => {
  const lines = text.replace(/\r?\n$/, '').split('\n');
  const width = String(lines.length).length;
  return lines.map((line, i) => `${String(i + 1).padStart(width)}: ${line}\n`).join('');
};

/** In one pass: secrets are by place and do not overlap. */
function withoutSecrets(text: string, found: readonly FoundSecret[]): string {
  const parts: string[] = [];
  let [from, line, lineStart] = [0, 1, 0];
  for (const secret of found) {
    for (; line < secret.line; line++) lineStart = text.indexOf('\n', lineStart) + 1;
    const start = lineStart + secret.column - 1;
    parts.push(text.slice(from, start), '[REDACTED]');
    from = start + secret.secret.length;
  }
  return parts.join('') + text.slice(from);
}

/** Secrets of a file by line; where asked to, the text without them. */
function checkSecrets({ path, text = '' }: ContextFile, redact: boolean) {
  const { found } = scanText(text, 'medium');
  const secrets = found.map(({ rule, line }) => ({ path, line, title: rule.title }));
  const clean = redact ? withoutSecrets(text, found) : text;
  return { secrets, text: clean };
}

export default defineTool({
  id: 'context-packer',
  title: 'Context Packer',
  summary:
    'Packs files or a ZIP of a repository into one prompt with a file tree, token counts, a budget and a check for secrets.',
  family: 'ai-llm',
  class: 'native',
  input: 'optional',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    format: z
      .enum(['markdown', 'tags', 'plain'])
      .default('markdown')
      .describe('Form of the prompt: fenced code blocks, XML tags, or plain headings.'),
    maxTokens: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000_000)
      .default(0)
      .describe('Token budget of the prompt; 0: none. Files that do not fit are skipped and named.'),
    include: z
      .string()
      .max(5_000)
      .default('')
      .describe('Patterns of files to take, separated by commas, such as src/**, *.ts; empty for all.'),
    exclude: z
      .string()
      .max(5_000)
      .default('')
      .describe('Patterns of files to skip, separated by commas, such as *.test.ts, dist/**.'),
    gitignore: z.boolean().default(true).describe('Skips what the .gitignore files among the uploads ignore.'),
    tree: z.boolean().default(true).describe('Begins with a tree of the packed files.'),
    lineNumbers: z.boolean().default(false).describe('Numbers the lines of each file.'),
    redactSecrets: z.boolean().default(false).describe('Replaces found secrets by [REDACTED].'),
    encoding: z.enum(ENCODING_NAMES).default('o200k_base').describe('OpenAI encoding that counts tokens.'),
  },
  result: 'mixed',
  data: CONTEXT_DATA,
  notes: [
    'The prompt is the file context.md, context.xml or context.txt; "input", where given, comes first as instructions.',
    'A ZIP archive is unpacked, with its folders; other files keep their names. Folders .git, node_modules, __pycache__ and .venv are always skipped, binary files are named and skipped.',
    'Patterns: * within a name, ** across folders, ? one character; one without a slash is compared with the file name.',
    'With a budget, files are taken in the order of the tree as long as they fit; a later, smaller one may fit where a larger one did not.',
    'Secrets are those that secret-scanner finds; a clean list is not a proof. Code fences are longer than any in the file; XML content is not escaped, as models read it raw.',
    'Archives may unpack to 60 MiB in all; the prompt may have 6,000,000 characters.',
  ],
  aliases: [
    'repomix',
    'gitingest',
    'code2prompt',
    'files to prompt',
    'repository to prompt',
    'repo to text',
    'pack codebase for llm',
    'codebase to markdown',
  ],
  verified: [
    'git 2 (check-ignore): the same files ignored for 40 random trees with random .gitignore files',
    'gpt-tokenizer 4.0.0 (npm): the token counts of the examples',
    'ZIP archives of Python 3.11 (zipfile): the same files and texts; every truncation of one and 500 random changes give 200, 400 or 413',
  ],
  examples: [
    {
      title: 'Two files with instructions',
      input: 'Review this code.',
      files: [
        { name: 'main.py', text: 'print("hi")\n' },
        { name: 'notes.md', text: '```sh\nmake\n```' },
      ],
      output: {
        data: {
          tokenCount: 49,
          fileCount: 2,
          files: [
            { path: 'main.py', tokens: 13, lines: 1 },
            { path: 'notes.md', tokens: 18, lines: 3 },
          ],
          skipped: [],
          secrets: [],
          warnings: [],
        },
        files: [
          {
            name: 'context.md',
            mime: 'text/markdown;charset=utf-8',
            text: 'Review this code.\n\n# Files\n\n```text\nmain.py\nnotes.md\n```\n\n## main.py\n\n```python\nprint("hi")\n```\n\n## notes.md\n\n````markdown\n```sh\nmake\n```\n````\n\n',
          },
        ],
      },
    },
    {
      title: 'Ignored and binary files are named',
      files: [
        { name: '.gitignore', text: '*.log\n' },
        { name: 'a.log', text: 'x' },
        { name: 'b.bin', base64: 'AAEC' },
      ],
      options: { format: 'tags', tree: false },
      output: {
        data: {
          tokenCount: 19,
          fileCount: 1,
          files: [{ path: '.gitignore', tokens: 13, lines: 1 }],
          skipped: [
            { path: 'a.log', reason: 'ignored by .gitignore' },
            { path: 'b.bin', reason: 'binary' },
          ],
          secrets: [],
          warnings: [],
        },
        files: [
          {
            name: 'context.xml',
            mime: 'text/plain;charset=utf-8',
            text: '<documents>\n<document path=".gitignore">\n*.log\n</document>\n</documents>\n',
          },
        ],
      },
    },
    {
      title: 'Nothing to pack',
      files: [{ name: 'a.txt', text: 'x' }],
      options: { include: '*.ts' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Nothing to pack: all 1 files are skipped, the first, "a.txt", as not included',
      },
    },
    {
      title: 'A budget that no file fits',
      files: [{ name: 'a.txt', text: 'many words are in this file' }],
      options: { maxTokens: 10 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Nothing to pack: all 1 files are skipped, the first, "a.txt", as over the token budget',
      },
    },
  ],
  run({ input, files, options }) {
    const { format, maxTokens, lineNumbers, redactSecrets } = options;
    const { count: countTokens } = openEncoding(options.encoding);
    const tokensOf = (text: string): number => countTokens(Buffer.from(text));
    const all = contextFiles(files, options);
    const skipped = all.flatMap(({ path, reason }) => (reason === undefined ? [] : [{ path, reason }]));
    const candidates = all.filter(({ text }) => text !== undefined);
    const frameOf = (paths: readonly string[]) => packFrame(format, input, options.tree ? fileTree(paths) : '');
    const packed: { readonly path: string; readonly body: string; readonly tokens: number; readonly lines: number }[] =
      [];
    const secrets: { readonly path: string; readonly line: number; readonly title: string }[] = [];
    // The tree costs at most what it would with all files.
    const frame = frameOf(maxTokens === 0 ? [] : candidates.map(({ path }) => path));
    let left = (maxTokens === 0 ? Number.POSITIVE_INFINITY : maxTokens) - tokensOf(frame.start + frame.end);
    let size = 0;
    for (const file of candidates) {
      const checked = checkSecrets(file, redactSecrets);
      const body = packFile({ path: file.path, text: lineNumbers ? numbered(checked.text) : checked.text }, format);
      const tokens = tokensOf(body);
      if (tokens > left) skipped.push({ path: file.path, reason: 'over the token budget' });
      else {
        left -= tokens;
        size += body.length;
        if (size > MAX_CHARACTERS)
          throw overLimit(`The prompt may have at most ${MAX_CHARACTERS} characters: set "maxTokens" or "include"`);
        const lines = (file.text ?? '').split('\n').length - (file.text?.endsWith('\n') === true ? 1 : 0);
        packed.push({ path: file.path, body, tokens, lines });
        for (const secret of checked.secrets) secrets.push(secret);
      }
    }
    const [first] = skipped;
    if (packed.length === 0)
      throw invalid(
        `Nothing to pack: all ${all.length} files are skipped, the first, "${first?.path.slice(0, 80) ?? ''}", as ${first?.reason ?? 'empty'}`,
      );
    const { start, end } = frameOf(packed.map(({ path }) => path));
    const prompt = `${start}${packed.map(({ body }) => body).join('')}${end}`;
    const bytes = Buffer.from(prompt);
    const over = skipped.filter(({ reason }) => reason === 'over the token budget').length;
    const data = {
      tokenCount: tokensOf(prompt),
      fileCount: packed.length,
      files: packed.map(({ path, tokens, lines }) => ({ path, tokens, lines })),
      skipped: skipped.slice(0, MAX_LISTED),
      secrets: secrets.slice(0, MAX_LISTED),
      warnings: [
        ...(secrets.length > 0
          ? [
              `${secrets.length} secrets were found: ${redactSecrets ? 'they are redacted, but' : 'they are in the prompt;'} whoever had the files has them`,
            ]
          : []),
        ...(over > 0 ? [`${over} files do not fit the budget of ${maxTokens} tokens`] : []),
      ],
    };
    return withFiles(json(data), [{ name: `context${KIND_OF[format].extension}`, mime: KIND_OF[format].mime, bytes }]);
  },
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { listFiles } from '../../../scripts/tool-files.js';
import { projectRoot } from '../../core/project-files.js';
import { SECRET_RULES, scanText } from '../../lib/secrets/scan/scan.js';
import { tokenChecksum } from '../../lib/secrets/token.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './secret-scanner.js';

interface Report {
  readonly files: readonly {
    readonly name: string;
    readonly error?: string;
    readonly allowed?: number;
    readonly findings?: readonly { line: number; column: number; rule: string; match: string; severity: string }[];
  }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';
const ALNUM = UPPER + LOWER + DIGITS;
const URL64 = `${ALNUM}-_`;
const HEX = `${DIGITS}abcdef`;

/** Forms as the vendors document them: what is before, then alphabet and length by turns with fixed text. Joined here, so that no scanner finds them. */
type Form = readonly (string | readonly [alphabet: string, length: number])[];
const FORMS: Readonly<Record<string, Form>> = {
  'aws-access-key-id': ['AK', 'IA', [`${UPPER}234567`, 16]],
  'google-api-key': ['AI', 'za', [URL64, 35]],
  'google-oauth-secret': ['GOC', 'SPX-', [URL64, 28]],
  'digitalocean-token': ['dop', '_v1_', [HEX, 64]],
  'heroku-api-key': ['HRKU', '-AA', [URL64, 58]],
  'netlify-token': ['nf', 'p_', [ALNUM, 36]],
  'databricks-token': ['da', 'pi', [HEX, 32]],
  'supabase-token': ['sb', 'p_', [HEX, 40]],
  'vault-token': ['hv', 's.', [URL64, 95]],
  'terraform-token': [[ALNUM, 14], '.atlas', 'v1.', [ALNUM, 67]],
  'pulumi-token': ['pu', 'l-', [HEX, 40]],
  'doppler-token': ['dp', '.pt.', [ALNUM, 43]],
  'github-fine-grained-token': ['github', '_pat_', [ALNUM, 22], '_', [ALNUM, 59]],
  'gitlab-token': ['gl', 'pat-', [ALNUM, 20]],
  'pypi-token': ['pypi', '-AgEIcHlwaS5vcmc', [ALNUM, 150]],
  'rubygems-token': ['ruby', 'gems_', [HEX, 48]],
  'nuget-key': ['oy', '2', [LOWER + DIGITS, 43]],
  'docker-token': ['dckr', '_pat_', [URL64, 27]],
  'linear-key': ['lin_', 'api_', [ALNUM, 40]],
  'notion-token': ['nt', 'n_', [DIGITS, 11], [ALNUM, 35]],
  'figma-token': ['fig', 'd_', [ALNUM, 40]],
  'airtable-token': ['pa', 't', [ALNUM, 14], '.', [HEX, 64]],
  'postman-key': ['PM', 'AK-', [HEX, 24], '-', [HEX, 34]],
  'grafana-token': ['gl', 'sa_', [ALNUM, 32], '_', [HEX, 8]],
  'new-relic-key': ['NR', 'AK-', [UPPER + DIGITS, 27]],
  'openai-key': ['sk-', 'proj-', [ALNUM, 74], 'T3Blbk', 'FJ', [ALNUM, 74]],
  'anthropic-key': ['sk-', 'ant-api03-', [ALNUM, 93], 'AA'],
  'huggingface-token': ['h', 'f_', [UPPER + LOWER, 34]],
  'replicate-token': ['r', '8_', [ALNUM, 37]],
  'groq-key': ['gs', 'k_', [ALNUM, 52]],
  'perplexity-key': ['pp', 'lx-', [ALNUM, 48]],
  'stripe-live-key': ['sk', '_live_', [ALNUM, 24]],
  'stripe-test-key': ['sk', '_test_', [ALNUM, 99]],
  'shopify-token': ['shp', 'at_', [HEX, 32]],
  'square-token': ['sq0', 'atp-', [ALNUM, 22]],
  'sendgrid-key': ['S', 'G.', [ALNUM, 22], '.', [ALNUM, 43]],
  'mailchimp-key': [[HEX, 32], '-us', '12'],
  'brevo-key': ['xkey', 'sib-', [HEX, 64], '-', [ALNUM, 16]],
  'slack-token': ['xo', 'xb-', [DIGITS, 12], '-', [DIGITS, 13], '-', [ALNUM, 24]],
  'telegram-bot-token': [[DIGITS, 10], ':A', 'A', [URL64, 33]],
  'slack-webhook': ['https://hooks.', 'slack.com/services/', [ALNUM, 44]],
  'azure-storage-key': ['Account', 'Key=', [`${ALNUM}+/`, 86], '=='],
  'url-password': ['postgres', '://app:', [ALNUM, 14], '@db.internal:5432/app'],
};

const draw = (chance: Chance, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(chance(alphabet.length))).join('');

const made = (chance: Chance, form: Form): string =>
  form.map((piece) => (typeof piece === 'string' ? piece : draw(chance, ...piece))).join('');

function secretOf(chance: Chance, rule: string): string {
  if (rule === 'github-token' || rule === 'npm-token') {
    const random = draw(chance, ALNUM, 30);
    return `${rule === 'npm-token' ? 'np' : 'gh'}${rule === 'npm-token' ? 'm_' : 'p_'}${random}${tokenChecksum(random)}`;
  }
  if (rule === 'private-key') {
    const lines = Array.from({ length: 3 }, () => draw(chance, `${ALNUM}+/`, 64)).join('\n');
    return `-----BEGIN ${pick(chance, ['', 'RSA ', 'EC ', 'OPENSSH '])}PRIVATE ${'KEY'}-----\n${lines}\n-----END`;
  }
  return made(chance, FORMS[rule]!);
}

const PLANTED = [...Object.keys(FORMS), 'github-token', 'npm-token', 'private-key'];

const uuid = (chance: Chance): string => [8, 4, 4, 4, 12].map((length) => draw(chance, HEX, length)).join('-');

/** Lines that look like secrets and are none. */
const DECOYS: readonly ((chance: Chance) => string)[] = [
  (chance) => `  "id": "${uuid(chance)}",`,
  (chance) => `commit ${draw(chance, HEX, 40)}`,
  (chance) => `  "integrity": "sha512-${draw(chance, ALNUM, 86)}==",`,
  (chance) =>
    `sha256:${createHash('sha256')
      .update(String(chance(1e9)))
      .digest('hex')}  app.tar.gz`,
  () => 'API_KEY=your_api_key_here',
  () => 'password: "changeme123"',
  () => "const token = process.env.GITHUB_TOKEN ?? '';",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what shells and compose files have.
  () => 'password: "${DB_PASSWORD_1}"',
  () => 'secret = "{{ vault.secret_1 }}"',
  () => 'postgres://user:password@localhost/db',
  (chance) => `ghp_${draw(chance, ALNUM, 36)}`,
  (chance) => `npm_${draw(chance, ALNUM, 36)}`,
  () => 'aws_access_key_id = AKIAIOSFODNN7EXAMPLE',
  () => 'token: "Bearer",',
  () => 'passwordField.type = "password-input-2.main"',
  () => 'const secretPath = "/run/secrets/db_password_1";',
  () => 'export const TOKEN_URL = "https://id.internal/oauth2/v2/token";',
  () => 'api_key: "xxxxxxxxxxxxxxxx1"',
  (chance) => `<img src="data:image/png;base64,${draw(chance, `${ALNUM}+/`, 120)}">`,
  () => '@keyframes token2 { from { opacity: 0 } }',
  () => 'version = "1.2.3-token.4"',
];

interface Planted {
  readonly line: number;
  readonly column: number;
}

/** A file of decoys with one secret in between, in the middle of lines of code. */
function fileOf(chance: Chance, rules: readonly string[]): { text: string; planted: Planted[] } {
  const lines: string[] = [];
  const planted: Planted[] = [];
  for (const rule of rules) {
    for (let i = 0; i < 2; i++) lines.push(pick(chance, DECOYS)(chance));
    const [before, after] = pick(chance, [
      ['const client = connect("', '");'],
      ['value: ', ''],
      ["  - '", "'"],
      ['CONFIG=', ''],
      ['<a href="', '">'],
    ] as const);
    const secret = secretOf(chance, rule);
    // Where a rule names only a part of it, that part.
    const inner =
      rule === 'private-key'
        ? secret.split('\n')[1]!.slice(0, 40)
        : rule === 'slack-webhook'
          ? secret.slice(-44)
          : rule === 'azure-storage-key'
            ? secret.slice(11)
            : rule === 'url-password'
              ? secret.slice(15, 29)
              : secret;
    const text = before + secret + after;
    const start = text.indexOf(inner);
    const line = text.slice(0, start).split('\n').length;
    planted.push({ line: lines.length + line, column: start - text.lastIndexOf('\n', start) });
    lines.push(...text.split('\n'));
  }
  return { text: lines.join('\n'), planted };
}

async function scan(files: readonly { name: string; text: string }[], options = {}): Promise<Report> {
  const request = files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
  const { data, message } = await runTool(tool, { files: request, options });
  if (data === undefined) throw new Error(message);
  return data as Report;
}

// A random token holds the letters of a placeholder, such as xxxx, once in some ten thousand times.
inRounds('generated repositories: what was planted is found, and no decoy is', [12, 1000], async (rounds: number) => {
  const chance = chanceOf(61);
  const missed: string[] = [];
  const wrong: string[] = [];
  let planted = 0;
  for (let round = 0; round < rounds; round++) {
    const files = Array.from({ length: 8 }, (_, i) => {
      const rules = Array.from({ length: 5 }, () => PLANTED[planted++ % PLANTED.length]!);
      return { name: `file-${i}.txt`, ...fileOf(chance, rules) };
    });
    const report = await scan(files);
    for (const [i, file] of files.entries()) {
      const lines = file.text.split('\n');
      const places = new Set(file.planted.map(({ line, column }) => `${line}:${column}`));
      for (const { line, column, rule } of report.files[i]!.findings!)
        if (!places.delete(`${line}:${column}`)) wrong.push(`${rule}: ${lines[line - 1]}`);
      for (const place of places) missed.push(`${place} ${lines[Number.parseInt(place, 10) - 1]}`);
    }
  }
  expect(missed.length / planted, missed.join('\n')).toBeLessThanOrEqual(0.0001);
  expect(wrong).toEqual([]);
});

it('every rule with a form finds it alone, and says whose it is', async () => {
  const chance = chanceOf(62);
  for (const rule of PLANTED) {
    const { findings } = (await scan([{ name: 'a', text: `x ${secretOf(chance, rule)} y` }])).files[0]!;
    expect(
      findings!.map((finding) => finding.rule),
      rule,
    ).toEqual([rule]);
  }
});

it('ids are unique, keywords are in lowercase, and patterns are global', () => {
  expect(new Set(SECRET_RULES.map(({ id }) => id)).size).toBe(SECRET_RULES.length);
  for (const { keywords, pattern } of SECRET_RULES) {
    expect(keywords.join('')).toBe(keywords.join('').toLowerCase());
    expect(pattern.global).toBe(true);
  }
});

describe('values assigned to names', () => {
  const value = 'q8Zr2kLw0vX93nBt5YhA';
  it.each([
    `password = "${value}"`,
    `"api_key": "${value}",`,
    `  clientSecret: '${value}',`,
    `$config['db_password'] = '${value}';`,
    `<add key="x" AccessKey="${value}" />`,
    `export DB_PASSWORD=${value}`,
    `  SECRET_KEY := "${value}"`,
    `:auth_key => "${value}"`,
  ])('%s', async (text) => {
    const { findings } = (await scan([{ name: 'a', text }])).files[0]!;
    expect(findings).toHaveLength(1);
    expect(findings![0]).toMatchObject({ match: 'q8Zr…', column: text.indexOf(value) + 1 });
  });
});

it('one bad file does not spoil the others; secrets are shown only where asked for', async () => {
  const secret = `sk${'_live_'}${draw(chanceOf(63), ALNUM, 24)}`;
  const files = [
    { name: 'bad.bin', bytes: Buffer.from([0, 1, 2, 0, 255, 254, 0, 0, 3, 200, 0]) },
    { name: 'good.txt', bytes: Buffer.from(`k = ${secret}`) },
  ];
  const redacted = (await runTool(tool, { files })).data as Report;
  expect(redacted.files[0]!.error).toMatch(/^Cannot read file "bad.bin"/);
  expect(redacted.counts).toEqual({ high: 1, medium: 0, low: 0 });
  expect(JSON.stringify(redacted)).not.toContain(secret.slice(0, 9));
  const shown = (await runTool(tool, { files, options: { redact: false, minSeverity: 'high' } })).data as Report;
  expect(shown.files[1]!.findings![0]!.match).toBe(secret);
});

it('1,001 findings are 1,000 and a warning; hostile lines are scanned', async () => {
  const chance = chanceOf(64);
  const many = Array.from({ length: 1001 }, () => `sk${'_live_'}${draw(chance, ALNUM, 24)}`).join('\n');
  expect((await scan([{ name: 'a', text: many }])).warnings).toEqual([
    '1 more findings are not listed: at most 1000 are',
  ]);
  for (const part of [
    'password',
    'secret="',
    'eyJhbGciOiJI.eyJ',
    'aws secret key ',
    '://a:',
    '-----BEGIN PRIVATE KEY-----',
    'token=a1',
    'a.a.',
  ])
    expect((await scan([{ name: 'a', text: part.repeat(Math.ceil(200_000 / part.length)) }])).files).toHaveLength(1);
});

/** Code without secrets: of this project, of what has no tools for tokens; and of others. */
const CLEAN = [
  ...['src/core', 'src/engines', 'src/runner', 'src/server', 'src/web', 'scripts', 'checks'],
  ...['data-formats', 'encoding', 'image', 'json', 'pdf', 'text'].map((family) => `src/tools/${family}`),
  ...['ajv', 'jose', 'markdown-it', 'svgo', 'typescript', 'vite', 'yaml'].map((name) => `node_modules/${name}`),
];

exhaustive.each(CLEAN)('nothing is found in %s', (folder) => {
  const root = join(projectRoot, folder);
  const own = listFiles(root).filter((name) => !/(?:node_modules|generated)\//.test(name));
  for (const path of own.filter((name) => /\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml|py)$/.test(name))) {
    const { found } = scanText(readFileSync(join(root, path), 'utf8'), 'low');
    expect(found.map(({ rule, line }) => `${path}:${line} ${rule.id}`)).toEqual([]);
  }
});

// Made up; the last are names of secrets in manifests and code, which are no secrets.
it('finds passwords of YAML, of names such as SMTP_PASS, and headers of HAR files', async () => {
  const secret = ['x9Kp2v', 'Qm7Lzw4T'].join('');
  const rulesOf = (text: string) => scanText(text, 'low').found.map(({ rule, line }) => [rule.id, line]);
  expect(rulesOf(`db:\n  password: ${secret}\n  user: app\n- api_key: ${secret}\n`)).toEqual([
    ['assigned-in-yaml', 2],
    ['assigned-in-yaml', 4],
  ]);
  expect(rulesOf(`SMTP_PASS="${secret}"\nDB_PASS=${secret}\nauth: { user: 'a', pass: '${secret}' }\n`)).toEqual([
    ['assigned-secret', 1],
    ['assigned-in-env', 2],
    ['assigned-secret', 3],
  ]);
  const header = (indent: string) => `"name": "Authorization",${indent}"value": "Bearer ${secret}${secret}"`;
  expect(rulesOf(header(' '))).toEqual([['authorization-header', 1]]);
  expect(rulesOf(header('\n              '))).toEqual([['authorization-header', 2]]);
  expect(
    rulesOf(
      'secretName: db-secret-1\nexistingSecret: my-release-2\n  secret: sha256Hex,\n  token: string1\nbypass: a1-b2-c3-d4-e5\n"pass": "main1つが見つかりました"',
    ),
  ).toEqual([]);
});

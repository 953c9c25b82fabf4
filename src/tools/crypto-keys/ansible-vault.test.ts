import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './ansible-vault.js';

const chance = chanceOf(25);
const run = (input: string, options: object) => runTool(tool, { input, options: { ...options } });
const textOf = (): string =>
  pick(chance, ['x', 'hunter2', 'Grüße 🌍', 'a: 1\nb: 2\n', ' two  spaces ', 'é'.repeat(500)]) + chance(100);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ansible-vault-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ansible takes half a second to start: one run of Python for all values, by its own library. */
const ANSIBLE = `
import sys, json, base64
from ansible.parsing.vault import VaultLib, VaultSecret
out = []
for action, password, vault_id, value in json.load(sys.stdin):
    secret = VaultSecret(password.encode())
    lib = VaultLib([(vault_id or 'default', secret)])
    if action == 'encrypt': out.append(lib.encrypt(value.encode(), secret, vault_id or None).decode())
    else: out.append(lib.decrypt(value.encode()).decode())
print(json.dumps(out))`;
const PYTHON = '/usr/bin/python3';
const ansible = (rows: readonly (readonly string[])[]) =>
  JSON.parse(runProgram(PYTHON, ['-c', ANSIBLE], JSON.stringify(rows)).toString()) as string[];

describe.skipIf(!hasProgram(PYTHON, ['-c', 'import ansible.parsing.vault'], 'Ansible Vault beside ansible-core'))(
  'ansible',
  () => {
    inRounds('reads what is written, and writes what is read', [3, 200], async (rounds) => {
      const cases = Array.from({ length: rounds }, () => {
        const [password, vaultId, value] = [`pässword ${chance(1000)}`, pick(chance, ['', 'dev', 'prod-1']), textOf()];
        return { password, vaultId, value };
      });
      const made: string[] = [];
      for (const { value, ...options } of cases)
        made.push((await run(value, { action: 'encrypt', ...options })).text ?? '');
      const read = ansible(cases.map(({ password, vaultId }, i) => ['decrypt', password, vaultId, made[i] ?? '']));
      expect(read).toEqual(cases.map(({ value }) => value));
      const written = ansible(cases.map(({ password, vaultId, value }) => ['encrypt', password, vaultId, value]));
      for (const [i, { password, value }] of cases.entries())
        expect((await run(written[i] ?? '', { password })).text).toBe(value);
    });
  },
);

describe.skipIf(!hasProgram('ansible-vault', ['--version'], 'Ansible Vault beside ansible-vault'))(
  'ansible-vault',
  () => {
    exhaustive('decrypts a file, also after its password is changed', async () => {
      const [first, second] = [join(folder, 'first'), join(folder, 'second')];
      writeFileSync(first, 'one');
      writeFileSync(second, 'two');
      const bytes = Buffer.from([0, 255, 1, 2, 3, 10]);
      const made = await runTool(tool, {
        files: [{ name: 'a.bin', bytes }],
        options: { action: 'encrypt', password: 'one' },
      });
      const options = { action: 'rekey', password: 'one', newPassword: 'two' };
      const again = await runTool(tool, { files: made.files, options });
      for (const [answer, password] of [
        [made, first],
        [again, second],
      ] as const) {
        const path = join(folder, 'a.vault');
        writeFileSync(path, answer.files[0]?.bytes ?? '');
        runProgram('ansible-vault', ['decrypt', '--vault-password-file', password, path]);
        expect(readFileSync(path).equals(bytes)).toBe(true);
      }
    });
  },
);

it('values in YAML are decrypted and re-keyed in place, those of others stay', async () => {
  const block = async (name: string, value: string, password: string) =>
    (await run(value, { action: 'encrypt', password, name })).text ?? '';
  const parts = [
    await block('one', 'plain', 'a'),
    await block('two', 'x', 'b'),
    await block('three', 'l1\n\n  l2\n', 'a'),
  ];
  const yaml = `# top\n${parts.join('\n# between\n')}end: true\n`;
  const decrypted = await runTool(tool, {
    files: [{ name: 'vars.yml', bytes: Buffer.from(yaml) }],
    options: { password: 'a' },
  });
  const two = parts[1] ?? '';
  expect(decrypted.files[0]?.bytes.toString()).toBe(
    `# top\none: "plain"\n\n# between\n${two}\n# between\nthree: |\n  l1\n\n    l2\nend: true\n`,
  );
  expect((decrypted.data as { files: object[] }).files).toEqual([
    {
      name: 'vars.yml',
      outputs: ['vars.yml'],
      values: 2,
      vaultIds: [],
      warnings: ['The value in line 12 has another password and is kept'],
    },
  ]);
  const rekeyed = await run(yaml, { action: 'rekey', password: 'a', newPassword: 'b' });
  const all = await run(rekeyed.text ?? '', { password: 'b' });
  expect(all.text).toBe(
    '# top\none: "plain"\n\n# between\ntwo: "x"\n\n# between\nthree: |\n  l1\n\n    l2\nend: true\n',
  );
});

inRounds('a vault that is cut or changed is never another content', [40, 1000], async (rounds) => {
  const { text } = await run('attack at dawn', { action: 'encrypt', password: 'p' });
  const vault = text ?? '';
  for (let round = 0; round < rounds; round += 1) {
    const at = rounds < 1000 ? chance(vault.length) : (round >> 1) % vault.length;
    const changed = vault.slice(0, at) + String.fromCharCode(33 + chance(90)) + vault.slice(at + 1);
    const { status, text: plain } = await run(round % 2 === 0 ? vault.slice(0, at) || '$' : changed, { password: 'p' });
    expect([200, 400]).toContain(status);
    if (status === 200) expect(plain?.trim()).toContain('attack at dawn');
  }
});

it('more values than can be opened in time are refused', async () => {
  const { status, message } = await run('$ANSIBLE_VAULT;1.1;AES256\n00\n'.repeat(201), { password: 'p' });
  expect([status, message]).toEqual([413, 'The text must have at most 200 encrypted values, got 201']);
});

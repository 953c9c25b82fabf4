import { isUtf8 } from 'node:buffer';

import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, file, invalid, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { decryptVaults, encryptVault, rekeyVaults, type VaultWork } from '../../formats/ciphers/vault-text.js';

interface Settings {
  readonly action: 'decrypt' | 'encrypt' | 'rekey';
  readonly password: string;
  readonly newPassword: string;
  readonly vaultId: string;
  readonly name: string;
}

function checkSettings({ action, password, newPassword, vaultId, name }: Settings): void {
  if (password === '') throw invalid('Option "password" must be given');
  if (action === 'rekey' && newPassword === '')
    throw invalid('Option "newPassword" must be given to change the password');
  if (action !== 'rekey' && newPassword !== '')
    throw invalid('Option "newPassword" must be empty unless "action" is rekey');
  if (/[;\s]/.test(vaultId)) throw invalid('Option "vaultId" must have no spaces and no semicolons');
  if (name !== '' && action !== 'encrypt') throw invalid('Option "name" must be empty unless "action" is encrypt');
}

export default defineTool({
  id: 'ansible-vault',
  title: 'Ansible Vault',
  summary: 'Decrypts, encrypts and re-keys Ansible Vault files, and the !vault values inside YAML.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    action: z
      .enum(['decrypt', 'encrypt', 'rekey'])
      .default('decrypt')
      .describe('Decrypts, encrypts, or changes the password to "newPassword".'),
    password: shared.password().describe('Vault password.'),
    newPassword: shared.newPassword().describe('With rekey: the vault password from now on.'),
    vaultId: z
      .string()
      .max(100)
      .default('')
      .describe('Encrypting: vault ID in the header, such as dev; empty for none, or when re-keying for the same.'),
    name: z
      .string()
      .max(200)
      .default('')
      .describe('Encrypting: name of a YAML variable, as encrypt_string writes it; empty for a vault file.'),
  },
  result: 'mixed',
  data: fileReports({
    values: count('Encrypted values that were worked on.'),
    vaultIds: z.array(z.string()).describe('Their vault IDs, each once.'),
    warnings: z.array(z.string()).describe('Values that were kept because they have another password.'),
  }),
  notes: [
    'Formats 1.1 and 1.2 (AES256) are read; 1.1 is written, and 1.2 where there is a vault ID, as Ansible does.',
    'In YAML every value behind "!vault |" is decrypted in place, and everything else stays as it is, comments too. Values of several lines become literal blocks. A value with another password stays encrypted, as long as one is opened.',
    'Indentation, Windows line breaks and text around a vault are accepted. The content of a vault file that is not text comes as a file.',
    'Ansible removes spaces and line breaks around the password of a password file; here the password is taken as given.',
    'The format derives its key by PBKDF2 with 10,000 iterations, which is little today: use a long, random password.',
    'Up to 20 files instead of "input"; each gives a file of the same name.',
  ],
  aliases: [
    'ansible vault decrypt',
    'ansible-vault encrypt_string',
    'ansible vault online',
    '$ANSIBLE_VAULT',
    'rekey vault',
    '!vault',
  ],
  verified: [
    'ansible-vault of ansible-core 2.14: decrypts 200 random values that are encrypted here, and 200 that it encrypted are decrypted, with and without vault ID',
    'A vault file cut at every length and with 500 characters changed: 200 or 400, and never another content',
  ],
  examples: [
    {
      title: 'A vault file with a vault ID (ansible-core 2.14)',
      input:
        '$ANSIBLE_VAULT;1.2;AES256;dev\n39373765396466376436376361316562353139616536643036383866393463393936303932643465\n3139306537393562363439613833623739393065326236660a613533643739663537323733616239\n66626430386638333339366661353939626439383539383236326430393038303831646230313530\n6536643662613237620a616535653039316562323732316431306234666366383264313736653964\n6333\n',
      options: { password: 'secret' },
      output: { text: 'Top secret\n' },
    },
    {
      title: 'A value in YAML, with Windows line breaks',
      input:
        '# production\r\ndb:\r\n  password: !vault |\r\n          $ANSIBLE_VAULT;1.1;AES256\r\n          31373263363136636631373766303130616263356264653535653636376466366664353161613732\r\n          3134303731346337613636623336646334623335633431360a663437376631643466653861626133\r\n          34666535663938646533313738653764663261613464333061646236653265663732326332313038\r\n          6165623162363837310a316462313235633161326336323364666535373262653965303935346336\r\n          3938\r\n  user: app',
      options: { password: 'secret' },
      output: { text: '# production\r\ndb:\r\n  password: "hunter2 ü"\r\n  user: app' },
    },
    {
      title: 'A variable for YAML',
      input: 'hunter2',
      options: { action: 'encrypt', password: 'secret', name: 'db_password' },
      output: {
        text: 'db_password: !vault |\n          $ANSIBLE_VAULT;1.1;AES256\n          …\n          …\n          …\n          …\n          …\n',
        varies: true,
      },
    },
    {
      title: 'A wrong password',
      input:
        '$ANSIBLE_VAULT;1.2;AES256;dev\n39373765396466376436376361316562353139616536643036383866393463393936303932643465\n3139306537393562363439613833623739393065326236660a613533643739663537323733616239\n66626430386638333339366661353939626439383539383236326430393038303831646230313530\n6536643662613237620a616535653039316562323732316431306234666366383264313736653964\n6333\n',
      options: { password: 'guess' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot decrypt property "input": the password is wrong, or the data is damaged; its vault ID is "dev"',
      },
    },
    {
      title: 'Not a vault',
      input: 'db_password: hunter2',
      options: { password: 'secret' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": it has no line that begins with "$ANSIBLE_VAULT;"',
      },
    },
    {
      title: 'A vault that is encrypted again',
      input: '$ANSIBLE_VAULT;1.1;AES256\n00',
      options: { action: 'encrypt', password: 'secret' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot encrypt: it is an Ansible vault already; option "action" rekey changes its password',
      },
    },
    {
      title: 'A vault that is cut off',
      input: '$ANSIBLE_VAULT;1.1;AES256\n3137',
      options: { password: 'secret' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": the encrypted data is damaged or cut off',
      },
    },
    {
      title: 'The format of before Ansible 1.5',
      input: '$ANSIBLE_VAULT;1.0;AES\n3137',
      options: { password: 'secret' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": vault format "1.0;AES" is not read: 1.1 and 1.2 with AES256 are',
      },
    },
    {
      title: 'No password',
      input: 'x',
      error: { code: 'INVALID_INPUT', message: 'Option "password" must be given' },
    },
    {
      title: 'Another password, but not which',
      input: 'x',
      options: { action: 'rekey', password: 'secret' },
      error: { code: 'INVALID_INPUT', message: 'Option "newPassword" must be given to change the password' },
    },
  ],
  async run({ input, files, options, random, signal }) {
    checkSettings(options);
    const { action } = options;
    const work = (content: string | Uint8Array): VaultWork => {
      if (action === 'encrypt') return encryptVault(Buffer.from(content), { ...options, random });
      const vault = typeof content === 'string' ? content : Buffer.from(content).toString();
      return action === 'decrypt' ? decryptVaults(vault, options.password) : rekeyVaults(vault, { ...options, random });
    };
    if (files.length > 0) {
      if (input !== '') throw invalid('Property "input" must be empty where a file is given');
      return eachFile({ files, signal }, async ({ name, bytes }) => {
        const { bytes: made, ...report } = work(bytes);
        const mime = (await detectFileKind(made))?.mime ?? 'application/octet-stream';
        return { report, outputs: [{ name, mime, bytes: made }] };
      });
    }
    if (input === '') throw invalid('Property "input" must not be empty where no file is given');
    const { bytes } = refusing(`Cannot ${action} property "input"`, () => work(input));
    if (isUtf8(bytes)) return text(Buffer.from(bytes).toString());
    const kind = await detectFileKind(bytes);
    return file(`decrypted${kind?.extension ?? '.bin'}`, kind?.mime ?? 'application/octet-stream', bytes);
  },
});

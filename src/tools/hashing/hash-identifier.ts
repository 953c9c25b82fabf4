import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { place } from '../../core/shared-data.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { checkLineCount, readTextSource } from '../../formats/text-source.js';
import { HASH_FORMS, type HashForm } from '../../lib/password-hashes/hash-forms.data.js';

const MAX_LINES = 2_000;
/** Longer than any of the forms but tokens and tickets. */
const MAX_HASH = 10_000;

interface Found {
  readonly hash: string;
  readonly user: string;
  readonly forms: readonly HashForm[];
}

/** A hash alone, in quotes, or in a line of /etc/shadow, .htpasswd or a dump: `user:hash:…`. */
function identify(line: string): Found {
  const plain = line
    .trim()
    .replace(/^(["'`])(.*)\1,?$/, '$2')
    // What md5sum and the like print: the name of the file behind it.
    .replace(/^([\da-f]{8,128}) [ *].*$/i, '$1')
    .slice(0, MAX_HASH);
  const whole = matching(plain);
  if (whole.length > 0 || !plain.includes(':')) return { hash: plain, user: '', forms: whole };
  // `user:rid:LM:NT:::` of Windows has its hash in the fourth place.
  const [user = '', ...fields] = plain.split(':');
  const isDump = /^[^:]*:\d+:[0-9a-f]{32}:[0-9a-f]{32}:/i.test(plain);
  const hash = (isDump ? fields[2] : fields[0]) ?? '';
  const forms = matching(hash);
  return { hash, user, forms: isDump ? forms.filter(({ name }) => name.startsWith('NTLM')) : forms };
}

function matching(hash: string): readonly HashForm[] {
  const fitting = HASH_FORMS.filter(({ form }) => form.test(hash));
  const certain = fitting.filter(({ certainty }) => certainty === 'certain');
  return certain.length > 0 ? certain : fitting;
}

const tell = ({ name, certainty, use, isWeak, hashcat, john }: HashForm) => ({
  ...{ name, certainty, use, weak: isWeak, hashcat, john },
});

export default defineTool({
  id: 'hash-identifier',
  title: 'Hash Identifier',
  summary: 'Names the algorithms that may have made a hash, by its prefix, length and alphabet.',
  family: 'hashing',
  class: 'standard',
  input: 'optional',
  files: { ...TEXT_FILES, max: 1 },
  options: {
    limit: z.number().multipleOf(1).min(1).max(50).default(10).describe('Most candidates per hash.'),
  },
  result: 'data',
  data: z.object({
    hashes: z
      .array(
        z.object({
          line: place('Line it is on.'),
          hash: z.string().describe('The hash, without the user name and quotes around it.'),
          user: z.string().describe('Name before it, as in shadow and htpasswd files; empty if there is none.'),
          candidates: z
            .array(
              z.object({
                name: z.string().describe('Name of the algorithm or format.'),
                certainty: z
                  .enum(['certain', 'likely', 'possible'])
                  .describe('By prefix, by length and custom, or by length alone.'),
                use: z.enum(['password', 'digest', 'checksum', 'other']).describe('What such hashes are made for.'),
                weak: z.boolean().describe('Quick to guess or forge by today\u2019s measure.'),
                hashcat: z.string().describe('Mode of hashcat; empty if it has none.'),
                john: z.string().describe('Format of John the Ripper; empty if it has none.'),
              }),
            )
            .describe('Most likely first; empty where nothing is known of that form.'),
        }),
      )
      .describe('One entry per line that is not empty.'),
    warnings: z.array(z.string()).describe('Weak password hashes and lines that fit nothing; empty if there are none.'),
  }),
  notes: [
    'One hash per line, also as "user:hash" from shadow, htpasswd and Windows dumps, or in quotes; up to 2,000 lines.',
    'A hexadecimal digest does not tell its algorithm: 32 digits are MD5 most often, and as well NTLM, LM or MD4. "certainty" says which candidates are a guess by length.',
    'Nothing is looked up or cracked: the content of the hash stays unknown.',
  ],
  aliases: [
    'what hash is this',
    'hash type',
    'what kind of hash is this',
    'hashid',
    'hash-identifier',
    'name that hash',
    'identify hash algorithm',
    'analyse hash',
    'hashcat mode',
  ],
  verified: [
    'passlib 1.7.4: the hashes of 47 of its schemes for 6 random passwords each are named, the scheme first where it has a prefix and among the candidates where it has none',
    'mkpasswd (libxcrypt 4.4): the hashes of its 12 methods are named',
  ],
  examples: [
    {
      title: 'A line of /etc/shadow',
      input:
        'root:$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1:19000:0:99999:7:::',
      output: {
        data: {
          hashes: [
            {
              line: 1,
              hash: '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
              user: 'root',
              candidates: [
                {
                  name: 'SHA-512 crypt',
                  certainty: 'certain',
                  use: 'password',
                  weak: false,
                  hashcat: '1800',
                  john: 'sha512crypt',
                },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Thirty-two hexadecimal digits',
      input: '\n8846f7eaee8fb117ad06bdd830b7586c\n',
      options: { limit: 2 },
      output: {
        data: {
          hashes: [
            {
              line: 2,
              hash: '8846f7eaee8fb117ad06bdd830b7586c',
              user: '',
              candidates: [
                { name: 'MD5', certainty: 'likely', use: 'digest', weak: true, hashcat: '0', john: 'raw-md5' },
                {
                  name: 'NTLM (Windows)',
                  certainty: 'possible',
                  use: 'password',
                  weak: true,
                  hashcat: '1000',
                  john: 'nt',
                },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'An old hash, and something else',
      input: '$apr1$saltsalt$6jYwKmgSVBFoCFTmz7dcx/\nhello world',
      output: {
        data: {
          hashes: [
            {
              line: 1,
              hash: '$apr1$saltsalt$6jYwKmgSVBFoCFTmz7dcx/',
              user: '',
              candidates: [
                {
                  name: 'MD5 crypt of Apache (apr1)',
                  certainty: 'certain',
                  use: 'password',
                  weak: true,
                  hashcat: '1600',
                  john: 'md5crypt',
                },
              ],
            },
            { line: 2, hash: 'hello world', user: '', candidates: [] },
          ],
          warnings: [
            'Line 1: MD5 crypt of Apache (apr1) is weak; use Argon2id, bcrypt or yescrypt for passwords',
            'Line 2 does not have the form of a known hash',
          ],
        },
      },
    },
    {
      title: 'Nothing to identify',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run(run) {
    const { text, label } = await readTextSource(run);
    const lines = text.split(/\r\n|\r|\n/);
    checkLineCount(lines.length, MAX_LINES, label);
    const hashes = [];
    const warnings: string[] = [];
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const { hash, user, forms } = identify(line);
      hashes.push({ line: index + 1, hash, user, candidates: forms.slice(0, run.options.limit).map(tell) });
      const [first] = forms;
      if (first === undefined) warnings.push(`Line ${index + 1} does not have the form of a known hash`);
      else if (first.isWeak && first.use === 'password')
        warnings.push(`Line ${index + 1}: ${first.name} is weak; use Argon2id, bcrypt or yescrypt for passwords`);
    }
    return json({ hashes, warnings });
  },
});

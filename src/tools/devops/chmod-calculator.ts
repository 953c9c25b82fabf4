import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings as warningList } from '../../core/shared-data.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { ContentFault } from '../../lib/faults.js';
import {
  applyChanges,
  clausesOf,
  lettersOf,
  octalOf,
  readLetters,
  readOctal,
  SPECIAL,
} from '../../lib/files/permissions.js';

import { explain, warningsOf } from './_permission-words.js';

const MAX_LINES = 2_500;
/** Of most systems, for changes that name nobody (`+w`). */
const USUAL_UMASK = 0o022;
const USUAL_BEFORE = { file: 0o644, directory: 0o755 } as const;

const access = () =>
  z.object({
    read: z.boolean().describe('May read the file, or list the directory.'),
    write: z.boolean().describe('May change the file, or what is in the directory.'),
    execute: z.boolean().describe('May run the file, or enter the directory.'),
  });

const accessOf = (mode: number, shift: number) => ({
  read: ((mode >> shift) & 4) !== 0,
  write: ((mode >> shift) & 2) !== 0,
  execute: ((mode >> shift) & 1) !== 0,
});

const readMask = (name: string, written: string): number | undefined =>
  refusing(`Cannot read option "${name}"`, () => {
    if (written === '') return undefined;
    const mode = readOctal(written.trim()) ?? readLetters(written.trim())?.mode;
    if (mode === undefined)
      throw new ContentFault(
        `it must be octal such as 022 or letters such as rw-r--r--, got ${JSON.stringify(written)}`,
      );
    return mode;
  });

interface Context {
  readonly umask: number | undefined;
  readonly before: number | undefined;
  readonly directory: boolean;
}

/** The permission in a command of chmod with its files, or in a line of `ls -l`; else the line as it is. */
function permissionIn(line: string): string {
  const command = /^(?:\$\s+)?(?:sudo\s+)?chmod\s+(?:(?:-[RvcfHLP]+|--[a-z-]+)\s+)*(\S+)/.exec(line)?.[1];
  return command ?? /^([-dlbcps][-rwxsStT]{9}[+.@]?)\s+\d+\s/.exec(line)?.[1] ?? line.trim();
}

function describe(line: string, { umask, before, directory }: Context) {
  const text = permissionIn(line);
  const letters = readLetters(text);
  const isDirectory = directory || letters?.type === 'd';
  const mode =
    readOctal(text) ??
    letters?.mode ??
    applyChanges(text, {
      before: before ?? USUAL_BEFORE[isDirectory ? 'directory' : 'file'],
      isDirectory,
      umask: (umask ?? USUAL_UMASK) & 0o777,
    });
  return {
    octal: octalOf(mode),
    symbolic: lettersOf(mode),
    clauses: clausesOf(mode),
    owner: accessOf(mode, 6),
    group: accessOf(mode, 3),
    others: accessOf(mode, 0),
    setuid: (mode & SPECIAL.setuid) !== 0,
    setgid: (mode & SPECIAL.setgid) !== 0,
    sticky: (mode & SPECIAL.sticky) !== 0,
    ...(umask === undefined ? {} : { afterUmask: octalOf(mode & ~(umask & 0o777)) }),
    explanation: explain(mode, isDirectory),
    warnings: warningsOf(mode, isDirectory),
  };
}

export default defineTool({
  id: 'chmod-calculator',
  title: 'Chmod Calculator',
  summary: 'Converts Unix permissions between octal and symbolic forms and explains them.',
  family: 'devops',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    before: z
      .string()
      .max(12)
      .default('')
      .describe('Permissions before a change such as u+x, octal or letters; empty for 644, and 755 of directories.'),
    directory: z
      .boolean()
      .default(false)
      .describe('Treats each line as a directory; d at the start of letters does too.'),
    umask: z
      .string()
      .max(12)
      .default('')
      .describe('Umask to take off new files, such as 027, octal or letters; empty for none.'),
  },
  result: 'data',
  data: lineData({
    octal: z.string().describe('Four octal digits.'),
    symbolic: z.string().describe('Nine letters, as ls writes them.'),
    clauses: z.string().describe('Argument of chmod that sets exactly these permissions.'),
    owner: access().describe('What the owner may do.'),
    group: access().describe('What members of the group may do.'),
    others: access().describe('What everyone else may do.'),
    setuid: z.boolean().describe('Set user ID.'),
    setgid: z.boolean().describe('Set group ID.'),
    sticky: z.boolean().describe('Sticky bit.'),
    afterUmask: z.string().describe('What a program that asks for these permissions gets; with "umask" only.'),
    explanation: z.array(z.string()).describe('The permissions in words.'),
    warnings: warningList().describe('What is risky or has no effect.'),
  }),
  notes: [
    linesNote(MAX_LINES),
    'Each line is octal (755, 4755), letters as ls writes them (rwxr-xr-x, drwxrwxrwt), or changes as chmod takes them (u=rwx,go-w; a+X; g=u), with or without chmod in front.',
    'Changes that name nobody, such as +w, do not touch the bits of the umask, as chmod does; it is 022 where "umask" is empty.',
    'Directories keep set user ID and set group ID on changes that do not name them, as GNU chmod does.',
  ],
  aliases: [
    'unix permissions',
    'file permissions',
    'octal permissions',
    'rwx calculator',
    'umask calculator',
    '755',
    '644',
    'setuid',
    'sticky bit',
  ],
  verified: [
    'Python 3.11 stat.filemode: the letters of all 4,096 modes, and each read back',
    'GNU chmod 9.1 and stat: the same mode after 400 random symbolic changes of files and directories',
  ],
  examples: [
    {
      title: 'A program that everyone may run',
      input: '755',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '755',
              octal: '0755',
              symbolic: 'rwxr-xr-x',
              clauses: 'u=rwx,g=rx,o=rx',
              owner: { read: true, write: true, execute: true },
              group: { read: true, write: false, execute: true },
              others: { read: true, write: false, execute: true },
              setuid: false,
              setgid: false,
              sticky: false,
              explanation: [
                'The owner can read, write and execute',
                'The group can read and execute',
                'Everyone else can read and execute',
              ],
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'A change, and what a umask leaves',
      input: 'chmod u+s,o=w',
      options: { before: '0750', umask: '027' },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'chmod u+s,o=w',
              octal: '4752',
              symbolic: 'rwsr-x-w-',
              clauses: 'u=rwxs,g=rx,o=w',
              owner: { read: true, write: true, execute: true },
              group: { read: true, write: false, execute: true },
              others: { read: false, write: true, execute: false },
              setuid: true,
              setgid: false,
              sticky: false,
              afterUmask: '4750',
              explanation: [
                'The owner can read, write and execute',
                'The group can read and execute',
                'Everyone else can write',
                'Set user ID: runs with the rights of its owner',
              ],
              warnings: ['Everyone can write to it', 'Set user ID programs are a security risk'],
            },
          ],
        },
      },
    },
    {
      title: 'A digit that is not octal',
      input: '798',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "798" is not a permission such as 755, rwxr-xr-x or u=rwx,go-w',
      },
    },
    {
      title: 'A umask that cannot be read',
      input: '644',
      options: { umask: '99' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "umask": it must be octal such as 022 or letters such as rw-r--r--, got "99"',
      },
    },
  ],
  run({ input, files, signal, options: { before, directory, umask } }) {
    const context = { umask: readMask('umask', umask), before: readMask('before', before), directory };
    return eachLine({ input, files, signal }, MAX_LINES, (line) => describe(line, context));
  },
});

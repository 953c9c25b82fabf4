import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { runJq } from './jq.js';

const run = async (filter: string, input: string): Promise<string> => {
  const { output, errors, exitCode } = await runJq(['-c', filter], Buffer.from(input));
  return exitCode === 0 && errors === '' ? Buffer.from(output).toString() : 'error';
};

const INPUTS = [
  '{"a":[1,2,{"b":null}],"s":"héllo wörld","t":true,"n":-1.5,"o":{"x":1,"y":[]}}',
  '[3,1,2,{"a":1},{"a":2,"b":"x"},"str",null,true,[1,[2,[3]]]]',
  '"a,b, c"',
  '{"users":[{"name":"Ada","age":36,"tags":["x","y"]},{"name":"Bob","age":17,"tags":[]}]}',
];

// Programs whose answers jq 1.7's manual does not say differ from 1.6's.
const PROGRAMS = [
  ...[
    '.',
    '.a',
    '.a?',
    '.[0]?',
    '.[]?',
    '..',
    'keys?',
    'length?',
    'type',
    'to_entries?',
    'map(.)?',
    'add?',
    'any?',
    'all?',
  ],
  ...[
    '[..|numbers]',
    '[.[]?|strings]',
    'paths',
    '[paths(type=="number")]',

    'tostream',
    'tojson',
    'tojson|fromjson',
  ],
  ...[
    '.a[1:]?',
    '.[-1:]?',
    '.a|first?',
    'flatten?',
    'flatten(1)?',
    'sort?',
    'unique?',
    'reverse?',
    'min?',
    'max?',
    'group_by(type)?',
  ],
  ...[
    '.users[]?|select(.age>18)|.name',
    '[.users[]?|{name,n:(.tags|length)}]',
    '.users|map(.age)?|add?',
    'with_entries(.value|=tostring)?',
  ],
  ...[
    'if type=="object" then "o" elif type=="array" then "a" else "x" end',
    '.a // "none"?',
    'try error("x") catch .',
    '.[]? as $x|$x',
    'reduce .[]? as $x (0;.+1)',
  ],
  ...[
    '[foreach .[]? as $x (0;.+1)]',
    'def f(x): x*2; [.[]?|numbers|f(.)]',
    '[limit(2;.[]?)]',
    '[range(0;10;3)]',
    '[.[]?|tostring]',
    'ascii_downcase?',
    'ascii_upcase?',
  ],
  ...[
    'split(",")?',
    'split(", *";null)?',
    'test("a")?',
    '[match("[a-z]";"g")?|.string]',
    'sub("a";"b")?',
    'gsub("[aeiou]";"*")?',
    'ltrimstr("a")',
    'explode?',
    'explode?|implode',
    '@base64?',
    '@uri?',
    '@csv?',
    '@tsv?',
    '@html',
    '@sh?',
    '@json',
    '@text',
  ],
  ...[
    'del(.a)?',
    'del(.[0])?',
    'path(..)',
    '[getpath(["a",0])?]',
    'setpath(["z"];1)?',
    'with_entries(.)?',
    'has("a")?',
    'contains("a")?',
    'inside([1])?',
    'index(",")?',
    'indices(1)?',
    'startswith("a")?',
    'join("-")?',
    'floor?',
    'sqrt?',
    'tonumber?',
    'not',
    'isvalid(.a)',
    'splits(",")?',
    'ascii?',

    'input?',
    '[inputs]',
    'walk(if type=="number" then .+1 else . end)',

    'combinations?',
    'todate?',
    'recurse(.[]?)|scalars',
    'limit(3;repeat(1))',
    '[.[]?|arrays]',
    'input_line_number|type',
    '$ENV|type',
    'ltrimstr(1)',
    'infinite|tostring',
    '[splits("a";"b")?]',
    'getpath(["a","b"])?',
    'tojson|length',
    'min_by(.age)?',
    'unique_by(type)?',
    'label $f|1,break $f',
  ],
];

describe('runJq', () => {
  exhaustive.skipIf(!hasProgram('jq', ['--version'], 'jq beside jq'))('answers as the program does', async () => {
    const differing: string[] = [];
    const cases = INPUTS.flatMap((input) => PROGRAMS.map((program) => ({ input, program })));
    const ends = runPrograms(cases.map(({ input, program }) => ({ program: 'jq', args: ['-c', program], input })));
    for (const [index, { input, program }] of cases.entries()) {
      const { status, stdout = '', stderr } = ends[index] ?? {};
      const expected = status === 0 && stderr === '' ? stdout : 'error';
      if ((await run(program, input)) !== expected) differing.push(`${program} on ${input}`);
    }
    expect(cases.length).toBeGreaterThan(300);
    expect(differing).toEqual([]);
  });

  it('sees nothing of the machine', async () => {
    expect(await run('env, $ENV, ($ENV|length)', '1')).toBe('{}\n{}\n0\n');
    for (const program of ['import "/etc/passwd" as $d; $d', 'include "/etc/passwd"; 1', 'import "a" as a; 1']) {
      const { exitCode, errors } = await runJq([program], Buffer.from('1'));
      expect([exitCode, errors]).toEqual([3, expect.stringContaining('module not found')]);
    }
    // A second document in place of standard input is none that exists.
    expect((await runJq(['.', '/etc/passwd'], Buffer.from('1'))).exitCode).not.toBe(0);
    expect(process.exitCode).toBeUndefined();
  });

  it('keeps digits that the filter leaves alone', async () => {
    expect(await run('.[0]', '[12345678901234567890, 1.10]')).toBe('12345678901234567890\n');
  });

  exhaustive('stops what would take all memory, all stack, or write without an end', async () => {
    // Memory, and not the time, must end it on a busy machine too.
    await expect(runJq(['[range(1e9)]'], Buffer.from('1'), 120)).rejects.toThrow('256 MiB');
    await expect(run('reduce range(20000) as $i (1;[.])', '1')).rejects.toThrow('nests deeper');
    await expect(run('range(1e9)|"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"', '1')).rejects.toThrow(
      'at most 8388608 bytes',
    );
    expect(await run('.+1', '1')).toBe('2\n');
  });
});

import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './csv-validator.js';

const hasPython = hasProgram('python3', ['--version'], 'faults of CSV beside Python');

interface Report {
  readonly valid: boolean;
  readonly rows: number;
  readonly errorCount: number;
  readonly rules: readonly { readonly rule: string }[];
  readonly faults: readonly { readonly rule: string; readonly row: number; readonly column: number }[];
}

const validate = async (input: string, options = {}): Promise<Report> =>
  (await runTool(tool, { input, options })).data as Report;

const QUOTE_RULES = new Set(['text-after-quote', 'unclosed-quote']);

const STRICT = `
import csv, io, json, sys
out = []
for text in json.load(sys.stdin):
    try: out.append(len([row for row in csv.reader(io.StringIO(text, newline=''), strict=True) if row]))
    except csv.Error: out.append(None)
json.dump(out, sys.stdout)
`;

const ORACLE = `
import datetime, json, re, sys
from decimal import Decimal
def faults(field, value):
    kind, rules = field["type"], field["constraints"]
    try:
        if kind == "integer": read = int(value) if re.fullmatch(r"[+-]?[0-9]+", value) else 1 / 0
        elif kind == "number": read = Decimal(value) if re.fullmatch(r"[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?", value) else 1 / 0
        elif kind == "date": read = datetime.date.fromisoformat(value) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value) else 1 / 0
        elif kind == "boolean": read = {"true": 1, "True": 1, "TRUE": 1, "1": 1, "false": 0, "False": 0, "FALSE": 0, "0": 0}[value]
        else: read = value
    except (ZeroDivisionError, ValueError, KeyError): return ["type"]
    found = []
    cast = {"integer": int, "number": Decimal, "date": datetime.date.fromisoformat}.get(kind)
    if "enum" in rules and value not in rules["enum"]: found.append("enum")
    if "minimum" in rules and read < cast(rules["minimum"]): found.append("minimum")
    if "maximum" in rules and read > cast(rules["maximum"]): found.append("maximum")
    if "minLength" in rules and len(value) < rules["minLength"]: found.append("minLength")
    if "maxLength" in rules and len(value) > rules["maxLength"]: found.append("maxLength")
    if "pattern" in rules and not re.fullmatch(rules["pattern"], value): found.append("pattern")
    return found
out = []
for schema, rows in json.load(sys.stdin):
    seen, found = {}, []
    for r, row in enumerate(rows):
        for c, (field, value) in enumerate(zip(schema["fields"], row)):
            if value == "":
                if field["constraints"].get("required"): found.append([r + 1, c + 1, "required"])
                continue
            found += [[r + 1, c + 1, rule] for rule in faults(field, value)]
            if field["constraints"].get("unique"):
                if (c, value) in seen: found.append([r + 1, c + 1, "unique"])
                seen[c, value] = r
    out.append(found)
json.dump(out, sys.stdout)
`;

const VALUES = [
  '',
  '',
  '1',
  '-7',
  '007',
  '12.5',
  '.5',
  '1e3',
  'x',
  'abc',
  'Zürich',
  'true',
  'FALSE',
  '2024-02-29',
  '2023-02-29',
  '1999-12-31',
  '99',
  '１',
];

function randomSchema(chance: Chance) {
  const fields = Array.from({ length: 1 + chance(4) }, (_, i) => {
    const type = pick(chance, ['string', 'integer', 'number', 'date', 'boolean']);
    const constraints: Record<string, unknown> = {};
    if (chance(3) === 0) Object.assign(constraints, { required: true });
    if (chance(4) === 0) Object.assign(constraints, { unique: true });
    if (chance(4) === 0) Object.assign(constraints, { enum: ['1', 'x', 'true', '12.5'] });
    if (chance(2) === 0 && type === 'integer') Object.assign(constraints, { minimum: '-3', maximum: '50' });
    if (chance(2) === 0 && type === 'number') Object.assign(constraints, { minimum: '-1.5', maximum: '100' });
    if (chance(2) === 0 && type === 'date') Object.assign(constraints, { minimum: '2000-01-01' });
    if (chance(3) === 0 && type === 'string')
      Object.assign(constraints, { minLength: 2, maxLength: 4, pattern: '[a-zA-Zü0-9.-]+' });
    return { name: `f${i}`, type, constraints };
  });
  return { fields };
}

describe('csv-validator', () => {
  it.skipIf(!hasPython)('refuses quotes as Python does', async () => {
    const chance = chanceOf(1);
    const texts = Array.from({ length: 600 }, () =>
      Array.from({ length: 1 + chance(14) }, () => pick(chance, ['a', '"', '"', '""', ',', '\n', '\r\n', 'b'])).join(
        '',
      ),
    );
    const theirs = JSON.parse(runProgram('python3', ['-c', STRICT], JSON.stringify(texts)).toString()) as (
      | number
      | null
    )[];
    for (const [i, input] of texts.entries()) {
      const { faults, rows } = await validate(input, { header: false, delimiter: 'comma' });
      const isBroken = faults.some(({ rule }) => QUOTE_RULES.has(rule));
      expect(isBroken, JSON.stringify(input)).toBe(theirs[i] === null);
      if (!isBroken) expect(rows, JSON.stringify(input)).toBe(theirs[i]);
    }
  });

  it.skipIf(!hasPython)('finds what a checker in Python finds', async () => {
    const chance = chanceOf(2);
    const cases = Array.from({ length: 300 }, () => {
      const schema = randomSchema(chance);
      const rows = Array.from({ length: 1 + chance(12) }, () => schema.fields.map(() => pick(chance, VALUES)));
      return [schema, rows] as const;
    });
    const theirs = JSON.parse(runProgram('python3', ['-c', ORACLE], JSON.stringify(cases)).toString()) as [
      number,
      number,
      string,
    ][][];
    for (const [i, [schema, rows]] of cases.entries()) {
      const quoted = (cell: string): string => `"${cell}"`;
      const input = [schema.fields.map(({ name }) => name), ...rows].map((row) => row.map(quoted).join()).join('\n');
      const { faults } = await validate(input, { schema: JSON.stringify(schema), delimiter: 'comma' });
      const sorted = (list: readonly (readonly [number, number, string])[]): string[] =>
        list.map((fault) => fault.join()).sort();
      expect(sorted(faults.map(({ row, column, rule }) => [row, column, rule] as const)), input).toEqual(
        sorted(theirs[i] ?? []),
      );
    }
  });

  it('checks primary keys, missing and extra columns, and counts beyond the list', async () => {
    const schema = JSON.stringify({
      fields: [{ name: 'a' }, { name: 'b', type: 'integer' }, { name: 'z', constraints: { required: true } }],
      primaryKey: ['a', 'b'],
      missingValues: ['', 'NA'],
    });
    const { rules, errorCount, faults } = await validate('a,b,c\nx,1,\nx,1,\ny,NA,\nx,q,\n', { schema, limit: 2 });
    expect(rules.map(({ rule }) => rule).sort()).toEqual(['extra-column', 'missing-column', 'primary-key', 'type']);
    expect([errorCount, faults.length]).toEqual([3, 2]);
  });

  it('says how a file is encoded', async () => {
    const files = [
      { name: 'a.csv', bytes: Buffer.from('name;city\nJos\xe9;M\xfcnchen\nRen\xe9;Z\xfcrich\n', 'latin1') },
      { name: 'b.csv', bytes: Buffer.from('\ufeffa,b\r\n1,2\n\r\n') },
    ];
    const { data } = await runTool(tool, { files });
    const [one, two] = (data as { files: (Report & { charset: string })[] }).files;
    expect(one?.rules.map(({ rule }) => rule)).toEqual(['encoding']);
    expect(two?.rules.map(({ rule }) => rule)).toEqual(['byte-order-mark', 'mixed-line-breaks']);
  });

  exhaustive('reads the largest file, and hostile ones', async () => {
    const rows = Array.from({ length: 400_000 }, (_, i) => `${i},name ${i},${i % 7}.5`).join('\n');
    const schema = JSON.stringify({
      fields: [
        { name: 'id', type: 'integer', constraints: { unique: true } },
        { name: 'n' },
        { name: 'v', type: 'number', constraints: { maximum: 6 } },
      ],
    });
    const { data } = await runTool(tool, {
      files: [{ name: 'a.csv', bytes: Buffer.from(`id,n,v\n${rows}`) }],
      options: { schema },
    });
    expect(data).toMatchObject({ rows: 400_000, errorCount: 57_142 });
    for (const input of [
      '"'.repeat(500_001),
      ',\n'.repeat(200_000),
      '\r'.repeat(100_000),
      '\0',
      '"a"b'.repeat(100_000),
    ])
      expect((await runTool(tool, { input })).status).toBe(200);
  });
});

import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';
import jsonSchemaGenerator from './json-schema-generator.js';
import jsonSchemaValidator from './json-schema-validator.js';

const addFormats = formats as unknown as (ajv: Ajv) => Ajv;

describe('json-schema-generator', () => {
  inRounds('writes schemas that ajv takes and all samples match', [15, 120], async (rounds) => {
    const random = fractionsOf(91);
    const validators = {
      '7': addFormats(new Ajv({ allowUnionTypes: true, ownProperties: true })),
      '2020-12': addFormats(new Ajv2020({ allowUnionTypes: true, ownProperties: true }) as unknown as Ajv),
    };
    const texts = ['2026-01-02', 'ada@example.org', '10.0.0.1', 'https://example.org/', '12:30:00Z', 'x'];
    for (let round = 0; round < rounds; round++) {
      const samples = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
        random() < 0.3
          ? { at: texts[Math.floor(random() * texts.length)], more: randomPlain(random, 2) }
          : randomPlain(random, 3),
      );
      const draft = round % 2 === 0 ? '7' : '2020-12';
      const options = { draft, samples: 'many', additionalProperties: round % 3 > 0 };
      const { data } = await runTool(jsonSchemaGenerator, { input: JSON.stringify(samples), options });
      const validate = validators[draft].compile(data as object);
      for (const sample of samples) {
        expect(validate(sample), JSON.stringify([data, sample, validate.errors])).toBe(true);
        const checked = await runTool(jsonSchemaValidator, {
          input: JSON.stringify(sample),
          options: { schema: JSON.stringify(data) },
        });
        expect((checked.data as { valid: boolean }).valid).toBe(true);
      }
    }
  });
});

describe('json-schema-validator', () => {
  const check = (schema: unknown, document: unknown) =>
    runTool(jsonSchemaValidator, {
      input: JSON.stringify(document),
      options: { schema: JSON.stringify(schema), checkSchema: false },
    });

  it('ends with schemas that are made to take for ever', async () => {
    const branching = {
      $defs: {
        a: { anyOf: Array(10).fill({ $ref: '#/$defs/b' }) },
        b: { anyOf: Array(10).fill({ $ref: '#/$defs/a' }) },
      },
      $ref: '#/$defs/a',
    };
    expect((await check(branching, 1)).code).toBe('LIMIT_EXCEEDED');
    expect((await check({ pattern: '(a*)*b' }, 'a'.repeat(100_000))).status).toBe(200);
    expect((await check({ pattern: '(?=a)b' }, 'a')).code).toBe('INVALID_INPUT');
  });

  exhaustive(
    'takes tens of thousands of choices and properties, and refuses branches that double forty times',
    async () => {
      const choices = { anyOf: Array.from({ length: 20_000 }, (_, i) => ({ const: i })) };
      expect((await check(choices, 'x')).status).toBe(200);
      const many = {
        properties: Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, {}])),
        unevaluatedProperties: false,
      };
      expect((await check(many, { k1: 1, no: 2 })).status).toBe(200);
      const doubling = Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [
          `d${i}`,
          { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
        ]),
      );
      expect((await check({ $defs: { ...doubling, d40: true }, $ref: '#/$defs/d0' }, 1)).code).toBe('LIMIT_EXCEEDED');
    },
  );
});

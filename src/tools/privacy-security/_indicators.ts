import { z } from 'zod';

import { json, jsonText, type ToolResult, text } from '../../core/results.js';
import { count, place } from '../../core/shared-data.js';
import { INDICATOR_KINDS } from '../../formats/entities/indicators.js';
import { formatRecord } from '../../lib/csv/write.js';
import { defang } from '../../lib/entities/refang.js';
import { stixBundle } from '../../lib/stix/bundle.js';

/** What was found of one indicator in all files. */
export interface Indicator {
  readonly kind: (typeof INDICATOR_KINDS)[number];
  readonly value: string;
  readonly type?: string;
  count: number;
  isDefanged: boolean;
  readonly places: { source: string; line: number; column: number; start: number }[];
}

const COLUMNS = ['kind', 'value', 'type', 'count', 'source', 'line', 'column'];

/** What ioc-extractor returns. */
export const indicatorData = z.union([
  z.object({
    indicators: z
      .array(
        z.object({
          kind: z.enum(INDICATOR_KINDS).describe('Kind.'),
          value: z.string().describe('The indicator, refanged unless "defang" is set.'),
          type: z.string().optional().describe('What of its kind it is: IPv4 private, technique, main.'),
          count: count('How often it occurs.'),
          defanged: z.boolean().describe('Whether it was defanged where it occurs.'),
          places: z
            .array(
              z.object({
                source: z.string().describe('File, or input.'),
                line: place('Line.'),
                column: place('Column.'),
                start: count('Offset in UTF-16 units.'),
              }),
            )
            .describe('First places.'),
        }),
      )
      .describe('By kind, then in order of appearance.'),
    counts: z.record(z.string(), z.int()).describe('Different indicators by kind.'),
    warnings: z.array(z.string()).describe('What was not read or not listed.'),
  }),
  z.object({
    type: z.literal('bundle').describe('With format stix: a STIX 2.1 bundle.'),
    id: z.string().describe('Id of the bundle.'),
    objects: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .describe('Observables and other objects of STIX 2.1; absent where none was found, as the standard has it.'),
  }),
]);

/** By kind, then in order of appearance, in one of the formats. */
export function indicatorResult(
  known: readonly Indicator[],
  options: { readonly format: 'json' | 'csv' | 'stix' | 'text'; readonly defang: boolean },
  now: Date,
): ToolResult<z.output<typeof indicatorData>> {
  const order = (kind: Indicator['kind']): number => INDICATOR_KINDS.indexOf(kind);
  const sorted = [...known].sort((a, b) => order(a.kind) - order(b.kind));
  const shown = ({ kind, value }: Indicator): string =>
    options.defang && ['url', 'domain', 'ip', 'email'].includes(kind) ? defang(value) : value;
  if (options.format === 'text') return text(sorted.map((one) => `${shown(one)}\n`).join(''));
  if (options.format === 'csv') {
    const rows = sorted.map((one) =>
      [
        one.kind,
        shown(one),
        one.type ?? '',
        one.count,
        one.places[0]?.source ?? '',
        one.places[0]?.line ?? '',
        one.places[0]?.column ?? '',
      ].map(String),
    );
    return text([COLUMNS, ...rows].map((row) => `${formatRecord(row, ',')}\n`).join(''), {
      name: 'indicators.csv',
      mime: 'text/csv;charset=utf-8',
    });
  }
  const counts: Record<string, number> = {};
  for (const { kind } of sorted) counts[kind] = (counts[kind] ?? 0) + 1;
  if (options.format === 'stix')
    return jsonText(JSON.stringify(stixBundle(sorted, now), null, 2), { name: 'indicators.stix.json' });
  const indicators = sorted.map(({ isDefanged, ...one }) => ({
    ...one,
    value: shown({ ...one, isDefanged }),
    defanged: isDefanged,
  }));
  return json({ indicators, counts, warnings: [] });
}

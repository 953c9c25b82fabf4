import { z } from 'zod';

import { invalid } from '../../core/index.js';
import type { Told } from '../../core/tool.js';
import { ContentFault } from '../../lib/faults.js';
import { askedName } from './_dns.js';
import { failureData, milliseconds } from './_peer.js';

export const row = z.object({
  resolver: z.string().describe('DNS server that was asked.'),
  operator: z.string().describe('Who runs it; empty where that is not known.'),
  status: z.string().nullable().describe('Such as NOERROR or NXDOMAIN; null without an answer.'),
  answers: z.array(z.string()).describe('Data of the records, sorted.'),
  ttl: z.int().nullable().describe('Seconds that the answer may still be kept there; null without one.'),
  group: z
    .int()
    .min(0)
    .describe('Servers with the same answer have the same number, the most frequent answer 1; 0 without an answer.'),
  answerMs: milliseconds('Time until the answer.'),
  failure: failureData(),
});

export type Row = Told<z.output<typeof row>>;

/** The name as it is asked. Throws INVALID_INPUT. */
export function nameOf(input: string): string {
  try {
    return askedName(input);
  } catch (error) {
    if (error instanceof ContentFault) throw invalid(`Input cannot be read: ${error.message}`);
    throw error;
  }
}

/** Whether data is what was expected, without regard to quotes, case and a final dot. */
export const isExpected = (data: string, wanted: string): boolean => {
  const plain = (text: string): string => text.toLowerCase().replace(/^"|"$/g, '').replace(/\.$/, '');
  return plain(data) === plain(wanted);
};

/** Numbers equal answers, the most frequent first. */
export function grouped(rows: readonly Row[]) {
  const byAnswer = new Map<string, Row[]>();
  for (const one of rows) {
    if (one.status === null) continue;
    const key = JSON.stringify([one.status, one.answers.map((data) => data.toLowerCase())]);
    byAnswer.set(key, [...(byAnswer.get(key) ?? []), one]);
  }
  const sorted = [...byAnswer.values()].sort((a, b) => b.length - a.length);
  const groups = sorted.map((same) => ({
    answers: same[0]?.answers ?? [],
    status: same[0]?.status ?? '',
    servers: same.length,
  }));
  const results = rows.map((one) => ({ ...one, group: sorted.findIndex((same) => same.includes(one)) + 1 }));
  return { results, groups };
}

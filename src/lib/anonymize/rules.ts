import { ContentFault, unlessFaulty } from '../faults.js';
import { parseJson } from '../json/parse.js';
import { isJsonObject } from '../json/values.js';

export const COLUMN_ACTIONS = ['mask', 'hash', 'pseudonym', 'generalize', 'shuffle', 'fake', 'remove', 'keep'] as const;

export type ColumnAction = (typeof COLUMN_ACTIONS)[number];

/** What is done to a column; `detail` of generalize: width of ranges, `month`, `year`, `decade` or the characters to keep. */
export interface ColumnRule {
  readonly column: string;
  readonly action: ColumnAction;
  readonly detail: string;
}

/**
 * Rules as a JSON object, `{"age": "generalize 10"}`, or as lines `age: generalize 10`, with semicolons or line breaks between. Throws
 * ContentFault.
 */
export function readColumnRules(text: string): ColumnRule[] {
  const document = text.trimStart().startsWith('{') ? unlessFaulty(() => parseJson(text)) : undefined;
  if (document !== undefined && isJsonObject(document)) {
    return [...document].map(([column, value]) => {
      if (typeof value !== 'string')
        throw new ContentFault(`the action of column "${column.slice(0, 80)}" is not a text`);
      return ruleOf(column, value);
    });
  }
  return text
    .split(/[\r\n;]+/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      // A name may have a colon, an action does not.
      const colon = line.lastIndexOf(':');
      if (colon < 1) throw new ContentFault(`expected "column: action" in "${line.trim().slice(0, 80)}"`);
      return ruleOf(line.slice(0, colon), line.slice(colon + 1));
    });
}

function ruleOf(name: string, given: string): ColumnRule {
  const [word = '', detail = '', ...more] = given
    .trim()
    .toLowerCase()
    .split(/[\s(),]+/)
    .filter((part) => part !== '');
  const action = COLUMN_ACTIONS.find((one) => one === word.replace('generalise', 'generalize'));
  if (action === undefined)
    throw new ContentFault(`the action "${word.slice(0, 80)}" is unknown; known are ${COLUMN_ACTIONS.join(', ')}`);
  const isDetail =
    action === 'generalize' ? /^(?:|\d{1,9}(?:\.\d{1,6})?|month|quarter|year|decade)$/.test(detail) : detail === '';
  if (!isDetail || more.length > 0 || (Number(detail) === 0 && detail !== ''))
    throw new ContentFault(
      `"${given.trim().slice(0, 80)}" has more than its action; only generalize takes a number, month, quarter, year or decade`,
    );
  return { column: name.trim(), action, detail };
}

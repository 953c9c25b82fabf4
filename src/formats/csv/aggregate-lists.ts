import { invalid, quote } from '../../core/errors.js';
import { AGGREGATES, type AggregateName, isPercentile } from '../../lib/csv/aggregates.js';
import { columnOf, listItems, unquoted } from './column-lists.js';
import type { CsvTable } from './source.js';

/** One column of the result of a grouping. */
export interface WantedAggregate {
  readonly name: AggregateName;
  /** `undefined`: counts rows. */
  readonly column: number | undefined;
  /** Its name in the result. */
  readonly title: string;
}

const MAX_AGGREGATES = 200;
const FORM = /^([a-z][a-z0-9.]*)(?:\s*\((.*)\))?(?:\s+as\s+(.+))?$/is;

/** Names that people know by other words. */
const OTHER_NAMES: Readonly<Record<string, AggregateName>> = {
  avg: 'mean',
  average: 'mean',
  minimum: 'min',
  maximum: 'max',
  total: 'sum',
  unique: 'distinct',
  count_distinct: 'distinct',
  stdev: 'stddev',
  var: 'variance',
};

function aggregateNamed(word: string): AggregateName | undefined {
  const name = word.toLowerCase();
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name];
  if ((AGGREGATES as readonly string[]).includes(name) || isPercentile(name)) return name as AggregateName;
  return undefined;
}

/** `count, sum(price) as total, p90(delay)`. Throws INVALID_INPUT naming the part. */
export function readAggregates(table: CsvTable, list: string, option: string): WantedAggregate[] {
  const items = splitItems(list);
  if (items.length > MAX_AGGREGATES)
    throw invalid(`Option "${option}" lists ${items.length} aggregates, ${MAX_AGGREGATES} are allowed`);
  return items.map((item) => {
    const [, word = '', inner = '', title] = FORM.exec(item) ?? [];
    const name = aggregateNamed(word);
    if (name === undefined)
      throw invalid(
        `Option "${option}" has ${quote(item)}, which is not an aggregate: ${AGGREGATES.join(', ')} or a percentile such as p90`,
      );
    const wanted = inner.trim();
    if (wanted === '' || wanted === '*') {
      if (name === 'count')
        return { name, column: undefined, title: title === undefined ? 'count' : unquoted(title.trim()) };
      throw invalid(`Option "${option}" has ${quote(item)}, which names no column: write ${name}(column)`);
    }
    const column = columnOf(table, wanted, option);
    return {
      name,
      column,
      title: title === undefined ? `${table.names[column] ?? ''}_${name}` : unquoted(title.trim()),
    };
  });
}

/** At commas outside of brackets and quotes. */
function splitItems(list: string): string[] {
  const items: string[] = [];
  let open = '';
  for (const part of listItems(list)) {
    open = open === '' ? part : `${open},${part}`;
    if (open.split('(').length > open.split(')').length) continue;
    items.push(open);
    open = '';
  }
  return open === '' ? items : [...items, open];
}

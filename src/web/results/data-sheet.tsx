import { labelInText, optionLabel } from '../names.js';
import { english, words } from '../words/words.js';
import { JsonTree } from './json-tree.js';
import { SortedTable } from './sorted-table.js';

/** What keys mean, by their paths: `files[].name`. */
type Meanings = ReadonlyMap<string, string>;

/** Deeper than this, and wider than this, a tree says more. */
const MAX_DEPTH = 3;
const MAX_COLUMNS = 16;
/** Items of a list that are written one after the other. */
const MAX_LISTED = 100;

interface PartProps {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  readonly meanings: Meanings;
}

/** Data for people: names with their values, lists of like things as tables, what is nested under its name. */
export const DataSheet = ({ value, meanings }: { readonly value: unknown; readonly meanings: Meanings }) => (
  <div class="data-sheet">
    <Part value={value} path="" depth={0} meanings={meanings} />
  </div>
);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys that the tool has declared are read as words; what the caller's content has made stays as it is. */
const nameOfKey = (key: string, path: string, meanings: Meanings): string =>
  meanings.has(path) ? optionLabel(key) : key;

/** Whether a value fits a line beside its name. */
const isShort = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.every(isScalar));

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

function Part({ value, path, depth, meanings }: PartProps) {
  if (isShort(value)) return <Value value={value} />;
  if (Array.isArray(value)) return <List items={value} path={path} depth={depth} meanings={meanings} />;
  if (!isRecord(value) || depth > MAX_DEPTH) return <JsonTree value={value} />;
  const entries = Object.entries(value);
  const pathOf = (key: string) => (path === '' ? key : `${path}.${key}`);
  const nameOf = (key: string) => nameOfKey(key, pathOf(key), meanings);
  const nested = entries.filter(([, member]) => !isShort(member));
  const Heading = depth === 0 ? 'h3' : 'h4';
  return (
    <>
      <dl class="facts-list">
        {entries
          .filter(([, member]) => isShort(member))
          .map(([key, member]) => (
            <div key={key}>
              <dt title={meanings.get(pathOf(key))} lang={english}>
                {nameOf(key)}
              </dt>
              <dd>
                <Value value={member} />
              </dd>
            </div>
          ))}
      </dl>
      {nested.map(([key, member]) => (
        <section key={key}>
          <Heading title={meanings.get(pathOf(key))} lang={english}>
            {nameOf(key)}
          </Heading>
          <Part value={member} path={pathOf(key)} depth={depth + 1} meanings={meanings} />
        </section>
      ))}
    </>
  );
}

interface ListProps extends Omit<PartProps, 'value'> {
  readonly items: readonly unknown[];
}

/** Like things are a table; one thing is shown as it is; what is nested is shown one by one. */
function List({ items, path, depth, meanings }: ListProps) {
  const inside = `${path}[]`;
  const [only] = items;
  if (items.length === 1) return <Part value={only} path={inside} depth={depth} meanings={meanings} />;
  const table = tableOf(items);
  if (table !== undefined) {
    const { keys, rows } = table;
    return (
      <SortedTable
        head={keys.map((key) => nameOfKey(key, `${inside}.${key}`, meanings))}
        rows={rows}
        label={path === '' ? words.result.rows : path}
        meanings={keys.map((key) => meanings.get(`${inside}.${key}`))}
      />
    );
  }
  if (depth >= MAX_DEPTH || items.length > MAX_LISTED) return <JsonTree value={items} />;
  return (
    <ol class="parts">
      {items.map((item, index) => (
        <li key={index}>
          <Part value={item} path={inside} depth={depth + 1} meanings={meanings} />
        </li>
      ))}
    </ol>
  );
}

/** Rows of objects whose values fit into cells. */
function tableOf(items: readonly unknown[]) {
  if (!items.every(isRecord)) return undefined;
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  if (keys.length > MAX_COLUMNS || !items.every((item) => Object.values(item).every(fitsCell))) return undefined;
  return { keys, rows: items.map((item) => keys.map((key) => cellText(item[key]))) };
}

/** Small things in a cell: `line 1, column 3`. */
const MAX_CELL_KEYS = 3;
const MAX_CELL_ITEMS = 20;

const isSmall = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).length <= MAX_CELL_KEYS && Object.values(value).every(isScalar);

const fitsCell = (value: unknown): boolean =>
  isShort(value) || isSmall(value) || (Array.isArray(value) && value.length <= MAX_CELL_ITEMS && value.every(isSmall));

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isRecord(value)) return smallText(value);
  if (!Array.isArray(value)) return String(value);
  return value.map((item) => (isRecord(item) ? smallText(item) : String(item))).join(isRecord(value[0]) ? '; ' : ', ');
}

const smallText = (value: Readonly<Record<string, unknown>>): string =>
  Object.entries(value)
    .map(([key, member]) => `${labelInText(key)} ${cellText(member)}`)
    .join(', ');

const COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A value as people write it: yes and no, a colour with its swatch, lines as lines. */
function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <span class="nothing">{words.result.noValue}</span>;
  if (typeof value === 'boolean') return <span>{value ? words.result.yes : words.result.no}</span>;
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="nothing">{words.result.noValue}</span>;
    const isLong = value.some((item) => String(item).length > 40);
    if (!isLong) return <span>{value.map(String).join(', ')}</span>;
    return (
      <ul class="values">
        {value.slice(0, MAX_LISTED).map((item, index) => (
          <li key={index}>{String(item)}</li>
        ))}
        {value.length > MAX_LISTED && <li>{words.result.andMore(value.length - MAX_LISTED)}</li>}
      </ul>
    );
  }
  const text = String(value);
  if (text === '') return <span class="nothing">{words.result.emptyValue}</span>;
  if (COLOUR.test(text)) {
    return (
      <span class="swatch">
        <span class="swatch-field" style={{ background: text }} />
        {text}
      </span>
    );
  }
  return <span class={text.includes('\n') ? 'lines' : undefined}>{text}</span>;
}

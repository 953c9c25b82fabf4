/** Trees whose leaves have sizes, and flows between nodes. */

import { overLimit, quote } from '../../core/errors.js';
import type { ChartOption } from '../../engines/charts.js';
import { ContentFault } from '../../lib/faults.js';
import { type ChartLook, chartFrame, colorAt, FONT, fitted, inkOn, LABEL_SIZE } from './chart-look.js';
import { numberWords, tidy } from './chart-numbers.js';

const MAX_BOXES = 2_000;
const MAX_LEVELS = 10;
const MAX_NODES = 300;
const MAX_LINKS = 1_000;

export interface Branch {
  readonly name: string;
  value: number;
  readonly children: Map<string, Branch>;
}

/** Rows as a tree: each level of `paths` a branch, the values of its leaves added up. Throws `ContentFault` for a value below 0. */
export function treeOf(
  paths: readonly (readonly string[])[],
  values: readonly (number | null)[],
  label: string,
): Branch {
  const root: Branch = { name: '', value: 0, children: new Map() };
  let boxes = 0;
  for (const [row, path] of paths.entries()) {
    const value = values[row] ?? null;
    if (value === null) continue;
    if (value < 0) throw new ContentFault(`row ${row + 1}: values must be at least 0, got ${value}`);
    let branch = root;
    branch.value = tidy(branch.value + value);
    // An empty place ends the path: a leaf above others.
    for (const name of path.slice(0, MAX_LEVELS).filter((part) => part !== '')) {
      const known = branch.children.get(name);
      const child = known ?? { name, value: 0, children: new Map() };
      if (known === undefined) {
        branch.children.set(name, child);
        if (++boxes > MAX_BOXES) throw overLimit(`The table of ${label} must give at most ${MAX_BOXES} boxes`);
      }
      child.value = tidy(child.value + value);
      branch = child;
    }
  }
  if (root.value === 0) throw new ContentFault('it has no values greater than 0');
  return root;
}

interface Words {
  readonly locale: string;
  readonly unit: string;
}

export function treeOption(
  root: Branch,
  look: ChartLook,
  { layout, locale, unit }: Words & { readonly layout: 'treemap' | 'sunburst' },
): ChartOption {
  const frame = chartFrame(look, []);
  const words = numberWords(locale, [root.value], unit);
  const nodeOf = ({ name, value, children }: Branch, color: string): object => ({
    name: fitted(name, 300, look.measure),
    value,
    label: { color: inkOn(color) },
    ...(children.size === 0 ? {} : { children: [...children.values()].map((child) => nodeOf(child, color)) }),
  });
  const data = [...root.children.values()].map((branch, at) => ({
    ...nodeOf(branch, colorAt(look, at)),
    itemStyle: { color: colorAt(look, at) },
  }));
  const label = { fontFamily: FONT, fontSize: LABEL_SIZE, lineHeight: 16 };
  const height = look.height - frame.top;
  if (layout === 'sunburst')
    return {
      ...frame.option,
      series: [
        {
          type: 'sunburst',
          data,
          center: [look.width / 2, frame.top + (height - 16) / 2],
          radius: [Math.min(height, look.width) * 0.08, Math.min(height - 30, look.width) / 2],
          sort: 'desc',
          nodeClick: false,
          label: { ...label, minAngle: 6, overflow: 'truncate', width: Math.min(height, look.width) * 0.18 },
          itemStyle: { borderColor: look.fill || '#ffffff', borderWidth: 1 },
        },
      ],
    };
  return {
    ...frame.option,
    series: [
      {
        type: 'treemap',
        data,
        left: 16,
        right: 16,
        top: frame.top + 6,
        bottom: 16,
        roam: false,
        nodeClick: false,
        breadcrumb: { show: false },
        label: {
          ...label,
          overflow: 'truncate',
          formatter: ({ name, value }: { name: string; value: number }) => `${name}\n${words.exact(value)}`,
        },
        upperLabel: { ...label, show: true, height: 20, color: look.text, formatter: '{b}' },
        itemStyle: { borderColor: look.fill || '#ffffff', borderWidth: 1, gapWidth: 1 },
        levels: [{ itemStyle: { gapWidth: 3, borderWidth: 0 }, upperLabel: { show: false } }],
      },
    ],
  };
}

export interface Flow {
  readonly source: string;
  readonly target: string;
  readonly value: number;
}

/** Flows between the same two nodes added up. Throws `ContentFault` for a circle or a value that is not greater than 0. */
export function flowsOf(
  sources: readonly string[],
  targets: readonly string[],
  values: readonly (number | null)[],
  label: string,
): readonly Flow[] {
  const flows = new Map<string, { source: string; target: string; value: number }>();
  for (const [row, value] of values.entries()) {
    const [source, target] = [sources[row] ?? '', targets[row] ?? ''];
    if (value === null) continue;
    if (source === '' || target === '') throw new ContentFault(`row ${row + 1}: source and target must not be empty`);
    if (source === target) throw new ContentFault(`row ${row + 1}: ${quote(source)} flows into itself`);
    if (value <= 0) throw new ContentFault(`row ${row + 1}: values must be greater than 0, got ${value}`);
    const key = JSON.stringify([source, target]);
    const flow = flows.get(key) ?? { source, target, value: 0 };
    flow.value = tidy(flow.value + value);
    flows.set(key, flow);
  }
  const found = [...flows.values()];
  if (found.length === 0) throw new ContentFault('it has no flows');
  if (found.length > MAX_LINKS)
    throw overLimit(`The table of ${label} must give at most ${MAX_LINKS} flows, got ${found.length}`);
  const nodes = nodesOf(found);
  if (nodes.length > MAX_NODES)
    throw overLimit(`The table of ${label} must have at most ${MAX_NODES} nodes, got ${nodes.length}`);
  const circle = circleIn(found);
  if (circle !== undefined)
    throw new ContentFault(`its flows must not go in a circle, got ${circle.map(quote).join(' → ')}`);
  return found;
}

export const nodesOf = (flows: readonly Flow[]): string[] => [
  ...new Set(flows.flatMap(({ source, target }) => [source, target])),
];

/** Nodes that lead back to the first of them. */
function circleIn(flows: readonly Flow[]): readonly string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { source, target } of flows) next.set(source, [...(next.get(source) ?? []), target]);
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (node: string): readonly string[] | undefined => {
    if (done.has(node)) return undefined;
    const seen = path.indexOf(node);
    if (seen >= 0) return [...path.slice(seen), node].slice(0, 6);
    path.push(node);
    for (const target of next.get(node) ?? []) {
      const circle = walk(target);
      if (circle !== undefined) return circle;
    }
    path.pop();
    done.add(node);
    return undefined;
  };
  for (const node of next.keys()) {
    const circle = walk(node);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

export function sankeyOption(
  flows: readonly Flow[],
  look: ChartLook,
  { locale, unit, valueLabels }: Words & { readonly valueLabels: boolean },
): ChartOption {
  const frame = chartFrame(look, []);
  const words = numberWords(
    locale,
    flows.map(({ value }) => value),
    unit,
  );
  return {
    ...frame.option,
    series: [
      {
        type: 'sankey',
        left: 20,
        right: Math.min(180, look.width * 0.22),
        top: frame.top + 6,
        bottom: 20,
        nodeGap: 10,
        nodeWidth: 16,
        draggable: false,
        data: nodesOf(flows).map((name, at) => ({ name, itemStyle: { color: colorAt(look, at), borderWidth: 0 } })),
        links: flows.map(({ source, target, value }) => ({ source, target, value })),
        lineStyle: { color: 'source', opacity: 0.35, curveness: 0.5 },
        label: {
          fontFamily: FONT,
          fontSize: LABEL_SIZE,
          color: look.text,
          formatter: ({ name, value }: { name: string; value: number }) => {
            const text = fitted(name, Math.min(160, look.width * 0.2), look.measure);
            return valueLabels ? `${text} ${words.exact(value)}` : text;
          },
        },
      },
    ],
  };
}

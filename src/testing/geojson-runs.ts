import type { Tool } from '../core/tool.js';

import type { Chance } from './chance.js';
import { type ClientAnswer, runTool } from './run-tool.js';

interface PlainCollection {
  readonly features: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
}

/** Runs of a tool on GeoJSON: the answer, or the features that it gives. */
export function geoJsonRuns(tool: Tool) {
  const run = (document: unknown, options: Record<string, unknown>): Promise<ClientAnswer> =>
    runTool(tool, { input: typeof document === 'string' ? document : JSON.stringify(document), options });
  const changed = async (document: unknown, options: Record<string, unknown>): Promise<PlainCollection> =>
    (await run(document, options)).data as PlainCollection;
  return { run, changed };
}

/** Features whose property `n` is 0, 1, 2, 0 … */
export const featuresOf = (geometries: readonly unknown[]) => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry, index) => ({ type: 'Feature', properties: { n: index % 3 }, geometry })),
});

export const geometriesOf = ({ features }: PlainCollection) => features.map(({ geometry }) => geometry);

export const polygonOf = (...rings: readonly (readonly number[][])[]) => ({ type: 'Polygon', coordinates: rings });

/** A ring like a star around a point, which never crosses itself. */
export function starRing(chance: Chance, x: number, y: number, radius: number): number[][] {
  const count = 5 + chance(20);
  const ring = Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    const far = radius * (0.3 + chance(700) / 1000);
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
  return [...ring, ring[0] as number[]];
}

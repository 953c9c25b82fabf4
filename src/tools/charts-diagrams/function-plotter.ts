import { z } from 'zod';

import { defineTool, invalid, json, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { chartMeasure } from '../../engines/charts.js';
import { chartFile } from '../../formats/charts/chart-file.js';
import { chartLook } from '../../formats/charts/chart-look.js';
import { axisTitles, lookOptions } from '../../formats/charts/chart-options.js';
import { CURVE_KINDS, readCurves } from '../../formats/charts/function-curves.js';
import { plotOption } from '../../formats/charts/function-plot.js';
import { marksFor } from '../../formats/locale-marks.js';
import { readTextSource } from '../../formats/text-source.js';

import { CHART_FILE_NOTE } from './_chart.js';

const FAR = 1e9;
const TURN = 6.283185307179586;

const edge = (value: number, description: string) => z.number().min(-FAR).max(FAR).default(value).describe(description);

/** `-2..2` or `-2, 2`; `undefined` where it is empty. */
function rangeOf(text: string): readonly [number, number] | undefined {
  if (text.trim() === '') return undefined;
  const [, least = '', most = ''] =
    /^\s*(-?[\d.eE+-]{1,30}?)\s*(?:\.\.|,|;|\bto\b)\s*(-?[\d.eE+-]{1,30})\s*$/.exec(text) ?? [];
  const [from, to] = [Number(least || Number.NaN), Number(most || Number.NaN)];
  if (!(from < to)) throw invalid(`Option "yRange" must be a range such as -5..5, got ${quote(text)}`);
  return [from, to];
}

export default defineTool({
  id: 'function-plotter',
  title: 'Function Plotter',
  summary: 'Plots functions of x, parametric and polar curves, several at once, as SVG or PNG.',
  family: 'charts-diagrams',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt'] },
  options: {
    kind: z
      .enum(CURVE_KINDS)
      .default('cartesian')
      .describe(
        'Kind of curve: y as a function of x, a pair of functions of t, or the radius as a function of the angle.',
      ),
    xMin: edge(-10, 'Left end of the horizontal axis, for functions of x.'),
    xMax: edge(10, 'Right end of it.'),
    yRange: z
      .string()
      .max(70)
      .default('')
      .describe('Range of the vertical axis, such as -5..5; empty for one that suits the curves.'),
    tMin: edge(0, 'Start of the parameter or angle (in radians), for parametric and polar curves.'),
    tMax: edge(TURN, 'End of it; one turn if nothing is chosen.'),
    grid: z.boolean().default(true).describe('Draws a grid.'),
    ...axisTitles,
    ...lookOptions,
    locale: shared.locale().describe('Language of the decimal mark and of the numbers on the axes, such as en or de.'),
  },
  result: 'mixed',
  data: z.object({
    functions: z
      .array(
        z.object({
          text: z.string().describe('Function as it was written.'),
          points: count('Places where it has a value, of 2,001.'),
          least: z.number().nullable().describe('Smallest y at these places; null if there is none.'),
          most: z.number().nullable().describe('Largest y.'),
        }),
      )
      .describe('Functions in the order of the lines.'),
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    warnings: warnings(),
  }),
  notes: [
    'Functions by line, or in a line with ; or , between: x^2 - 3, y = sin(x)/x, f(x) = sqrt(x); as a pair for parametric curves: cos(3t), sin(2t); polar curves such as r = 1 + cos(t). The variable may have any name. Lines that begin with # are comments.',
    'Operators + - * / ^, 2x for 2*x, constants pi and e; abs, sqrt, cbrt, exp, ln, log (base 10), log2, trigonometric and hyperbolic functions with their inverses, in radians.',
    'Where a function has no real value there is a gap. Unless "yRange" says more, values far from the usual ones (poles) are cut off. Parametric and polar curves have equal scales.',
    'At most 20 functions of 2,000 characters, each drawn through 2,001 points.',
    CHART_FILE_NOTE,
  ],
  aliases: [
    'graphing calculator',
    'plot function',
    'graph function',
    'desmos',
    'parametric plot',
    'polar plot',
    'draw graph',
    'draw a function',
    'graph of y = x^2',
  ],
  verified: [
    'Python 3.11 (math): 200 random functions have the same values at 2,001 places, to 9 digits',
    'Read back from the SVG: a parabola goes through its points; poles of tan(x) and 1/x are gaps, not lines',
  ],
  examples: [
    {
      title: 'Two functions of x',
      input: '# waves\nsin(x)\ny = x^2/20 - 1',
      output: {
        data: {
          functions: [
            { text: 'sin(x)', points: 2001, least: -0.999999682932, most: 0.999999682932 },
            { text: 'y = x^2/20 - 1', points: 2001, least: -1, most: 4 },
          ],
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'plot.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A Lissajous curve as PNG',
      input: 'cos(3t), sin(2t)',
      options: { kind: 'parametric', format: 'png', theme: 'dark' },
      output: {
        data: {
          functions: [{ text: 'cos(3t), sin(2t)', points: 2001, least: -1, most: 1 }],
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'plot.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A root has no real value below 0',
      input: 'sqrt(x)',
      options: { xMin: -1, xMax: 1, yRange: '-1..2' },
      output: {
        data: {
          functions: [{ text: 'sqrt(x)', points: 1001, least: 0, most: 1 }],
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'plot.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Two variables',
      input: 'x + 1\na*x',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: a function must have one variable, got "a", "x"',
      },
    },
    {
      title: 'One function where two are needed',
      input: 'cos(t)',
      options: { kind: 'parametric' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: a parametric curve needs two functions separated by a comma or a semicolon, got "cos(t)"',
      },
    },
    {
      title: 'A range from right to left',
      input: 'x',
      options: { xMin: 5, xMax: 5 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "xMin" must be less than option "xMax", got 5 and 5',
      },
    },
    {
      title: 'Not a range',
      input: 'x',
      options: { yRange: '5' },
      error: { code: 'INVALID_INPUT', message: 'Option "yRange" must be a range such as -5..5, got "5"' },
    },
  ],
  async run({ input, files, options }) {
    const { kind, locale } = options;
    const [from, to] = kind === 'cartesian' ? [options.xMin, options.xMax] : [options.tMin, options.tMax];
    const [start, end] = kind === 'cartesian' ? ['xMin', 'xMax'] : ['tMin', 'tMax'];
    if (from >= to) throw invalid(`Option "${start}" must be less than option "${end}", got ${from} and ${to}`);
    const yRange = rangeOf(options.yRange);
    const source = await readTextSource({ input, files });
    const curves = refusing(`Cannot read ${source.label}`, () =>
      readCurves(source.text, kind, [from, to], marksFor(locale)),
    );
    const names = curves.map(({ text }) => text);
    const look = chartLook(options, chartMeasure([options.title, ...names, options.xTitle, options.yTitle].join('')));
    const settings = { ...options, span: [from, to] as const, yRange };
    const drawn = await chartFile(plotOption(curves, look, settings), look, {
      ...options,
      stem: 'plot',
      description: `Plot of ${names.join(', ')} from ${from} to ${to}`,
    });
    const functions = curves.map(({ text, points }) => {
      const known = points.flatMap(([x, y]) => (Number.isNaN(x) || Number.isNaN(y) ? [] : [y]));
      const edgeOf = (pick: (a: number, b: number) => number): number | null =>
        known.length === 0 ? null : Number(known.reduce(pick).toPrecision(12));
      return {
        text,
        points: known.length,
        least: edgeOf((a, b) => Math.min(a, b)),
        most: edgeOf((a, b) => Math.max(a, b)),
      };
    });
    const { width, height } = drawn;
    return withFiles(json({ functions, width, height, warnings: [...look.warnings] }), [drawn.file]);
  },
});

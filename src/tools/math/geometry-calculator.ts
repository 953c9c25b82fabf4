import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { ContentFault } from '../../lib/faults.js';
import { measureShape, namedShape } from '../../lib/geometry/measure.js';
import { SHAPES, type ShapeName } from '../../lib/geometry/shapes.js';

const NAMES = ['triangle', ...(Object.keys(SHAPES) as [ShapeName, ...ShapeName[]])] as const;
const shown = (value: number): number => Number(value.toPrecision(12)) || 0;

export default defineTool({
  id: 'geometry-calculator',
  title: 'Geometry Calculator',
  summary:
    'Solves triangles, and finds areas, perimeters, volumes and surfaces of shapes from any sufficient measures.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    shape: z.enum(NAMES).default('triangle').describe('Triangle, plane shape or solid.'),
  },
  result: 'data',
  data: z.object({
    shape: z.enum(NAMES).describe('The shape.'),
    solutions: z
      .array(
        z.object({
          measures: z
            .array(
              z.object({
                symbol: z.string().describe('Symbol.'),
                name: z.string().describe('What it measures.'),
                value: z.number().describe('Its value, to 12 digits.'),
                unit: z.string().describe('Its unit; empty where none was typed.'),
              }),
            )
            .describe('All measures, the given ones too.'),
        }),
      )
      .describe('One, or two triangles where both fit.'),
    warnings: warnings(),
  }),
  notes: [
    'Measures are typed with their symbols: a = 3, b = 4 cm, C = 90°. Triangles have sides a, b, c and opposite angles A, B, C (or α, β, γ) in degrees; radians with rad.',
    'Triangles: three sides, two sides and an angle, or a side and two angles. Two sides and an angle that is not between them may fit two triangles: both are given.',
    'Lengths in mm, cm, dm, m, km, in, ft, yd and mi may be mixed, also squared and cubed; results are in the unit of the first one.',
    'Symbols: circle r, d, C, A; square a, d, P, A; rectangle a, b, d, P, A; trapezoid a, b, h, m, A; ellipse a, b, A; regular-polygon n, a, r, R, P, A; sphere r, d, S, V; cube a, d, S, V; box a, b, c, d, S, V; cylinder r, h, L, S, V; cone r, h, s, L, S, V; frustum R, r, h, s, S, V; pyramid (square base) a, h, s, S, V; torus R, r, S, V.',
  ],
  aliases: [
    'triangle solver',
    'law of cosines',
    'law of sines',
    'pythagorean theorem',
    'area calculator',
    'volume calculator',
    'surface area',
    'circle calculator',
    'cylinder volume',
    'heron formula',
    'area of a circle',
    'volume of a cylinder',
  ],
  verified: [
    'Inverse: 300 random triangles found again from each of their 19 sufficient triples, among the solutions where there are two',
    'Inverse: 300 random shapes of all 14 kinds found again from each sufficient pair or triple of their measures',
    'Closed forms of textbooks: Pythagorean and Heronian triangles, 12 shapes',
  ],
  examples: [
    {
      title: 'A right triangle',
      input: 'a = 3, b = 4, C = 90°',
      output: {
        data: {
          shape: 'triangle',
          solutions: [
            {
              measures: [
                { symbol: 'a', name: 'Side a', value: 3, unit: '' },
                { symbol: 'b', name: 'Side b', value: 4, unit: '' },
                { symbol: 'c', name: 'Side c', value: 5, unit: '' },
                { symbol: 'A', name: 'Angle opposite a', value: 36.8698976458, unit: '°' },
                { symbol: 'B', name: 'Angle opposite b', value: 53.1301023542, unit: '°' },
                { symbol: 'C', name: 'Angle opposite c', value: 90, unit: '°' },
                { symbol: 'P', name: 'Perimeter', value: 12, unit: '' },
                { symbol: 'S', name: 'Area', value: 6, unit: '' },
                { symbol: 'ha', name: 'Height on a', value: 4, unit: '' },
                { symbol: 'hb', name: 'Height on b', value: 3, unit: '' },
                { symbol: 'hc', name: 'Height on c', value: 2.4, unit: '' },
                { symbol: 'r', name: 'Inradius', value: 1, unit: '' },
                { symbol: 'R', name: 'Circumradius', value: 2.5, unit: '' },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A cylinder by radius and volume',
      input: 'r = 5 cm, V = 1 dm^3',
      options: { shape: 'cylinder' },
      output: {
        data: {
          shape: 'cylinder',
          solutions: [
            {
              measures: [
                { symbol: 'r', name: 'Radius', value: 5, unit: 'cm' },
                { symbol: 'h', name: 'Height', value: 12.7323954474, unit: 'cm' },
                { symbol: 'L', name: 'Lateral area', value: 400, unit: 'cm²' },
                { symbol: 'S', name: 'Surface area', value: 557.079632679, unit: 'cm²' },
                { symbol: 'V', name: 'Volume', value: 1000, unit: 'cm³' },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Sides that do not meet',
      input: 'a=1 b=2 c=5',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": no triangle has these sides: the longest is at least as long as the other two together',
      },
    },
    {
      title: 'Too little is known',
      input: 'r = 2',
      options: { shape: 'cone' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it needs two of r, h and s, or one of r and h and V, or r and L or S',
      },
    },
  ],
  run({ input, options }) {
    const [shape, text] = namedShape(input) ?? [options.shape, input];
    if (options.shape !== 'triangle' && options.shape !== shape)
      throw invalid(`Option "shape" is ${options.shape}, but the input says ${shape}`);
    return refusing('Cannot read property "input"', () => {
      const solutions = measureShape(shape, text);
      if (solutions.some((list) => list.some(({ value }) => !(value > 0 && Number.isFinite(value)))))
        throw new ContentFault('the measures are too large, too small, or leave no area');
      return json({
        shape,
        solutions: solutions.map((list) => ({
          measures: list.map((measure) => ({ ...measure, value: shown(measure.value) })),
        })),
        warnings: solutions.length > 1 ? ['Two triangles have these sides and this angle'] : [],
      });
    });
  },
});

import { numbersOf, readFunction } from '../syntax/functions.js';
import { dictOf, isInteger, PdfName, PdfStream, type PdfValue } from '../syntax/objects.js';
import { graySpace, type SpaceReading, type Tone } from './gray-spaces.js';

export interface ShadingTones extends SpaceReading {
  readonly tone: Tone;
  /** What `tone` does to the number on the stack, in the language of PostScript calculators. */
  readonly toneProgram: string;
}

/** Grays along a gradient: more than a screen shows steps. */
const STEPS = 1024;
/** The same on each side of a shading that is a function of the place. */
const SIDE = 128;

const WEIGHTS = {
  gray: '',
  rgb: '0.11 mul exch 0.59 mul add exch 0.3 mul add',
  cmyk: 'exch 0.11 mul add exch 0.59 mul add exch 0.3 mul add dup 1 gt { pop 1 } if 1 exch sub',
} as const;

/** Makes a shading gray in place. False where it cannot be read, or its grays do not follow from its colours. */
export function grayShading(tones: ShadingTones, value: PdfValue): boolean {
  const { document, tone } = tones;
  const dict = document.dictOf(value);
  const space = dict && graySpace(tones, document.get(dict, 'ColorSpace'));
  if (dict === undefined || space === undefined) return false;
  const background = numbersOf(document, document.get(dict, 'Background'));
  const kind = document.get(dict, 'ShadingType');
  if (dict.has('Function')) {
    const colors = readFunction(tones, dict.get('Function'));
    if (colors === undefined) return false;
    const isPlane = kind === 1;
    const stated = numbersOf(document, document.get(dict, 'Domain'));
    const domain =
      stated ??
      (isPlane ? [0, 1, 0, 1] : isMesh(kind) ? meshDomain(numbersOf(document, document.get(dict, 'Decode'))) : [0, 1]);
    if (domain === undefined || domain.length !== (isPlane ? 4 : 2)) return false;
    const grays = isPlane ? plane(domain) : line(domain);
    const table = Uint8Array.from(grays, (inputs) => Math.round(255 * tone(space.gray(colors(inputs)))));
    dict.set('Function', document.add(tableFunction(domain, isPlane ? [SIDE, SIDE] : [STEPS], table)));
    dict.set('ColorSpace', new PdfName('DeviceGray'));
  } else if (isMesh(kind)) {
    if (space.kind !== 'gray' && space.kind !== 'rgb' && space.kind !== 'cmyk') return false;
    // The colours of its corners are packed into its data: they stay, and a function makes grays of what is mixed from them.
    const names = Array.from({ length: space.channels }, (_, i) => new PdfName(`Tone${i + 1}`));
    const program = Buffer.from(`{ ${WEIGHTS[space.kind]} ${tones.toneProgram} }`, 'latin1');
    const domain = names.flatMap(() => [0, 1]);
    const tint = new PdfStream(dictOf({ FunctionType: 4, Domain: domain, Range: [0, 1] }), program);
    dict.set('ColorSpace', [new PdfName('DeviceN'), names, new PdfName('DeviceGray'), document.add(tint)]);
  } else return false;
  if (background !== undefined) dict.set('Background', [tone(space.gray(background))]);
  return true;
}

const isMesh = (kind: PdfValue): boolean => isInteger(kind) && kind >= 4 && kind <= 7;

/** The last pair of a mesh's `Decode` is that of its parameter. */
const meshDomain = (decode: readonly number[] | undefined): number[] | undefined => decode?.slice(4, 6);

function* line([from = 0, to = 1]: readonly number[]): Generator<number[]> {
  for (let i = 0; i < STEPS; i += 1) yield [from + (i * (to - from)) / (STEPS - 1)];
}

function* plane([x0 = 0, x1 = 1, y0 = 0, y1 = 1]: readonly number[]): Generator<number[]> {
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) yield [x0 + (x * (x1 - x0)) / (SIDE - 1), y0 + (y * (y1 - y0)) / (SIDE - 1)];
}

const tableFunction = (domain: number[], size: number[], table: Uint8Array): PdfStream =>
  new PdfStream(dictOf({ FunctionType: 0, Domain: domain, Range: [0, 1], Size: size, BitsPerSample: 8 }), table);

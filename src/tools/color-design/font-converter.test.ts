import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './font-converter.js';

const PYTHON = '/usr/bin/python3';
const hasFontTools = hasProgram(PYTHON, ['-c', 'import fontTools, brotli'], 'fonts read by fontTools');

/** Fonts of installed packages: WOFF with PostScript outlines, variable WOFF2, TTF. */
function packageFonts(): string[] {
  const folders = [
    'mathjax-full/es5/output/chtml/fonts/woff-v2',
    '@fontsource-variable/geist/files',
    '@fontsource-variable/geist-mono/files',
    'bwip-js/fonts',
    'temml/dist',
  ];
  return folders.flatMap((folder) => {
    const path = join(projectRoot, 'node_modules', folder);
    return readdirSync(path)
      .filter((name) => /\.(?:ttf|otf|woff2?)$/.test(name))
      .sort()
      .map((name) => join(path, name));
  });
}

function systemFonts(): string[] {
  const folder = '/usr/share/fonts';
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => /\.(?:ttf|otf|ttc)$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).size < 3_000_000);
}

const convert = (path: string, options: Record<string, unknown>) =>
  runTool(tool, { files: [{ name: basename(path), bytes: readFileSync(path) }], options });

/** What fontTools sees of a font: names of glyphs aside, which PostScript outlines keep in their own table. */
const READ = `
import base64, io
from fontTools.ttLib import TTFont, TTCollection
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
def opened(raw):
    if raw[34:36] == b'LP':
        size = int.from_bytes(raw[4:8], 'little')
        raw = raw[-size:]
    return TTFont(io.BytesIO(raw), checkChecksums=2) if raw[:4] != b'ttcf' else TTCollection(io.BytesIO(raw)).fonts[0]
def facts(raw):
    font = opened(raw)
    order = font.getGlyphOrder()
    ids = {name: at for at, name in enumerate(order)}
    glyphs = font.getGlyphSet()
    drawn = []
    for name in order:
        area, box = AreaPen(glyphs), BoundsPen(glyphs)
        glyphs[name].draw(area); glyphs[name].draw(box)
        drawn.append([abs(area.value), [round(v, 3) for v in box.bounds] if box.bounds else None, glyphs[name].width])
    cmap = {str(code): ids[name] for code, name in (font.getBestCmap() or {}).items()}
    same = {}
    for tag in font.reader.keys():
        if tag not in ('head', 'glyf', 'loca', 'DSIG', 'CFF ', 'maxp', 'hmtx', 'post', 'VORG'):
            same[tag] = base64.b64encode(font.reader[tag]).decode()
    name = lambda *ids: next((str(v) for v in (font['name'].getDebugName(i) for i in ids) if v), '') if 'name' in font else ''
    axes = [[a.axisTag, a.minValue, a.defaultValue, a.maxValue] for a in font['fvar'].axes] if 'fvar' in font else []
    return dict(drawn=drawn, cmap=cmap, same=same, upem=font['head'].unitsPerEm, family=name(16, 1), style=name(17, 2) or 'Regular', axes=axes,
                weight=font['OS/2'].usWeightClass if 'OS/2' in font else None, glyphs=len(order))
`;
interface Facts {
  readonly drawn: readonly [area: number, box: readonly number[] | null, width: number][];
  readonly cmap: Record<string, number>;
  readonly same: Record<string, string>;
  readonly upem: number;
  readonly family: string;
  readonly style: string;
  readonly axes: readonly [string, number, number, number][];
  readonly weight: number | null;
  readonly glyphs: number;
}
const readAll = (fonts: readonly Uint8Array[]): Facts[] =>
  runPython(
    `${READ}\nprint(json.dumps([facts(base64.b64decode(font)) for font in data]))`,
    fonts.map((font) => Buffer.from(font).toString('base64')),
    PYTHON,
  );

/** Converts fonts to every format and compares what fontTools sees before and after. */
async function compare(paths: readonly string[]): Promise<number> {
  let compared = 0;
  for (const path of paths) {
    const results = [];
    const formats = ['woff2', 'woff', 'otf', 'eot', 'ttf'];
    for (const to of formats) results.push(await convert(path, { to, css: false }));
    const [report] = (results[0]?.data as { files: { fonts: Record<string, unknown>[] }[] } | undefined)?.files ?? [];
    const isVariablePostScript = results[4]?.message?.includes('variable font with PostScript');
    const fonts = results.flatMap(({ files }) => (files?.[0] === undefined ? [] : [files[0].bytes]));
    expect(fonts.length, path).toBe(isVariablePostScript ? 3 : 5);
    const [before, ...afters] = readAll([readFileSync(path), ...fonts]) as [Facts, ...Facts[]];
    const [fact] = report?.fonts ?? [];
    expect(fact, path).toMatchObject({
      glyphs: before.glyphs,
      axes: before.axes.map(([tag, min, usual, max]) => ({ tag, min, default: usual, max })),
    });
    if (before.family !== '') expect(fact, path).toMatchObject({ family: before.family.trim(), style: before.style });
    if (before.weight !== null) expect(fact?.weight, path).toBe(before.weight);
    for (const [index, after] of afters.entries()) {
      compared++;
      const place = `${path} to ${formats[index]}`;
      expect(after.cmap, place).toEqual(before.cmap);
      expect(after.same, place).toEqual(before.same);
      const isCurved = fact?.outlines === 'postscript' && index > 2;
      for (const [glyph, [area, box, width]] of before.drawn.entries()) {
        const [newArea = -1, newBox, newWidth] = after.drawn[glyph] ?? [];
        expect(newWidth, `${place}, glyph ${glyph}`).toBe(width);
        if (!isCurved) expect([newArea, newBox], `${place}, glyph ${glyph}`).toEqual([area, box]);
        else {
          // Half a thousandth of the em and half a unit of rounding, along an outline that is some times as long as its box.
          const size = box === null ? 0 : (box[2] ?? 0) - (box[0] ?? 0) + (box[3] ?? 0) - (box[1] ?? 0);
          expect(Math.abs(newArea - area), `${place}, area of glyph ${glyph}`).toBeLessThanOrEqual(
            0.01 * area + 2 * size,
          );
          for (const side of [0, 1, 2, 3])
            expect(
              Math.abs((newBox?.[side] ?? 0) - (box?.[side] ?? 0)),
              `${place}, box of glyph ${glyph}`,
            ).toBeLessThanOrEqual(1.01);
        }
      }
    }
  }
  return compared;
}

describe('font-converter', () => {
  exhaustive.skipIf(!hasFontTools)('fonts of packages are the same in every format for fontTools', async () => {
    const fonts = packageFonts();
    const chosen = fonts.filter((_, index) => index % 40 === 0);
    expect(await compare(chosen)).toBe(5 * chosen.length);
  });

  exhaustive('all fonts of packages and some of the system are the same in every format for fontTools', async () => {
    const some = systemFonts().filter((_, index) => index % 25 === 0);
    expect(await compare([...packageFonts(), ...some])).toBeGreaterThan(250);
  });

  it('there and back gives the same bytes', async () => {
    const [path = ''] = packageFonts().filter((name) => name.endsWith('OCRB7.ttf'));
    const plain = (await convert(path, { to: 'ttf', css: false })).files[0]?.bytes ?? Buffer.alloc(0);
    for (const to of ['woff', 'woff2', 'eot']) {
      const there = (await convert(path, { to, css: false })).files[0];
      const back = await runTool(tool, {
        files: [{ name: `x.${to}`, bytes: there?.bytes ?? Buffer.alloc(0) }],
        options: { to: 'ttf', css: false },
      });
      // WOFF2 writes outlines anew.
      if (to !== 'woff2') expect(Buffer.from(back.files[0]?.bytes ?? []).equals(plain), to).toBe(true);
      expect(back.files[0]?.name).toBe('x.ttf');
    }
  });

  it('the style sheet names family, weight and file', async () => {
    const [path = ''] = packageFonts().filter((name) => name.includes('geist-latin-wght-normal'));
    const css = (await convert(path, { to: 'woff', display: 'optional' })).files[1];
    expect(css?.name).toBe('fonts.css');
    expect(css?.bytes.toString()).toBe(
      '@font-face {\n  font-family: "Geist";\n  font-style: normal;\n  font-weight: 100 900;\n  font-display: optional;\n  src: url("geist-latin-wght-normal.woff") format("woff");\n}\n',
    );
  });

  it('damaged fonts are refused, or read as far as they go', async () => {
    const paths = packageFonts().filter((_, index) => index % 12 === 0);
    const chance = chanceOf(7);
    for (const path of paths) {
      for (let time = 0; time < 12; time++) {
        const bytes = Buffer.from(readFileSync(path));
        for (let change = 0; change < 1 + chance(6); change++)
          bytes[chance(change < 2 ? 200 : bytes.length)] = chance(256);
        const cut = chance(3) === 0 ? bytes.subarray(0, chance(bytes.length)) : bytes;
        const to = ['woff2', 'woff', 'ttf', 'eot'][chance(4)];
        const { status, message } = await runTool(tool, { files: [{ name: 'x.ttf', bytes: cut }], options: { to } });
        expect([200, 400, 413], message).toContain(status);
      }
    }
  });

  it('one font that cannot be read does not spoil the others', async () => {
    const [path = ''] = packageFonts();
    const { data, files } = await runTool(tool, {
      files: [
        { name: 'a.ttf', bytes: Buffer.from('nothing') },
        { name: 'b.woff', bytes: readFileSync(path) },
      ],
    });
    expect((data as { files: { error?: string }[] }).files[0]?.error).toContain('does not begin as');
    expect(files.map(({ name }) => name)).toEqual(['b.woff2', 'fonts.css']);
  });
});

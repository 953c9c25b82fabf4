import { describe, expect, it } from 'vitest';

import { chanceOf, fractionsOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './coordinate-converter.js';

const convert = async (input: string, to: string, from = 'auto') =>
  (await runTool(tool, { input, options: { to, from } })).text?.trimEnd().split('\n') ?? [];

const randomPlaces = (count: number, seed: number): string[] => {
  const chance = fractionsOf(seed);
  return Array.from(
    { length: count },
    () => `${(160 * chance() - 79).toFixed(7)}, ${(359.98 * chance() - 179.99).toFixed(7)}`,
  );
};

describe('coordinate-converter', () => {
  it('published codes', async () => {
    expect(await convert('20.375,2.775\n47.0000625,8.0000625\n-41.2730625,174.7859375', 'plus-code')).toEqual(
      ['7FG49QGG+22', '8FVC2222+22', '4VCPPQGP+Q9'].map((code) => expect.stringContaining(code)),
    );
    expect(await convert('57.64911 10.40744', 'geohash')).toEqual(['u4pruydqqvj']);
    expect(
      (await convert('41.714775 -72.727260\n48.146666 11.608333', 'maidenhead')).map((code) => code.slice(0, 6)),
    ).toEqual(['FN31pr', 'JN58td']);
    expect(await convert('38.8977, -77.0365', 'mgrs')).toEqual(['18SUJ2339407395']);
    const [east, north] = (await convert('52°39\'28.72"N 1°42\'57.79"E', 'osgb'))[0]!
      .slice(3)
      .split(' ')
      .map(Number) as [number, number];
    expect(Math.hypot(east - 51_409, north - 13_177)).toBeLessThan(5);
  });

  inRounds.skipIf(!hasProgram('gdaltransform', ['--version'], 'UTM and Web Mercator beside PROJ'))(
    'UTM and Web Mercator are those of PROJ',
    [2, 200],
    async (rounds) => {
      const places = randomPlaces(rounds, 3);
      const utm = await convert(places.join('\n'), 'utm');
      const mercator = await convert(places.join('\n'), 'web-mercator');
      const groups = new Map<string, number[]>();
      for (const [i, written] of utm.entries()) {
        const [, zone = '', band = ''] = /^(\d+)([A-Z])/.exec(written) ?? [];
        const code = `EPSG:${band >= 'N' ? 326 : 327}${zone.padStart(2, '0')}`;
        groups.set(code, [...(groups.get(code) ?? []), i]);
      }
      groups.set('EPSG:3857', [...places.keys()]);
      for (const [code, indices] of groups) {
        const input = indices.map((i) => places[i]!.split(', ').reverse().join(' ')).join('\n');
        const told = runProgram('gdaltransform', ['-s_srs', 'OGC:CRS84', '-t_srs', code], `${input}\n`)
          .toString()
          .trim()
          .split('\n');
        for (const [k, line] of told.entries()) {
          const [x, y] = line.split(' ').map(Number) as [number, number];
          const written = code === 'EPSG:3857' ? mercator[indices[k]!]! : utm[indices[k]!]!.replace(/^\S+ /, '');
          const [e, n] = written.split(/[ ,]+/).map(Number) as [number, number];
          expect(Math.hypot(x - e, y - n), `${code} ${places[indices[k]!]}`).toBeLessThan(0.011);
        }
      }
    },
  );

  it('every form, read again, is the same place', async () => {
    const places = randomPlaces(300, 4);
    for (const [to, degrees] of [
      ['decimal', 1e-6],
      ['dms', 4e-6],
      ['ddm', 2e-6],
      ['utm', 1e-5],
      ['mgrs', 2e-5],
      ['geohash', 2e-6],
      ['plus-code', 4e-5],
      ['maidenhead', 0.0045],
      ['web-mercator', 1e-6],
      ['geo-uri', 1e-6],
    ] as const) {
      const written = await convert(places.join('\n'), to);
      // Bands of UTM named S are the hemisphere to most software, and are left out.
      const kept = [...places.keys()].filter((i) => to !== 'utm' || !/^\d+S/.test(written[i]!));
      const again = await convert(
        kept.map((i) => written[i]).join('\n'),
        'decimal',
        to === 'web-mercator' || to === 'geohash' ? to : 'auto',
      );
      for (const [k, i] of kept.entries()) {
        const [a, b] = again[k]!.split(', ').map(Number) as [number, number];
        const [c, d] = places[i]!.split(', ').map(Number) as [number, number];
        expect(Math.abs(a - c), `${to} ${written[i]}`).toBeLessThan(degrees);
        expect(Math.abs(b - d) * Math.cos((c * Math.PI) / 180), `${to} ${written[i]}`).toBeLessThan(degrees);
      }
    }
  });

  exhaustive('tells the forms apart, and refuses what is none', async () => {
    const { data } = await runTool(tool, {
      input:
        '33U 390576 5820161\n33UUU9057620161\n9F4MGC22+22\nJO62qm\nTQ 30080 80420\nu33dc1\n52.5 13.4\n33N 390576mE 5820161mN',
    });
    expect((data as { places: { readAs: string }[] }).places.map(({ readAs }) => readAs)).toEqual([
      'utm',
      'mgrs',
      'plus-code',
      'maidenhead',
      'osgb',
      'geohash',
      'degrees',
      'utm',
    ]);
    const chance = chanceOf(5);
    for (let i = 0; i < 500; i++) {
      const input =
        Array.from({ length: 1 + chance(14) }, () => '0123456789NSEWUTMJ+°\'". ,x'.charAt(chance(27))).join('') || 'x';
      for (const from of ['auto', 'utm', 'mgrs', 'osgb', 'web-mercator', 'plus-code'])
        expect([200, 400], input).toContain((await runTool(tool, { input, options: { from } })).status);
    }
    for (const place of ['90 180', '-90 -180', '0 180', '84 180', '-80 -180', '89.99 10'])
      expect((await runTool(tool, { input: place })).status, place).toBe(200);
    for (const input of ['0N 500000 5', '61N 500000 5', '33 500000 5000000', `${'1'.repeat(500_000)}`])
      expect((await runTool(tool, { input })).status, input.slice(0, 20)).toBe(400);
  });
});

it('reads several places of a line, and one with decimal commas as one', async () => {
  expect(await convert('52.5, 13.4; 48.1, 11.5 | -33.9, 151.2', 'decimal')).toEqual([
    '52.5, 13.4',
    '48.1, 11.5',
    '-33.9, 151.2',
  ]);
  expect(await convert('52,5; 13,4', 'decimal')).toEqual(['52.5, 13.4']);
});

import { describe, expect, it } from 'vitest';

import { readPlace } from '../../lib/geo/place-text.js';
import { fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './geo-distance.js';

interface Leg {
  readonly meters: number;
  readonly initialBearing: number;
  readonly finalBearing: number;
  readonly to: { readonly latitude: number; readonly longitude: number };
}
interface Data {
  readonly legs: Leg[];
  readonly totalMeters: number;
  readonly areaSquareMeters: number;
  readonly orientation: string;
}
const measure = async (input: string, options: Record<string, unknown> = {}) =>
  (await runTool(tool, { input, options })).data as Data;

describe('geo-distance', () => {
  it('published distances are met to the millimetre', async () => {
    const wellington = (await measure('-41.32, 174.81\n40.96, -5.50')).legs[0];
    expect(wellington?.meters).toBe(19_959_679.267);
    const flinders = (await measure('37°57\'03.72030"S 144°25\'29.52440"E\n37°39\'10.15610"S 143°55\'35.38390"E'))
      .legs[0];
    expect(Math.abs((flinders?.meters ?? 0) - 54_972.271)).toBeLessThan(0.001);
    expect(Math.abs((flinders?.initialBearing ?? 0) - (306 + 52 / 60 + 5.37 / 3600))).toBeLessThan(0.01 / 3600);
    expect(Math.abs((flinders?.finalBearing ?? 0) - (127 + 10 / 60 + 25.07 / 3600 + 180))).toBeLessThan(0.01 / 3600);
    const perth = (await measure('-32.06, 115.74', { action: 'destination', bearing: 225, distance: 20_000 })).legs[0];
    expect(perth?.to).toEqual({ latitude: 32.11195529, longitude: -63.95925278 });
  });

  it('the area of Antarctica is that of the documentation', async () => {
    const places =
      '-63.1 -58,-72.9 -74,-71.9 -102,-74.9 -102,-74.3 -131,-77.5 -163,-77.4 163,-71.7 172,-65.9 140,-65.7 113,-66.6 88,-66.9 59,-69.8 25,-70.0 -4,-71.0 -14,-77.3 -33,-77.9 -46,-74.7 -61'.replaceAll(
        ',',
        '\n',
      );
    const { totalMeters, areaSquareMeters } = await measure(places, { action: 'area' });
    expect(totalMeters).toBe(16_831_067.893);
    expect(Math.abs(areaSquareMeters - 13_662_703_680_020.1)).toBeLessThan(1);
    const back = await measure(places.split('\n').reverse().join('\n'), { action: 'area' });
    expect([back.areaSquareMeters, back.orientation]).not.toEqual([areaSquareMeters, 'counter-clockwise']);
  });

  exhaustive('a destination is where distance and bearing lead', async () => {
    const chance = fractionsOf(1);
    for (let i = 0; i < 1000; i++) {
      const [a, b, c, d] = [180 * chance() - 90, 360 * chance() - 180, 180 * chance() - 90, 360 * chance() - 180];
      const leg = (await measure(`${a.toFixed(8)} ${b.toFixed(8)}\n${c.toFixed(8)} ${d.toFixed(8)}`)).legs[0]!;
      const options = { action: 'destination', bearing: leg.initialBearing, distance: leg.meters, unit: 'm' };
      const { to } = (await measure(`${a.toFixed(8)} ${b.toFixed(8)}`, options)).legs[0]!;
      const off = (await measure(`${to.latitude} ${to.longitude}\n${c.toFixed(8)} ${d.toFixed(8)}`)).legs[0]!.meters;
      // Bearings are told to a hundred-thousandth of a degree: a metre or two at the far side of the Earth.
      expect(off).toBeLessThan(2);
    }
  });

  it('reads places as people type them', () => {
    const berlin = { latitude: 52.52, longitude: 13.405 };
    for (const text of [
      '52.52,13.405',
      '52.52 13.405',
      '(52.52; 13.405)',
      '52,52 13,405',
      'N52.52 E13.405',
      '13.405E, 52.52N',
      "52°31.2'N 13°24.3'E",
      '52° 31′ 12″ N, 13° 24′ 18″ E',
      '52 31 12 N 13 24 18 E',
      '52:31:12 13:24:18',
      'lat: 52.52, lon: 13.405',
      'geo:52.52,13.405;u=35',
      'POINT(13.405 52.52)',
      'https://www.google.com/maps/@52.52,13.405,15z',
      'https://www.openstreetmap.org/#map=15/52.52/13.405',
      '52º31\'12"N 13º24\'18"E',
      '52.52° North, 13.405° East',
    ]) {
      const found = readPlace(text);
      expect(found.latitude, text).toBeCloseTo(berlin.latitude, 10);
      expect(found.longitude, text).toBeCloseTo(berlin.longitude, 10);
    }
    expect(readPlace("33°51'S 151°12'E")).toEqual({ latitude: -33.85, longitude: 151.2 });
    expect(readPlace('-0 30 0, 0 30 0')).toEqual({ latitude: -0.5, longitude: 0.5 });
    for (const text of [
      '',
      '1',
      '1 2 3',
      '1 2 3 4 5 6 7',
      '91 0',
      '0 181',
      '1N 2N',
      '-1N 2E',
      '1.5 30 2 30',
      '10 60 10 10',
      'N N',
      '1 2 x',
      '1O 2N',
      '1e5 2',
      'NaN NaN',
    ])
      expect(() => readPlace(text), text).toThrow();
  });

  it('takes time by the number of places', async () => {
    await expectLinear(100, (count) => measure('1 2\n3 4\n'.repeat(count), { action: 'path' }));
    expect((await runTool(tool, { input: '1 2\n'.repeat(10_001) })).status).toBe(413);
    expect((await runTool(tool, { input: `${'1 '.repeat(400_000)}` })).status).toBe(400);
    expect((await measure('10 10\n10 10', { to: '10 10' })).legs[0]).toMatchObject({ meters: 0, sphereMeters: 0 });
  });
});

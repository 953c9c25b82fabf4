import sharp from 'sharp';

import type { Tool } from '../../core/tool.js';
import { loadTool } from '../../generated/registry.js';
import { chanceOf } from '../chance.js';
import { type ClientAnswer, runTool } from '../run-tool.js';

import { CANARY, CANARY_COLOURS, type CarryOverCase } from './cases.js';
import { DAMAGES, damaged } from './damage.js';

const tools = new Map<string, Promise<Tool>>();

async function call({ tool, ...request }: CarryOverCase['before'][0]): Promise<ClientAnswer> {
  const loading = tools.get(tool) ?? loadTool(tool);
  tools.set(tool, loading);
  return runTool(await loading, request);
}

/** What went over from one caller to the next; empty when nothing did. `ways` are names of damages. */
export async function tryCase(carryOver: CarryOverCase, ways: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, way] of ways.entries()) {
    const damage = DAMAGES[way];
    if (damage === undefined) throw new Error(`no damage is called ${way}`);
    const next = carryOver.next(damaged(carryOver.file, damage, chanceOf(index + 1)));
    const answers: ClientAnswer[] = [];
    for (const before of carryOver.before) {
      // Twice, so that what is freed is where the next file goes.
      for (let round = 0; round < 2; round++) await mustAnswer(before);
      answers.push(await call(next));
    }
    const [first, second] = answers.map(contentOf);
    if (first !== second) faults.push(`${way}: the answer depends on the caller before`);
    for (const answer of answers)
      if (await hasCanary(answer)) faults.push(`${way}: the answer shows the caller before`);
  }
  return faults;
}

async function mustAnswer(request: CarryOverCase['before'][0]): Promise<void> {
  const { status, message } = await call(request);
  if (status !== 200) throw new Error(`${request.tool} answers ${status} to a whole file: ${message}`);
}

/** Of a refusal only that it is one: which of two faults is found first may depend on threads. */
const contentOf = ({ status, body }: ClientAnswer): string => (status === 200 ? JSON.stringify(body) : String(status));

/** Share of a picture in colours that its own file does not have; random pixels have 1.4 % of them. */
const LEAST_SHARE = 0.03;
const NEAR = 24;

async function hasCanary({ body, files }: ClientAnswer): Promise<boolean> {
  if (JSON.stringify(body).includes(CANARY)) return true;
  for (const { mime, bytes } of files) {
    if (bytes.includes(CANARY)) return true;
    if (!mime.startsWith('image/')) continue;
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    let found = 0;
    for (let i = 0; i + 2 < data.length; i += info.channels) {
      const isCanary = CANARY_COLOURS.some((colour) =>
        colour.every((value, channel) => Math.abs(value - (data[i + channel] ?? 0)) <= NEAR),
      );
      if (isCanary) found++;
    }
    if (found > LEAST_SHARE * info.width * info.height) return true;
  }
  return false;
}

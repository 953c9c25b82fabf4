import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { ContentFault, LimitFault } from '../../lib/faults.js';
import { parseJson } from '../../lib/json/parse.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import { openRoom, type RoomSurroundings, RoomTime } from '../script-room.js';
import { LongNumbers } from './query-numbers.js';

type Language = 'jmespath' | 'jsonata';

/** Longest work of a query: any may go on for ever. Chosen: below the 12 s of class standard, so that its end is an answer. */
const QUERY_SECONDS = 6;

/** Most UTF-16 units of a result: no response carries more. */
const MAX_RESULT = 2 ** 23;

/** Functions and what is undefined are left out of a result; one that is too long is told by its length. */
const ANSWER = `
  const told = (result) => {
    if (result === undefined) return undefined;
    const text = JSON.stringify(result);
    if (text !== undefined && text.length > ${MAX_RESULT}) throw new Error("#too-long");
    return text;
  };
`;

/** $base64encode and $base64decode ask a browser for them: bytes as characters up to U+00FF. */
const BASE64 = `
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  globalThis.window = {
    btoa: (text) => {
      let encoded = '';
      for (let at = 0; at < text.length; at += 3) {
        const [a, b, c] = [0, 1, 2].map((step) => text.charCodeAt(at + step) & 255);
        const left = text.length - at;
        encoded += DIGITS[a >> 2] + DIGITS[((a & 3) << 4) | (b >> 4)];
        encoded += (left > 1 ? DIGITS[((b & 15) << 2) | (c >> 6)] : '=') + (left > 2 ? DIGITS[c & 63] : '=');
      }
      return encoded;
    },
    atob: (text) => {
      let [decoded, bits, value] = ['', 0, 0];
      for (const digit of text.replace(/[^A-Za-z0-9+/_-]/g, '').replace(/-/g, '+').replace(/_/g, '/')) {
        value = ((value << 6) | DIGITS.indexOf(digit)) & 0xffff;
        bits += 6;
        if (bits >= 8) decoded += String.fromCharCode((value >> (bits -= 8)) & 255);
      }
      return decoded;
    },
  };
`;

/** The package's script, which says what it is to `module`, and the function that the room calls. */
const CODE: Readonly<Record<Language, () => string>> = {
  jmespath: () => `
    const module = { exports: {} };
    ((module, exports) => {
      ${packageText('@jmespath-community/jmespath', 'index.cjs')}
    })(module, module.exports);
    ${ANSWER}
    globalThis.work = (expression, input) => told(module.exports.search(JSON.parse(input), expression));
  `,
  jsonata: () => `
    ${BASE64}
    const module = { exports: {} };
    ((module, exports) => {
      ${packageText('jsonata', 'jsonata.js')}
    })(module, module.exports);
    ${ANSWER}
    globalThis.work = async (expression, input) =>
      told(await module.exports(expression, { stack: 400, sequence: 1000000 }).evaluate(JSON.parse(input)));
  `,
};

const packageText = (name: string, file: string): string => {
  const entry = createRequire(import.meta.url).resolve(name);
  return readFileSync(entry.replace(/[^/\\]+$/, file), 'utf8');
};

const rooms = new Map<Language, ReturnType<typeof openRoom>>();

/**
 * The result of a JMESPath or JSONata expression; `undefined` where there is none. Numbers that are selected keep their digits; the
 * query itself works with doubles. Throws ContentFault with the place in the expression, LimitFault for time, depth and length.
 */
export function runQuery(
  language: Language,
  expression: string,
  document: JsonValue,
  surroundings: RoomSurroundings,
): JsonValue | undefined {
  const numbers = new LongNumbers(document);
  const room = rooms.get(language) ?? openRoom(CODE[language]());
  rooms.set(language, room);
  const time = new RoomTime(QUERY_SECONDS, () =>
    LimitFault.whole(`The query must end within ${QUERY_SECONDS} seconds`, QUERY_SECONDS),
  );
  const answer = room(expression, writeJson(document), surroundings, time);
  if ('result' in answer) {
    return answer.result === undefined ? undefined : withSources(parseJson(answer.result), numbers);
  }
  const { message, position, range } = answer.fault;
  if (range === 'memory') throw LimitFault.whole('The query needs texts or lists that are too long');
  if (range === 'depth' || /stack overflow/i.test(message)) throw LimitFault.whole('The query nests too deep');
  if (message === '#too-long')
    throw LimitFault.whole(`The result must have at most ${MAX_RESULT} characters`, MAX_RESULT);
  const said = message
    .replace(/^\w*Error: /, '')
    .replace(/\.$/, '')
    .slice(0, 300);
  if (position === undefined) throw new ContentFault(said);
  throw ContentFault.at(expression, Math.min(Math.max(position - 1, 0), expression.length), said);
}

function withSources(value: JsonValue, numbers: LongNumbers): JsonValue {
  if (value instanceof JsonNumber) return new JsonNumber(numbers.sourceOf(value.toNumber()));
  if (isJsonArray(value)) return value.map((item) => withSources(item, numbers));
  if (!isJsonObject(value)) return value;
  return new Map([...value].map(([key, item]) => [key, withSources(item, numbers)]));
}

import { type Entity, matchesOf } from './entity.js';

const DIGESTS = new Map([
  [32, 'md5'],
  [40, 'sha1'],
  [64, 'sha256'],
  [96, 'sha384'],
  [128, 'sha512'],
]);

const HEX = /(?<![\w/+=-]|\\x)[\da-f]{32,128}(?![\w+=]|-\w)/gi;

/** Digests by their length. Runs of one digit, and pure decimals, are not digests. */
export function* digestsIn(text: string): Generator<Entity> {
  for (const entity of matchesOf(text, 'hash', HEX, ({ 0: found }) => ({ value: found.toLowerCase() }))) {
    const kind = DIGESTS.get(entity.value.length);
    if (kind === undefined || !/[a-f]/.test(entity.value) || !/\d/.test(entity.value)) continue;
    if (new Set(entity.value).size < 6) continue;
    yield { ...entity, kind };
  }
}

export function* cvesIn(text: string): Generator<Entity> {
  yield* matchesOf(
    text,
    'cve',
    /(?<![\w-])CVE[-\u2010-\u2013](?:19|20)\d\d[-\u2010-\u2013]\d{4,7}(?![\w-])/gi,
    ({ 0: found }) => ({
      value: found.toUpperCase().replace(/[\u2010-\u2013]/g, '-'),
    }),
  );
}

/** What the letters of MITRE ATT&CK's ids stand for. */
const ATTACK = [
  [/^TA/, 'tactic'],
  [/^T/, 'technique'],
  [/^G/, 'group'],
  [/^S/, 'software'],
  [/^M/, 'mitigation'],
  [/^C/, 'campaign'],
  [/^DS/, 'data source'],
] as const;

/** Ids as ATT&CK numbers them: techniques from T1001, tactics from TA0001, mitigations of enterprise from M1013. */
const ATTACK_ID =
  /(?<![\w.-])(?:TA00(?:0[1-9]|[1-4]\d)|T[01]\d{3}(?:\.\d{3})?|DS00[0-4]\d|[GSC][01]\d{3}|M[01][089]\d\d|M10\d\d)(?![\w-]|\.\d)/g;

export function* attackIdsIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'attack', ATTACK_ID, ({ 0: found }) => {
    const type = ATTACK.find(([start]) => start.test(found))?.[1];
    return type === undefined ? undefined : { type };
  });
}

export function* systemNumbersIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'asn', /(?<![\w-])ASN?[ -]?(\d{1,10})(?![\w-]|\.\d)/g, ({ 1: number = '' }) =>
    Number(number) > 0 && Number(number) < 2 ** 32 ? { value: `AS${Number(number)}` } : undefined,
  );
}

const REGISTRY =
  /(?<![\w\\])(?:HKEY_(?:LOCAL_MACHINE|CURRENT_USER|CLASSES_ROOT|USERS|CURRENT_CONFIG)|HK(?:LM|CU|CR|U|CC)):?\\[\w .{}()-]{1,100}(?:\\[\w .{}()-]{1,100}){0,20}/g;

export function* registryKeysIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'registry-key', REGISTRY, ({ 0: found, index }) => {
    // Words after the key are of the sentence: its last part ends at a space that no capital follows.
    const value = found.replace(/(?<=\\[^\\]*) (?:[a-z(-].*|-.*)$/, '').replace(/[ .]+$/, '');
    return { value, end: index + value.length };
  });
}

import { EBCDIC_TABLES } from './ebcdic.data.js';

export type EbcdicName = keyof typeof EBCDIC_TABLES;

/** The code page behind a name as people write it: `IBM037`, `cp037`, `cp-37`, `EBCDIC`; `undefined` where there is none. */
export function ebcdicName(name: string): EbcdicName | undefined {
  const key = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (key === 'ebcdic' || key === 'ebcdiccpus') return 'ibm037';
  const number = /^(?:ibm|cp|ccsid)0*(37|273|500|1140)$/.exec(key)?.[1];
  return number === undefined ? undefined : (`ibm${number.padStart(3, '0')}` as EbcdicName);
}

export function decodeEbcdic(bytes: Uint8Array, name: EbcdicName): string {
  const table = EBCDIC_TABLES[name];
  const parts: string[] = [];
  for (const byte of bytes) parts.push(table.charAt(byte));
  return parts.join('');
}

/** Characters that the code page lacks become its substitute, byte 3F. */
export function encodeEbcdic(text: string, name: EbcdicName): Uint8Array {
  const bytes = new Map([...EBCDIC_TABLES[name]].map((character, byte) => [character, byte]));
  return Uint8Array.from([...text], (character) => bytes.get(character) ?? 0x3f);
}

import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

import { invalid, quote } from '../../core/errors.js';
import type { OutputFile } from '../../core/results.js';
import type { GeneralName, NamePart } from '../../lib/pki/names.js';
import { pkcs8Pem, type Random, writePem } from '../keys/write-key.js';
import { nameOf, readAltNames } from './alt-names.js';

/** Keys that are made, the usual one first. */
const NEW_KEYS = ['ec-p256', 'ec-p384', 'rsa-2048', 'rsa-3072', 'rsa-4096', 'ed25519'] as const;
export type NewKey = (typeof NEW_KEYS)[number];

const word = (description: string) => z.string().max(64).default('').describe(description);

/** Options of tools that make a certificate or a request. */
export const subjectOptions = {
  altNames: () =>
    z
      .string()
      .max(20_000)
      .default('')
      .describe(
        'Subject alternative names, separated by commas: host names, *.example.com, IP addresses, email addresses or URIs. The common name is added if it is a host name.',
      ),
  organization: () => word('Organization; empty for none.'),
  organizationalUnit: () => word('Unit of the organization; empty for none.'),
  locality: () => word('City; empty for none.'),
  state: () => word('State or province, in full; empty for none.'),
  country: () => z.string().max(2).default('').describe('Two-letter country code, such as DE; empty for none.'),
  algorithm: () => z.enum(NEW_KEYS).default('ec-p256').describe('Algorithm of the new key; rsa-2048 for old devices.'),
} as const;

interface Subject {
  readonly commonName: string;
  readonly organization: string;
  readonly organizationalUnit: string;
  readonly locality: string;
  readonly state: string;
  readonly country: string;
}

/** The distinguished name in its usual order. Throws INVALID_INPUT for a country that is not a code. */
export function subjectParts(subject: Subject): NamePart[] {
  const country = subject.country.trim().toUpperCase();
  if (!/^(?:[A-Z]{2})?$/.test(country))
    throw invalid(`Option "country" must be a two-letter code, got ${quote(subject.country)}`);
  const parts: readonly (readonly [string, string])[] = [
    ['C', country],
    ['ST', subject.state.trim()],
    ['L', subject.locality.trim()],
    ['O', subject.organization.trim()],
    ['OU', subject.organizationalUnit.trim()],
    ['CN', subject.commonName.trim()],
  ];
  return parts.filter(([, value]) => value !== '').map(([type, value]) => ({ type, value }));
}

/** The alternative names asked for, and the common name where it is that of a host. Throws INVALID_INPUT. */
export function namesFor(commonName: string, altNames: string): GeneralName[] {
  const own = nameOf(commonName.trim());
  const isHost = own?.type === 'IP' || (own?.type === 'DNS' && (own.value.includes('.') || own.value === 'localhost'));
  return readAltNames(isHost ? `${commonName.trim()},${altNames}` : altNames);
}

const makePair = promisify(generateKeyPair);

/** A new private key. */
export async function newKey(algorithm: NewKey): Promise<KeyObject> {
  if (algorithm === 'ed25519') return (await promisify(generateKeyPair)('ed25519')).privateKey;
  if (algorithm === 'ec-p256' || algorithm === 'ec-p384') {
    const namedCurve = algorithm === 'ec-p256' ? 'P-256' : 'P-384';
    return (await promisify(generateKeyPair)('ec', { namedCurve })).privateKey;
  }
  const modulusLength = Number(algorithm.slice(4));
  return (await makePair('rsa', { modulusLength, publicExponent: 65_537 })).privateKey;
}

const CERTIFICATE_MIME = 'application/x-pem-file';

export const pemFile = (name: string, text: string): OutputFile => ({
  name,
  mime: CERTIFICATE_MIME,
  bytes: Buffer.from(text),
});

export const certificateFile = (name: string, ...chain: readonly Uint8Array[]): OutputFile =>
  pemFile(name, chain.map((bytes) => writePem('CERTIFICATE', bytes)).join(''));

export const keyFile = (name: string, key: KeyObject, password: string, random: Random): OutputFile =>
  pemFile(name, pkcs8Pem(key, password, random));

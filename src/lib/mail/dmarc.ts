import { readTags } from './tag-list.js';

export const DMARC_POLICIES = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof DMARC_POLICIES)[number];

export interface DmarcRecord {
  readonly policy: DmarcPolicy | null;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

const KNOWN = new Set(['v', 'p', 'sp', 'np', 'pct', 'adkim', 'aspf', 'rua', 'ruf', 'fo', 'rf', 'ri', 'psd', 't']);

/** RFC 7489 §6.3: addresses with commas between, each perhaps with a limit of size behind an exclamation mark. */
const addressesOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');

const isReportAddress = (address: string): boolean =>
  /^mailto:[^\s@,]+@[^\s@,!]+\.[^\s@,!]+(?:![0-9]+[kmgt]?)?$/i.test(address);

/** Reads a DMARC record without asking the DNS: RFC 7489 §6.3. */
export function readDmarc(record: string): DmarcRecord {
  const { tags, errors: faults } = readTags(record);
  const errors = [...faults];
  const warnings: string[] = [];
  // RFC 7489 §6.3: the version comes first and is written exactly so.
  if (!/^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(record)) errors.push('The record must begin with v=DMARC1');
  const names = [...tags.keys()];
  if (tags.has('p') && names.indexOf('p') !== 1) warnings.push('p should stand right after the version');
  const policyOf = (name: string): DmarcPolicy | null => {
    const value = tags.get(name)?.toLowerCase();
    if (value === undefined) return null;
    const found = DMARC_POLICIES.find((policy) => policy === value);
    if (found === undefined)
      errors.push(`${name} must be none, quarantine or reject, got ${JSON.stringify(value.slice(0, 60))}`);
    return found ?? null;
  };
  const policy = policyOf('p');
  const subdomains = policyOf('sp');
  if (!tags.has('p')) errors.push('p is missing: it says what happens to mail that fails');
  const alignment = (name: string): void => {
    const value = tags.get(name)?.toLowerCase() ?? 'r';
    if (value !== 'r' && value !== 's')
      errors.push(`${name} must be r or s, got ${JSON.stringify(value.slice(0, 60))}`);
  };
  const number = (name: string, initial: number, most: number): number => {
    const value = tags.get(name);
    if (value === undefined) return initial;
    if (/^\d{1,10}$/.test(value) && Number(value) <= most) return Number(value);
    errors.push(`${name} must be a whole number from 0 to ${most}, got ${JSON.stringify(value.slice(0, 60))}`);
    return initial;
  };
  const percent = number('pct', 100, 100);
  const [aggregateReports, failureReports] = [addressesOf(tags.get('rua')), addressesOf(tags.get('ruf'))];
  for (const address of [...aggregateReports, ...failureReports]) {
    if (!isReportAddress(address))
      errors.push(`${JSON.stringify(address.slice(0, 80))} is not an address such as mailto:dmarc@example.com`);
  }
  for (const option of tags.get('fo')?.split(':') ?? []) {
    if (!/^[01ds]$/i.test(option.trim()))
      errors.push(`fo must be made of 0, 1, d and s, got ${JSON.stringify(option.slice(0, 20))}`);
  }
  for (const name of names) if (!KNOWN.has(name)) warnings.push(`${name} is not a known tag; receivers ignore it`);
  if (policy === 'none') warnings.push('p=none only watches: mail that fails is still delivered');
  if (percent < 100 && policy !== 'none') warnings.push(`pct=${percent}: the policy holds for a part of the mail`);
  if (subdomains === 'none' && policy !== 'none') warnings.push('sp=none leaves subdomains open');
  if (aggregateReports.length === 0) warnings.push('rua is missing: nobody is told what receivers see');
  alignment('adkim');
  alignment('aspf');
  number('ri', 86_400, 4_294_967_295);
  return { policy, errors, warnings };
}

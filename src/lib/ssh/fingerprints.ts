import { createHash } from 'node:crypto';

const sha256Of = (blob: Uint8Array): Buffer => createHash('sha256').update(blob).digest();

/** Fingerprints as ssh-keygen writes them. */
export const sshFingerprints = (blob: Uint8Array): { readonly sha256: string; readonly md5: string } => ({
  sha256: `SHA256:${sha256Of(blob).toString('base64').replaceAll('=', '')}`,
  md5: `MD5:${createHash('md5').update(blob).digest('hex').match(/../g)?.join(':') ?? ''}`,
});

const [WIDTH, HEIGHT] = [17, 9];
/** How often a square was visited; the last two are start and end. */
const SIGNS = ' .o+=*BOX@%&#/^SE';

/** The picture that ssh-keygen -lv draws of a SHA-256 fingerprint: the walk of the "drunken bishop". `name` and `bits` are its title. */
export function randomart(blob: Uint8Array, name: string, bits: number): string {
  const visits = Array.from({ length: HEIGHT }, () => new Array<number>(WIDTH).fill(0));
  const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value));
  let [x, y] = [(WIDTH - 1) / 2, (HEIGHT - 1) / 2];
  const set = (value: (before: number) => number): void => {
    const row = visits[y];
    if (row !== undefined) row[x] = value(row[x] ?? 0);
  };
  for (const byte of sha256Of(blob)) {
    for (let shift = 0; shift < 8; shift += 2) {
      x = clamp(x + ((byte >> shift) & 1 ? 1 : -1), WIDTH);
      y = clamp(y + ((byte >> shift) & 2 ? 1 : -1), HEIGHT);
      set((before) => Math.min(before + 1, SIGNS.length - 3));
    }
  }
  const end = [x, y] as const;
  [x, y] = [(WIDTH - 1) / 2, (HEIGHT - 1) / 2];
  set(() => SIGNS.length - 2);
  [x, y] = end;
  set(() => SIGNS.length - 1);
  const title = `[${name} ${bits}]`;
  return [
    border(title.length <= WIDTH ? title : `[${name}]`),
    ...visits.map((row) => `|${row.map((count) => SIGNS[count]).join('')}|`),
    border('[SHA256]'),
  ].join('\n');
}

function border(title: string): string {
  const before = Math.floor((WIDTH - title.length) / 2);
  return `+${'-'.repeat(before)}${title}${'-'.repeat(WIDTH - before - title.length)}+`;
}

/** The name of a key type as ssh-keygen shows it: `ED25519`, `ECDSA-SK`, `RSA-CERT`. */
export function shownType(type: string): string {
  const plain = /rsa/.test(type) ? 'RSA' : /dss/.test(type) ? 'DSA' : /ecdsa/.test(type) ? 'ECDSA' : 'ED25519';
  return `${/ed448/.test(type) ? 'ED448' : plain}${type.startsWith('sk-') ? '-SK' : ''}${type.includes('-cert-') ? '-CERT' : ''}`;
}

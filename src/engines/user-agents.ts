import { isbotMatch } from 'isbot';
import { UAParser } from 'ua-parser-js';

/** What a user agent says it is; `null` where it does not say. */
export interface UserAgent {
  readonly browser: { readonly name: string | null; readonly version: string | null };
  readonly engine: { readonly name: string | null; readonly version: string | null };
  readonly os: { readonly name: string | null; readonly version: string | null };
  readonly device: { readonly type: string | null; readonly vendor: string | null; readonly model: string | null };
  readonly cpu: string | null;
  /** The name of a crawler, a library or another program that no person looks through. */
  readonly bot: string | null;
}

/** Systems of computers on a desk, where nothing says what the device is. */
const DESKTOP =
  /^(?:Windows$|macOS|Mac OS|Linux|Chrom(?:e|ium) OS|Ubuntu|Debian|Fedora|CentOS|Red ?Hat|SUSE|Arch|Gentoo|Mint|Mandriva|(?:Free|Net|Open|PC-|Dragon)BSD|Solaris|BeOS|Haiku|OS\/2|Amiga)/i;

/** The product around what gave a bot away: `Googlebot` of "compatible; Googlebot/2.1". */
function productAt(text: string, match: string): string {
  const at = text.toLowerCase().indexOf(match.toLowerCase());
  if (at < 0) return match;
  const isName = (letter: string | undefined): boolean => letter !== undefined && /[\w.!-]/.test(letter);
  let [start, end] = [at, at + match.length];
  while (isName(text[start - 1])) start--;
  while (isName(text[end])) end++;
  // What gave it away may go on with its version.
  const [name = ''] = text.slice(start, end).split(/[/;(,]/);
  return name.trim() === '' ? match : name.trim();
}

/** Reads a user agent, at most 1,000 characters of it. */
export function readUserAgent(given: string): UserAgent {
  const text = given.slice(0, 1_000);
  const { browser, engine, os, device, cpu } = new UAParser(text).getResult();
  const match = isbotMatch(text);
  const bot = match === null ? null : productAt(text, match);
  const isDesktop = bot === null && device.type === undefined && DESKTOP.test(os.name ?? '');
  return {
    browser: { name: browser.name ?? null, version: browser.version ?? null },
    engine: { name: engine.name ?? null, version: engine.version ?? null },
    os: { name: os.name ?? null, version: os.version ?? null },
    device: {
      type: device.type ?? (isDesktop ? 'desktop' : null),
      vendor: device.vendor ?? null,
      model: device.model ?? null,
    },
    cpu: cpu.architecture ?? null,
    bot,
  };
}

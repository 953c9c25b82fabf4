/** robots.txt as RFC 9309 reads it: groups of user agents, and the longest rule that matches a path. */

export interface RobotsRule {
  /** From 1. */
  readonly line: number;
  readonly isAllowed: boolean;
  readonly path: string;
}

export interface RobotsGroup {
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
  readonly crawlDelay: string | undefined;
}

export interface RobotsFile {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
  readonly findings: readonly { readonly line: number; readonly message: string }[];
}

/** What RFC 9309 §2.5 asks crawlers to read at least. */
export const READ_BYTES = 500 * 1024;

/** Other lines that search engines know. */
const KNOWN = new Set(['sitemap', 'crawl-delay', 'host', 'clean-param', 'request-rate', 'visit-time', 'noindex']);
const MAX_FINDINGS = 1000;

export function readRobots(text: string): RobotsFile {
  const groups: { agents: string[]; rules: RobotsRule[]; crawlDelay: string | undefined }[] = [];
  const sitemaps: string[] = [];
  const findings: { line: number; message: string }[] = [];
  const find = (line: number, message: string): void => {
    if (findings.length < MAX_FINDINGS) findings.push({ line, message });
  };
  let isNaming = false;
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .entries()) {
    const line = index + 1;
    const content = (raw.split('#', 1)[0] ?? '').trim();
    if (content === '') continue;
    const colon = content.indexOf(':');
    if (colon < 0) {
      find(line, 'a line without a colon is ignored');
      continue;
    }
    const [key, value] = [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
    const group = groups.at(-1);
    if (key === 'user-agent') {
      if (isNaming) group?.agents.push(value);
      else groups.push({ agents: [value], rules: [], crawlDelay: undefined });
      if (value === '') find(line, 'a user agent without a name');
      isNaming = true;
      continue;
    }
    if (key === 'allow' || key === 'disallow') {
      isNaming = false;
      if (group === undefined) find(line, 'a rule before the first user agent is ignored');
      else group.rules.push({ line, isAllowed: key === 'allow', path: value });
      if (value !== '' && !/^[/*]/.test(value)) find(line, 'a path begins with / or *');
    } else if (key === 'sitemap') {
      sitemaps.push(value);
      if (!/^https?:\/\//i.test(value)) find(line, 'the address of a sitemap must be whole, with http:// or https://');
    } else if (key === 'crawl-delay' && group !== undefined) group.crawlDelay = value;
    else if (!KNOWN.has(key)) find(line, `${JSON.stringify(key.slice(0, 40))} is not known and is ignored`);
  }
  return { groups, sitemaps, findings };
}

/** The groups of an agent, as if they were one: those that name it, else those of `*`. Names are compared without case (§2.2.1). */
export function groupsOf({ groups }: RobotsFile, agent: string): readonly RobotsGroup[] {
  // A crawler looks for its product token: the letters, hyphens and underscores of its name.
  const token = (/^[A-Za-z_-]+/.exec(agent.trim())?.[0] ?? '').toLowerCase();
  const named = groups.filter(({ agents }) => token !== '' && agents.some((name) => tokenOf(name) === token));
  return named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
}

const tokenOf = (name: string): string => (/^[A-Za-z_-]+/.exec(name)?.[0] ?? '').toLowerCase();

/** The rule that decides: the longest that matches; of two of one length the one that allows (§2.2.2). `undefined`: allowed. */
export function decidingRule(groups: readonly RobotsGroup[], path: string): RobotsRule | undefined {
  if (path === '/robots.txt') return undefined;
  const target = normalized(path);
  let best: RobotsRule | undefined;
  let length = -1;
  for (const rule of groups.flatMap(({ rules }) => rules)) {
    const pattern = normalized(rule.path);
    if (pattern === '' || pattern.length < length || !matches(pattern, target)) continue;
    if (pattern.length > length || (rule.isAllowed && best?.isAllowed === false))
      [best, length] = [rule, pattern.length];
  }
  return best;
}

/** Letters beyond ASCII as octets, octets of letters that need none as themselves, hexadecimal digits in capitals (§2.2.2). */
const normalized = (path: string): string =>
  path
    .toWellFormed()
    .replace(/[^\u0000-\u007f]+/gu, encodeURIComponent)
    .replace(/%[\da-f]{2}/gi, (octet) => {
      const letter = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[A-Za-z\d._~-]/.test(letter) ? letter : octet.toUpperCase();
    });

/** `*` stands for any letters, `$` at the end for the end. Without going back: each part is found as early as it can be. */
function matches(pattern: string, path: string): boolean {
  const isEnd = pattern.endsWith('$');
  const parts = (isEnd ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...more] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of more.entries()) {
    const isLast = isEnd && index === more.length - 1;
    const found = isLast ? path.length - part.length : path.indexOf(part, at);
    if (found < at || (isLast && !path.endsWith(part))) return false;
    at = found + part.length;
  }
  return !isEnd || more.length > 0 || at === path.length;
}

import { z } from 'zod';

import { defineTool, json, overLimit, text, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { readTextSource } from '../../formats/text-source.js';
import { isTracking, redirectTarget } from '../../lib/urls/tracking.js';
import { parseUrl } from '../../lib/urls/url-lines.js';

const MAX_URLS = 10_000;
/** Redirectors inside redirectors. */
const MAX_UNWRAPPED = 5;
const URL_IN_TEXT = /https?:\/\/[^\s<>"'`\\^{|}]+/giu;

/** A link without the full stops and brackets after it that belong to the sentence. */
function withoutSentence(found: string): string {
  let open = 0;
  for (const letter of found) open += letter === '(' ? 1 : letter === ')' ? -1 : 0;
  let end = found.length;
  for (;;) {
    const last = found.charAt(end - 1);
    if (last === ')' && open < 0) open++;
    else if (!/[.,:!?*_~]/.test(last)) break;
    end--;
  }
  return found.slice(0, end).replace(/(?:;|&(?:amp|quot|gt|lt);?)$/, '');
}

interface Rules {
  readonly unwrap: boolean;
  readonly dropFragment: boolean;
  readonly sortParameters: boolean;
  readonly keep: ReadonlySet<string>;
}

interface Cleaned {
  readonly before: string;
  readonly after: string;
  readonly removed: readonly string[];
  readonly isUnwrapped: boolean;
}

function cleaned(before: string, { unwrap, dropFragment, sortParameters, keep }: Rules): Cleaned {
  let url = parseUrl(before);
  if (url === undefined) return { before, after: before, removed: [], isUnwrapped: false };
  let isUnwrapped = false;
  for (let round = 0; unwrap && round < MAX_UNWRAPPED; round++) {
    const target = redirectTarget(url);
    const next = target === undefined ? undefined : parseUrl(target);
    if (next === undefined) break;
    [url, isUnwrapped] = [next, true];
  }
  const { hostname } = url;
  const names = [...new Set([...url.searchParams.keys()])];
  const removed = names.filter((name) => !keep.has(name) && isTracking(hostname, name));
  const dropped = new Set(removed);
  // What stays is left as it was written: to write it anew could change what a server reads.
  const parts = url.search
    .slice(1)
    .split('&')
    .filter((part) => {
      const [name = ''] = [...new URLSearchParams(part).keys()];
      return part !== '' && !dropped.has(name);
    });
  if (sortParameters) parts.sort();
  if (removed.length > 0 || sortParameters) url.search = parts.join('&');
  const isShop = /(?:^|\.)amazon\.[a-z.]{2,6}$/.test(hostname);
  if (isShop && /\/ref=[^/]*$/.test(url.pathname)) {
    url.pathname = url.pathname.replace(/\/ref=[^/]*$/, '');
    removed.push('ref');
  }
  if (dropFragment) url.hash = '';
  const isText = /^#:~:text=/.test(url.hash);
  if (isText) url.hash = '';
  const isSame = removed.length === 0 && !isUnwrapped && !dropFragment && !sortParameters && !isText;
  return { before, after: isSame ? before : url.href, removed, isUnwrapped };
}

export default defineTool({
  id: 'url-cleaner',
  title: 'URL Cleaner',
  summary:
    'Removes tracking parameters from all URLs of a text, and replaces links of redirectors by what they lead to.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt', '.md', '.csv', '.html', '.eml', '.json'] },
  options: {
    unwrap: z
      .boolean()
      .default(true)
      .describe('Replaces links of redirectors, such as google.com/url and Safe Links, by their target.'),
    keep: z.string().max(2000).default('').describe('Parameters to keep, separated by spaces or commas.'),
    dropFragment: z
      .boolean()
      .default(false)
      .describe('Removes the part after #; highlights of text are always removed.'),
    sortParameters: z.boolean().default(false).describe('Sorts the parameters that stay.'),
    report: z.boolean().default(false).describe('Returns what was changed in data, and the text as a file.'),
  },
  result: 'mixed',
  data: z.object({
    urls: count('URLs in the text.'),
    changed: z
      .array(
        z.object({
          before: z.string().describe('URL as it was.'),
          after: z.string().describe('URL as it is now.'),
          removed: z.array(z.string()).describe('Parameters that were removed.'),
          isUnwrapped: z.boolean().describe('It was the link of a redirector.'),
        }),
      )
      .describe('Each URL that was changed, once.'),
  }),
  notes: [
    'URLs that begin with http:// or https:// are found anywhere in the text; everything else stays as it is. Nothing is opened: shortened links such as bit.ly cannot be resolved.',
    'Parameters of Google, Meta, Microsoft, X, TikTok, LinkedIn, Amazon, YouTube, Spotify, HubSpot, Mailchimp and others are known; those whose names mean something else elsewhere are removed on their own sites only.',
    'At most 10,000 URLs.',
  ],
  aliases: [
    'remove utm',
    'strip tracking parameters',
    'remove fbclid',
    'clean links',
    'clearurls',
    'safelinks decoder',
    'unwrap google link',
    'remove tracking from a link',
  ],
  verified: [
    'Documentation of the companies named: an example of each group of parameters',
    'Invariants over 1,000 random URLs: other parameters and everything else stay letter for letter, and cleaning twice changes nothing',
  ],
  examples: [
    {
      title: 'A link in a sentence',
      input: 'See https://example.com/a?id=7&utm_source=x&fbclid=Iw#top, it is good.',
      output: { text: 'See https://example.com/a?id=7#top, it is good.' },
    },
    {
      title: 'What was changed',
      input: 'https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.com%2F%3Fgclid%3D1%26page%3D2',
      options: { report: true },
      output: {
        data: {
          urls: 1,
          changed: [
            {
              before: 'https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.com%2F%3Fgclid%3D1%26page%3D2',
              after: 'https://example.com/?page=2',
              removed: ['gclid'],
              isUnwrapped: true,
            },
          ],
        },
        files: [{ name: 'result.txt', mime: 'text/plain;charset=utf-8', text: 'https://example.com/?page=2' }],
      },
    },
    {
      title: 'A parameter that means something elsewhere',
      input: 'https://youtu.be/dQw4w9WgXcQ?si=abc&t=42 https://example.com/?si=unit&t=42',
      output: { text: 'https://youtu.be/dQw4w9WgXcQ?t=42 https://example.com/?si=unit&t=42' },
    },
    {
      title: 'Nothing to clean',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options: { keep, report, ...options } }) {
    const source = await readTextSource({ input, files });
    const rules = { ...options, keep: new Set(keep.split(/[\s,]+/)) };
    const changed = new Map<string, Cleaned>();
    let urls = 0;
    const result = source.text.replace(URL_IN_TEXT, (found) => {
      if (++urls > MAX_URLS) throw overLimit(`The text of ${source.label} must have at most ${MAX_URLS} URLs`);
      const link = withoutSentence(found);
      // As HTML writes it.
      const isEscaped = link.includes('&amp;');
      const plain = isEscaped ? link.replaceAll('&amp;', '&') : link;
      const one = changed.get(plain) ?? cleaned(plain, rules);
      if (one.after !== plain) changed.set(plain, one);
      return (isEscaped ? one.after.replaceAll('&', '&amp;') : one.after) + found.slice(link.length);
    });
    const file = {
      name: source.file?.name ?? 'result.txt',
      mime: 'text/plain;charset=utf-8',
      bytes: Buffer.from(result),
    };
    if (report) return withFiles(json({ urls, changed: [...changed.values()] }), [file]);
    return source.file === undefined ? text(result) : { text: null, files: [file] };
  },
});

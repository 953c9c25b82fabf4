/** How each target writes marks; `write.ts` walks the document. */

export const FLAVORS = ['slack', 'discord', 'telegram', 'whatsapp', 'jira', 'bbcode', 'mediawiki', 'plain'] as const;
export type FlavorName = (typeof FLAVORS)[number];

export interface Flavor {
  readonly text: (value: string) => string;
  readonly strong: (content: string) => string;
  readonly em: (content: string) => string;
  readonly strike: (content: string) => string;
  readonly code: (value: string) => string;
  readonly link: (content: string, address: string) => string;
  readonly image: (alt: string, address: string) => string;
  readonly heading: (level: number, content: string) => string;
  /** Whether headings are bold: bold within them says nothing. */
  readonly hasBoldHeadings: boolean;
  readonly quote: (content: string) => string;
  readonly codeBlock: (value: string, language: string) => string;
  readonly rule: string;
  readonly lineBreak: string;
  /** `marks`: lists are told by repeated marks, one line per item; `tags`: by `listTags`; else by indentation. */
  readonly lists: 'indented' | 'marks' | 'tags';
  readonly bullet: string;
  /** `undefined`: as a block of code with aligned columns. */
  readonly table: ((header: readonly string[], rows: readonly (readonly string[])[]) => string) | undefined;
}

const quotedLines = (mark: string) => (content: string) => content.replace(/^/gm, mark);
const fenced = (value: string): string => `\`\`\`\n${value.replaceAll('```', "'''")}\n\`\`\``;
/** Marks around a text do not touch white space. */
const within =
  (open: string, close = open) =>
  (content: string) =>
    content.replace(/^(\s*)([\s\S]*?)(\s*)$/, (_, before: string, inner: string, after: string) =>
      inner === '' ? before + after : before + open + inner + close + after,
    );
const shownLink = (content: string, address: string): string =>
  content === address || address === '' ? content : `${content} (${address})`;
const same = (text: string): string => text;

/** Slack's mrkdwn escapes three letters and no marks. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Telegram's MarkdownV2: every one of these must be escaped outside of code. */
const telegramText = (text: string): string => text.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&');
const telegramCode = (text: string): string => text.replace(/[`\\]/g, '\\$&');

const discordText = (text: string): string => text.replace(/[\\*_~`|[\]]|^(?=[#>-])/gm, '\\$&');

const jiraText = (text: string): string =>
  text
    .replace(/[\\{}[\]|*_^~!]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])[-+?]|[-+?](?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/^(h[1-6]|bq)\./g, '$1&#46;')
    .replace(/^#/g, '\\#');

const wikiText = (text: string): string =>
  text
    .replace(/[&<>[\]{}|]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/''/g, '&#39;&#39;')
    .replace(/~~~/g, '&#126;&#126;&#126;')
    .replace(/__/g, '&#95;&#95;')
    .replace(/^[*#:;=\s]/, (sign) => (sign === ' ' ? ' ' : `&#${sign.charCodeAt(0)};`));

/** BBCode has no escapes: a space that nobody sees keeps a bracket from being read as a tag. */
const bbText = (text: string): string => text.replace(/\[(?=\/?[a-z*])/gi, '[\u200b');

const chat = {
  hasBoldHeadings: true,
  rule: '———',
  lineBreak: '\n',
  lists: 'indented',
  bullet: '•',
  table: undefined,
} as const;

const wikiRow = (cells: readonly string[], mark: string): string =>
  cells.map((cell) => `${mark} ${cell || ' '}\n`).join('');

const MARKS: Readonly<Record<FlavorName, Flavor>> = {
  slack: {
    ...chat,
    text: slackText,
    strong: within('*'),
    em: within('_'),
    strike: within('~'),
    code: (value) => `\`${slackText(value.replaceAll('`', "'"))}\``,
    link: (content, address) =>
      /^(?:https?|mailto|tel):/i.test(address) ? `<${slackText(address).replaceAll('|', '%7C')}|${content}>` : content,
    image: (alt, address) =>
      /^https?:/i.test(address)
        ? `<${slackText(address).replaceAll('|', '%7C')}|${slackText(alt || address)}>`
        : slackText(alt),
    heading: (_, content) => within('*')(content),
    quote: quotedLines('> '),
    codeBlock: (value) => fenced(slackText(value)),
  },
  discord: {
    ...chat,
    hasBoldHeadings: false,
    rule: '───',
    bullet: '-',
    text: discordText,
    strong: within('**'),
    em: within('*'),
    strike: within('~~'),
    code: (value) => `\`${value.replaceAll('`', "'")}\``,
    link: (content, address) =>
      /^https?:/i.test(address)
        ? `[${content}](${address.replace(/[()\s]/g, encodeURIComponent)})`
        : shownLink(content, address),
    image: (alt, address) => shownLink(discordText(alt), address),
    heading: (level, content) => (level <= 3 ? `${'#'.repeat(level)} ${content}` : within('**')(content)),
    quote: quotedLines('> '),
    codeBlock: (value, language) =>
      fenced(value).replace('```', `\`\`\`${/^[\w+#-]{1,20}$/.test(language) ? language : ''}`),
  },
  telegram: {
    ...chat,
    text: telegramText,
    strong: within('*'),
    em: within('_'),
    strike: within('~'),
    code: (value) => `\`${telegramCode(value)}\``,
    link: (content, address) => `[${content}](${address.replace(/[)\\]/g, '\\$&')})`,
    image: (alt, address) => `[${telegramText(alt || address)}](${address.replace(/[)\\]/g, '\\$&')})`,
    heading: (_, content) => within('*')(content),
    quote: quotedLines('>'),
    codeBlock: (value, language) =>
      `\`\`\`${/^[\w+#-]{1,20}$/.test(language) ? language : ''}\n${telegramCode(value)}\n\`\`\``,
  },
  whatsapp: {
    ...chat,
    bullet: '-',
    text: same,
    strong: within('*'),
    em: within('_'),
    strike: within('~'),
    code: (value) => `\`${value.replaceAll('`', "'")}\``,
    link: shownLink,
    image: (alt, address) => shownLink(alt || address, address),
    heading: (_, content) => within('*')(content),
    quote: quotedLines('> '),
    codeBlock: (value) => fenced(value),
  },
  jira: {
    text: jiraText,
    strong: within('*'),
    em: within('_'),
    strike: within('-'),
    code: (value) => `{{${jiraText(value)}}}`,
    link: (content, address) => `[${content}|${address.replace(/[|\]\s]/g, encodeURIComponent)}]`,
    image: (alt, address) =>
      `!${address.replace(/[|!\s]/g, encodeURIComponent)}${alt === '' ? '' : `|alt=${alt.replace(/[|!=,]/g, ' ')}`}!`,
    heading: (level, content) => `h${level}. ${content}`,
    hasBoldHeadings: false,
    quote: (content) => `{quote}\n${content}\n{quote}`,
    codeBlock: (value, language) =>
      /^[\w+#-]{1,20}$/.test(language) ? `{code:${language}}\n${value}\n{code}` : `{noformat}\n${value}\n{noformat}`,
    rule: '----',
    lineBreak: '\\\\ ',
    lists: 'marks',
    bullet: '*',
    table: (header, rows) =>
      [
        `||${header.map((cell) => ` ${cell || ' '} `).join('||')}||`,
        ...rows.map((row) => `|${row.map((cell) => ` ${cell || ' '} `).join('|')}|`),
      ].join('\n'),
  },
  bbcode: {
    text: bbText,
    strong: within('[b]', '[/b]'),
    em: within('[i]', '[/i]'),
    strike: within('[s]', '[/s]'),
    code: (value) => `[font=monospace]${bbText(value)}[/font]`,
    link: (content, address) => `[url=${address.replace(/[[\]\s"]/g, encodeURIComponent)}]${content}[/url]`,
    image: (alt, address) =>
      /^https?:/i.test(address) ? `[img]${address.replace(/[[\]\s"]/g, encodeURIComponent)}[/img]` : bbText(alt),
    heading: (level, content) => `[size=${[200, 170, 150, 130, 115, 100][level - 1] ?? 100}][b]${content}[/b][/size]`,
    hasBoldHeadings: true,
    quote: (content) => `[quote]\n${content}\n[/quote]`,
    codeBlock: (value) => `[code]\n${value.replaceAll('[/code', '[/\u200bcode')}\n[/code]`,
    rule: '[hr]',
    lineBreak: '\n',
    lists: 'tags',
    bullet: '[*]',
    table: (header, rows) => {
      const row = (cells: readonly string[], tag: string): string =>
        `[tr]${cells.map((cell) => `[${tag}]${cell}[/${tag}]`).join('')}[/tr]`;
      return `[table]\n${[row(header, 'th'), ...rows.map((cells) => row(cells, 'td'))].join('\n')}\n[/table]`;
    },
  },
  mediawiki: {
    text: wikiText,
    strong: within("'''"),
    em: within("''"),
    strike: within('<s>', '</s>'),
    code: (value) => `<code><nowiki>${value.replaceAll('</nowiki', '&lt;/nowiki')}</nowiki></code>`,
    link: (content, address) =>
      /^(?:https?|mailto|ftp|tel):/i.test(address)
        ? `[${address.replace(/[[\]\s<>"]/g, encodeURIComponent)} ${content}]`
        : content,
    image: (alt, address) => {
      const name = (address.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? '';
      return /^https?:/i.test(address)
        ? `[${address.replace(/[[\]\s<>"]/g, encodeURIComponent)} ${wikiText(alt || name)}]`
        : `[[File:${wikiText(name)}|${wikiText(alt)}]]`;
    },
    heading: (level, content) => `${'='.repeat(level)} ${content} ${'='.repeat(level)}`,
    hasBoldHeadings: false,
    quote: (content) => `<blockquote>\n${content}\n</blockquote>`,
    codeBlock: (value, language) =>
      /^[\w+#-]{1,20}$/.test(language)
        ? `<syntaxhighlight lang="${language}">\n${value.replaceAll('</syntaxhighlight', '&lt;/syntaxhighlight')}\n</syntaxhighlight>`
        : `<pre>\n${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}\n</pre>`,
    rule: '----',
    lineBreak: '<br />',
    lists: 'marks',
    bullet: '*',
    table: (header, rows) =>
      `{| class="wikitable"\n|-\n${wikiRow(header, '!')}${rows.map((row) => `|-\n${wikiRow(row, '|')}`).join('')}|}`,
  },
  plain: {
    ...chat,
    hasBoldHeadings: false,
    bullet: '-',
    text: same,
    strong: same,
    em: same,
    strike: same,
    code: same,
    link: shownLink,
    image: (alt, address) => alt || address,
    heading: (_, content) => content,
    quote: quotedLines('> '),
    codeBlock: same,
  },
};

export const flavorOf = (name: FlavorName): Flavor => MARKS[name];

import { ContentFault, unlessFaulty } from '../../faults.js';
import { parseJson } from '../../json/parse.js';
import { writeJson } from '../../json/write.js';

import type {
  CallPart,
  ChatLosses,
  ChatMessage,
  ChatPart,
  Conversation,
  MediaPart,
  ResultPart,
} from './conversation.js';
import { callOfText, dataUrl, mediaOfUrl, tellDropped, textPart } from './parts.js';

const NAMES: ReadonlyMap<string, ChatMessage['role']> = new Map([
  ['system', 'system'],
  ['system prompt', 'system'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['human', 'user'],
  ['you', 'user'],
  ['prompt', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['chatgpt', 'assistant'],
  ['claude', 'assistant'],
  ['gemini', 'assistant'],
  ['model', 'assistant'],
  ['response', 'assistant'],
  ['tool', 'tool'],
]);
const WORDS =
  'system prompt|system|developer|user|human|you|prompt|assistant|ai|chatgpt|claude|gemini|model|response|tool';
/** The ways people mark who speaks, the surest first: `## User`, `**User:**`, `User:`. */
const SPEAKERS: readonly RegExp[] = [
  new RegExp(`^#{1,6}[ \\t]+(?:\\*\\*)?(${WORDS})(?:\\*\\*)?:?(?:\\*\\*)?[ \\t]*$`, 'gim'),
  new RegExp(`^\\*\\*(${WORDS})(?::\\*\\*|\\*\\*:?)[ \\t]*`, 'gim'),
  new RegExp(`^(${WORDS}):[ \\t]*`, 'gim'),
];
/** Lines of a content that would be taken for ours: they get a backslash, as Markdown has it. */
const OURS = new RegExp(
  `^(\\\\*)(?=#{1,6}[ \\t]+(?:\\*\\*)?(?:${WORDS})(?:\\*\\*)?:?(?:\\*\\*)?[ \\t]*$|### (?:Tool call|Tool result|Tool error|Thinking)|<details>)`,
  'gim',
);

const escaped = (text: string): string => text.replace(OURS, '$1\\');
const unescaped = (text: string): string =>
  text.replace(OURS, (_, slashes: string) => slashes.slice(0, Math.max(slashes.length - 1, 0)));

/** Whether somebody speaks in it. */
export const looksMarkdown = (text: string): boolean => SPEAKERS.some((speaker) => text.search(speaker) >= 0);

/** A transcript in Markdown: speakers in headings, in bold, or before a colon. */
export function readMarkdown(text: string, losses: ChatLosses): Conversation {
  const plain = text.replaceAll('\r\n', '\n');
  const speakers = SPEAKERS.find((speaker) => plain.search(speaker) >= 0);
  if (speakers === undefined)
    throw new ContentFault('it has no speaker in Markdown, such as "## User" or "**Assistant:**"');
  const marks = [...plain.matchAll(speakers)];
  const before = plain.slice(0, marks[0]?.index ?? 0).trim();
  if (before !== '') losses.tell('', 'the text before the first speaker is not converted');
  const messages = marks.map(({ 0: mark, 1: word = '', index }, number): ChatMessage => {
    const body = plain.slice(index + mark.length, marks[number + 1]?.index ?? plain.length);
    const role = NAMES.get(word.toLowerCase()) ?? 'user';
    const parts = readBody(body.replace(/^\n+|\n+$/g, ''));
    const results = parts.filter(({ type }) => type === 'result');
    const place = `message ${number + 1}`;
    if (role !== 'tool') return { role, parts, place };
    const text: ResultPart = {
      type: 'result',
      parts: parts.flatMap((part) => (part.type === 'text' ? [part] : [])),
      isError: false,
    };
    return { role, parts: results.length > 0 ? results : [text], place };
  });
  return { messages };
}

/** How what the writer makes of thinking, calls and results begins, and images whole. */
const BLOCK =
  /^(?:<details>\n<summary>Thinking<\/summary>\n\n|### Tool (call|result|error): (.*?)(?: `([^`\n]*)`)?\n\n(`{3,})(?:json)?\n|!\[image\]\(([^)\n]*)\)$)/gm;

function readBody(body: string): readonly ChatPart[] {
  const parts: ChatPart[] = [];
  const addText = (text: string): void => {
    const trimmed = text.replace(/^\n{1,2}/, '').replace(/\n{1,2}$/, '');
    if (trimmed.trim() !== '') parts.push(textPart(unescaped(trimmed)));
  };
  const endOf = lineEnds(body);
  let at = 0;
  for (const { 0: start, 1: type, 2: name = '', 3: id, 4: fence, 5: url, index } of body.matchAll(BLOCK)) {
    if (index < at) continue;
    const from = index + start.length;
    const mark = fence === undefined ? '\n\n</details>' : `\n${fence}`;
    // From the line break on that begins an empty content.
    const end = url === undefined ? endOf(mark, from - 1) : from;
    if (end < 0) continue;
    addText(body.slice(at, index));
    at = url === undefined ? end + mark.length : from;
    const content = body.slice(from, end);
    if (url !== undefined) parts.push(mediaOfUrl('image', url));
    else if (type === undefined) parts.push({ type: 'thinking', text: unescaped(content) });
    else if (type === 'call') parts.push(readCall(name, id, content));
    else {
      const texts = end < from ? [] : [textPart(unescaped(content))];
      parts.push({ type: 'result', id, name, parts: texts, isError: type === 'error' });
    }
  }
  addText(body.slice(at));
  return parts;
}

/** Finds marks at the end of a line, -1 where there is none. What was not found once is not looked for again. */
function lineEnds(body: string): (mark: string, from: number) => number {
  const missing = new Set<string>();
  return (mark, from) => {
    if (missing.has(mark)) return -1;
    let found = body.indexOf(mark, from);
    while (found >= 0 && !['\n', ''].includes(body.charAt(found + mark.length))) found = body.indexOf(mark, found + 1);
    if (found < 0) missing.add(mark);
    return found;
  };
}

function readCall(name: string, id: string | undefined, source: string): CallPart {
  const args = unlessFaulty(() => parseJson(source));
  return args === undefined ? callOfText(name, id, source) : { type: 'call', id, name, args };
}

const TITLES = {
  system: 'System',
  developer: 'Developer',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
} as const;

/** A transcript to read: a heading for each message. */
export function writeMarkdown({ messages }: Conversation, losses: ChatLosses): string {
  return messages
    .map(({ role, parts, place }) => {
      const blocks = parts.map((part) => writeBlock(part, place, losses)).filter((block) => block !== '');
      if (parts.filter(({ type }) => type === 'text').length > 1) losses.tell(place, 'its texts are joined');
      return `## ${TITLES[role]}\n\n${blocks.map((block) => `${block}\n\n`).join('')}`;
    })
    .join('')
    .replace(/\n+$/, '\n');
}

function writeBlock(part: ChatPart, place: string, losses: ChatLosses): string {
  switch (part.type) {
    case 'text':
      return escaped(part.text);
    case 'media':
      return writeMedia(part, place, losses);
    case 'thinking':
      if (part.text === '') tellDropped(part, place, 'markdown', losses);
      return part.text === '' ? '' : `<details>\n<summary>Thinking</summary>\n\n${escaped(part.text)}\n\n</details>`;
    case 'call': {
      const args =
        part.source !== undefined && part.args === part.source ? part.source : writeJson(part.args, { indent: '  ' });
      return `### Tool call: ${lineOf(part.name)}${idOf(part)}\n\n\`\`\`json\n${args}\n\`\`\``;
    }
    default: {
      const texts = part.parts.map((each) => (each.type === 'text' ? each.text : writeMedia(each, place, losses)));
      const content = escaped(texts.join('\n\n'));
      const fence = '`'.repeat(
        Math.max(3, ...[...content.matchAll(/`+/g)].slice(0, 10_000).map(([run]) => run.length + 1)),
      );
      const title = `### Tool ${part.isError ? 'error' : 'result'}: ${lineOf(part.name ?? 'unknown')}${idOf(part)}`;
      return `${title}\n\n${fence}\n${content === '' ? '' : `${content}\n`}${fence}`;
    }
  }
}

const idOf = ({ id, hasMadeId }: CallPart | ResultPart): string =>
  hasMadeId === true || id === undefined ? '' : ` \`${id.replace(/[`\n\r]/g, '_')}\``;

const lineOf = (name: string): string => name.replace(/[\n\r]/g, ' ');

function writeMedia(part: MediaPart, place: string, losses: ChatLosses): string {
  if (part.kind === 'image') return `![image](${part.base64 === undefined ? (part.url ?? '') : dataUrl(part)})`;
  tellDropped(part, place, 'markdown', losses);
  return '';
}

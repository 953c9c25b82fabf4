import type { CallToolResult } from '@modelcontextprotocol/server';

import type { AllowedFolders } from './allowed-folders.js';

/** What a run answered. */
export interface RunResult {
  readonly text: string | null;
  readonly files: readonly ReturnedFile[];
}

interface ReturnedFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly base64: string;
}

/** Where returned files are saved. */
export interface SaveFolder {
  readonly path: string;
  readonly folders: AllowedFolders;
}

/** Longest text that a model is given; about 12,000 tokens. */
const MAX_TEXT_CHARACTERS = 50_000;

/** What models are shown as what it is; anything else is a resource. */
const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * The content of a result, each thing once: its text, then a line for each file with the file itself behind it, or the path it was
 * saved under. Throws `PathRefused`.
 */
export async function resultContent(
  { text, files }: RunResult,
  save: SaveFolder | undefined,
): Promise<CallToolResult['content']> {
  const content: CallToolResult['content'] = [];
  if (text !== null) content.push({ type: 'text', text: await shownText(text, save) });
  for (const file of files) {
    const { name, mime, bytes } = file;
    if (save === undefined) {
      content.push({ type: 'text', text: `${name} (${mime}, ${bytes} bytes)` }, fileContent(file));
      continue;
    }
    const path = await save.folders.write(save.path, name, Buffer.from(file.base64, 'base64'));
    content.push({ type: 'text', text: `Saved ${path} (${mime}, ${bytes} bytes)` });
  }
  return content;
}

/** A text that is too long is cut, and what was cut is said; where there is a folder, the whole of it is saved there. */
async function shownText(text: string, save: SaveFolder | undefined): Promise<string> {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  const shown = text.slice(0, MAX_TEXT_CHARACTERS);
  const left = text.length - MAX_TEXT_CHARACTERS;
  const rest =
    save === undefined
      ? 'ask for less, or give "output_folder" where folders are allowed'
      : `all of it is in ${await save.folders.write(save.path, 'result.txt', Buffer.from(text))}`;
  return `${shown}\n[${left} more characters: ${rest}]`;
}

function fileContent({ name, mime, base64 }: ReturnedFile): CallToolResult['content'][number] {
  if (IMAGES.has(mime)) return { type: 'image', data: base64, mimeType: mime };
  if (mime.startsWith('audio/')) return { type: 'audio', data: base64, mimeType: mime };
  return { type: 'resource', resource: { uri: `result:///${encodeURIComponent(name)}`, mimeType: mime, blob: base64 } };
}

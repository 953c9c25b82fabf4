import { type AnswerBody, MAX_MESSAGE } from '../../src/testing/answer-faults.js';
import type { Reply } from '../../src/testing/http.js';

/** Answers of one shape were given for one reason: a message without what it quotes and counts, a result without its content. */
export function shapeOf({ status, json }: Reply): string {
  const body = json as AnswerBody | undefined;
  if (body?.result === undefined) {
    const message = String(body?.error?.message ?? '').slice(0, MAX_MESSAGE);
    return `${status} ${message.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\d+/g, '0')}`.slice(0, 200);
  }
  const { text, mime, files } = body.result;
  const sizes = files.map((file) => `${file.mime} ${magnitude(file.bytes)}`);
  return `${status} ${mime ?? ''} ${magnitude(text?.length ?? 0)} ${[...new Set(sizes)].sort().join()}`;
}

const magnitude = (size: number): number => Math.ceil(Math.log2(size + 1));

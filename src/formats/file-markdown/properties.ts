import { escapeMarkdown } from '../../lib/page-text/markdown.js';
import type { Property } from './file-markdown.js';

/** Longest value; a description may be a chapter. */
const MAX_VALUE = 2_000;

/** Those that are not empty, on one line each. */
export const shownProperties = (properties: readonly Property[]): { readonly name: string; readonly value: string }[] =>
  properties
    .map(([name, value]) => ({ name, value: (value ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE) }))
    .filter(({ value }) => value !== '');

/** A list of Markdown; addresses in angle brackets stay, as they are links. */
export const propertyList = (properties: readonly Property[]): string =>
  shownProperties(properties)
    .map(({ name, value }) => `- ${name}: ${escapeMarkdown(value).replace(/\\<([\w.+-]+@[\w.-]+>)/g, '<$1')}`)
    .join('\n');

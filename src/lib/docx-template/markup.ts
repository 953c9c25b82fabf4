import { escapeXmlText } from '../xml/references.js';

/** How text stands in a document: WordprocessingML or, in slides, DrawingML. */
export interface Markup {
  /** An element of text, by its name. */
  text(name: string, text: string): string;
  /** A text of several lines, in runs of the properties given. */
  runs(prefix: string, properties: string, text: string): string;
}

const LINE_BREAK = /\r\n|[\r\n]/;

const wordText = (name: string, text: string): string =>
  `<${name} xml:space="preserve">${escapeXmlText(text)}</${name}>`;

/** Line breaks and tabs have elements of their own within a run. */
export const WORD: Markup = {
  text: wordText,
  runs(prefix, properties, text) {
    const content = text
      .split(/(\r\n|[\r\n\t])/)
      .map((part) => {
        if (part === '') return '';
        if (part === '\t') return `<${prefix}tab/>`;
        return LINE_BREAK.test(part) ? `<${prefix}br/>` : wordText(`${prefix}t`, part);
      })
      .join('');
    return `<${prefix}r>${properties}${content}</${prefix}r>`;
  },
};

const slideText = (name: string, text: string): string => `<${name}>${escapeXmlText(text)}</${name}>`;

/** ECMA-376 part 1, 21.1.2.2.1: a line break stands beside runs; a tab is a letter. */
export const SLIDES: Markup = {
  text: slideText,
  runs(prefix, properties, text) {
    return text
      .split(LINE_BREAK)
      .map((line) => (line === '' ? '' : `<${prefix}r>${properties}${slideText(`${prefix}t`, line)}</${prefix}r>`))
      .join(`<${prefix}br>${properties}</${prefix}br>`);
  },
};

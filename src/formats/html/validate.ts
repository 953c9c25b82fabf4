import { overLimit } from '../../core/errors.js';
import { WorkTime } from '../../engines/work-time.js';
import { elementsBelow, type HtmlNode, parsePlacedHtml } from '../../engines/xml/html-document.js';
import { checkHtmlRules } from '../../engines/xml/html-rules.js';
import { LimitFault } from '../../lib/faults.js';
import { mendedHtml, type ParseFault } from '../../lib/html/mended.js';
import { parseFaultInWords } from '../../lib/html/parse-faults.js';
import type { HtmlRulePreset } from '../../lib/html/rules.js';

import type { TextFinding } from '../text-findings.js';

import { measureHtml } from './measure.js';

export const HTML_SCOPES = ['auto', 'document', 'fragment'] as const;

const MAX_CHARACTERS = 1_000_000;
/** Measured: 10,000 elements take 1 to 3 s. */
const MAX_ELEMENTS = 10_000;
const MAX_DEPTH = 500;
/** Below the 12 s of class standard, so that its end is an answer. */
const CHECK_SECONDS = 8;

/** What is wrong with HTML, in any order. Throws LimitFault and LIMIT_EXCEEDED for what is too long, too deep or takes too long. */
export function validateHtml(text: string, preset: HtmlRulePreset, wanted: (typeof HTML_SCOPES)[number]) {
  if (text.length > MAX_CHARACTERS)
    throw new LimitFault(`it must have at most ${MAX_CHARACTERS} characters, got ${text.length}`);
  const scope = wanted === 'auto' ? scopeOf(text) : wanted;
  const tooLong = () =>
    overLimit(`The document must be checked within ${CHECK_SECONDS} seconds; a shorter one is faster`);
  const time = new WorkTime(CHECK_SECONDS, tooLong);
  const { tree, faults } = time.run(() => parsePlacedHtml(text));
  const elementCount = measureHtml(tree, MAX_ELEMENTS, MAX_DEPTH);
  const isWhole = scope === 'document';
  const broken: readonly TextFinding[] = time.run(() => checkHtmlRules(mendedHtml(text, faults), preset, isWhole));
  if (preset === 'a11y') return { scope, elementCount, found: broken };
  const syntax = faults.filter(({ code }) => isWhole || code !== 'missing-doctype').map(syntaxFinding);
  const title = isWhole && !hasTitle(tree) ? [MISSING_TITLE] : [];
  return { scope, elementCount, found: broken.concat(syntax, title) };
}

const MISSING_TITLE: TextFinding = {
  rule: 'missing-title',
  severity: 'error',
  message: 'The document has no <title>',
  offset: 0,
};

const scopeOf = (text: string): 'document' | 'fragment' =>
  /<(?:!doctype|html|head|body)(?![^\s/>])/i.test(text) ? 'document' : 'fragment';

const hasTitle = (tree: HtmlNode): boolean => elementsBelow(tree, 'title').next().done !== true;

const syntaxFinding = ({ code, offset }: ParseFault): TextFinding => ({
  rule: code,
  severity: 'error',
  message: parseFaultInWords(code),
  offset,
});

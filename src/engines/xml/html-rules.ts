import {
  type ConfigData,
  HtmlElement,
  HtmlValidate,
  Parser,
  type Plugin,
  Rule,
  StaticConfigLoader,
} from 'html-validate/browser';

import { LimitFault } from '../../lib/faults.js';
import type { Severity } from '../../lib/findings.js';
import { HTML_RULES, type HtmlRulePreset } from '../../lib/html/rules.js';

import { type ClosingParser, recoverAtEndTags } from './html-rules-recovery.js';

/** What breaks a rule, at a UTF-16 offset. */
export interface RuleFault {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly offset: number;
}

/** Longest message: values of the document are in it. */
const MAX_MESSAGE = 300;

// A selector for each fault would take a look at all elements for each: not asked for here.
HtmlElement.prototype.generateSelector = () => null;
// The package declares the prototype without its private parts.
recoverAtEndTags(Parser.prototype as unknown as ClosingParser);

/** The first element of each id. The package looks through the whole document for each reference instead. */
function byId(root: HtmlElement): ReadonlyMap<string, HtmlElement> {
  const found = new Map<string, HtmlElement>();
  for (const element of root.querySelectorAll('[id]')) {
    const { id } = element;
    if (id !== null && !found.has(id)) found.set(id, element);
  }
  return found;
}

class ValidFor extends Rule {
  setup(): void {
    this.on('dom:ready', ({ document }) => {
      const elements = byId(document.root);
      for (const label of document.querySelectorAll('label[for]')) {
        const reference = label.getAttribute('for');
        const target = elements.get(String(reference?.value));
        if (target?.meta && !target.meta.labelable && target.tagName.includes('-') === false)
          this.report(label, 'A <label> is for a form control: "for" names another element', reference?.valueLocation);
      }
    });
  }
}

const REFERENCES: readonly (readonly [selector: string, name: string])[] = [
  ['label[for]', 'for'],
  ['output[for]', 'for'],
  ['input[list]', 'list'],
  ['[form]', 'form'],
  ['[headers]', 'headers'],
  ['[popovertarget]', 'popovertarget'],
  ...[
    'aria-activedescendant',
    'aria-controls',
    'aria-describedby',
    'aria-details',
    'aria-errormessage',
    'aria-flowto',
    'aria-labelledby',
    'aria-owns',
  ].map((name) => [`[${name}]`, name] as const),
];

class NoMissingReferences extends Rule {
  setup(): void {
    this.on('dom:ready', ({ document }) => {
      const elements = byId(document.root);
      for (const [selector, name] of REFERENCES) {
        for (const element of document.querySelectorAll(selector)) {
          const reference = element.getAttribute(name);
          const missing = String(reference?.value ?? '')
            .split(/[\t\n\f\r ]+/)
            .find((id) => id !== '' && !elements.has(id));
          if (missing !== undefined)
            this.report(
              element,
              `Attribute "${name}" names id "${missing}", which no element has`,
              reference?.valueLocation,
            );
        }
      }
    });
  }
}

const NAMES = ['aria-label', 'aria-labelledby', 'title'];
const NAMED_BY_VALUE = new Set(['button', 'hidden', 'image', 'reset', 'submit']);

class InputMissingLabel extends Rule {
  setup(): void {
    this.on('dom:ready', ({ document }) => {
      const labelled = new Set(
        document.querySelectorAll('label[for]').map((label) => String(label.getAttribute('for')?.value)),
      );
      for (const control of document.querySelectorAll('input, textarea, select')) {
        if (control.is('input') && NAMED_BY_VALUE.has(String(control.getAttribute('type')?.value).toLowerCase()))
          continue;
        if (NAMES.some((name) => control.hasAttribute(name)) || labelled.has(String(control.id))) continue;
        if (control.closest('label') === null) this.report(control, `<${control.tagName}> has no <label>`);
      }
    });
  }
}

const WITHOUT_TEXT = 'colgroup dl head hgroup html menu ol optgroup picture table tbody tfoot thead tr ul'.split(' ');

class TextNotPermitted extends Rule {
  setup(): void {
    this.on('element:ready', ({ target }) => {
      if (!WITHOUT_TEXT.includes(target.tagName.toLowerCase())) return;
      const text = target.childNodes.find((node) => node.nodeType === 3 && /[^\t\n\f\r ]/.test(node.textContent));
      if (text) this.report(text, `<${target.tagName}> must not have text directly within it`, text.location);
    });
  }
}

/** Rules in the place of the package's where that takes time with the square of a document's length, and one that it has not. */
const PLUGIN: Plugin = {
  name: 'tool-execution-api',
  rules: {
    'input-missing-label': InputMissingLabel,
    'no-missing-references': NoMissingReferences,
    'text-not-permitted': TextNotPermitted,
    'valid-for': ValidFor,
  },
};

/** Parents that the package's table of elements leaves out. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  caption: ['table', 'template'],
  tbody: ['table', 'template'],
  td: ['tr', 'template'],
  tfoot: ['table', 'template'],
  th: ['tr', 'template'],
  thead: ['table', 'template'],
  tr: ['table', 'tbody', 'tfoot', 'thead', 'template'],
};

function configOf(preset: HtmlRulePreset): ConfigData {
  const rules: NonNullable<ConfigData['rules']> = {};
  for (const [name, { presets, options }] of Object.entries(HTML_RULES))
    if (presets.includes(preset)) rules[name] = options === undefined ? 'error' : ['error', { ...options }];
  const parents = Object.fromEntries(
    Object.entries(PARENTS).map(([name, permittedParent]) => [name, { permittedParent: [...permittedParent] }]),
  );
  return { root: true, elements: ['html5', parents], plugins: [PLUGIN], rules };
}

/**
 * What breaks the rules of a preset, in the order of the text; a part of a document may name ids that it has not. Reads nothing but the text, whose comments change no rules.
 * Throws LimitFault where elements are nested too deep.
 */
export function checkHtmlRules(text: string, preset: HtmlRulePreset, isWhole: boolean): readonly RuleFault[] {
  const validator = new HtmlValidate(new StaticConfigLoader(configOf(preset)));
  const messages = lint(validator, readable(text));
  return messages.flatMap(({ ruleId, message, offset, context }) => {
    if (ruleId === 'parser-error') return { ...(message.startsWith('stream ended') ? UNCLOSED : UNCHECKED), offset };
    // What is open is told by itself.
    if (message.endsWith('seen but there were open elements')) return [];
    // Their tags may be left out.
    if (ruleId === 'element-required-content' && /^<(?:html|head)>/.test(message)) return [];
    const isAdvice = (ruleId === 'no-missing-references' && !isWhole) || isAdvised(context);
    const severity = isAdvice ? 'warning' : (HTML_RULES[ruleId]?.severity ?? 'error');
    return { rule: ruleId, severity, message: inWords(message), offset };
  });
}

const UNCHECKED = {
  rule: 'unreadable-tag',
  severity: 'error',
  message: 'A tag or declaration that HTML does not have: after it, only the syntax is checked',
} as const;

const UNCLOSED = {
  rule: 'close-order',
  severity: 'error',
  message: 'The element is not closed: after it, only the syntax is checked',
} as const;

function lint(validator: HtmlValidate, text: string) {
  try {
    return validator.validateStringSync(text).results.flatMap(({ messages }) => messages);
  } catch (error) {
    if (error instanceof RangeError)
      throw new LimitFault('its elements are nested too deep, or one has too many names in a list');
    throw error;
  }
}

/**
 * The text as the package can read it, every character in its place: comments that would turn rules off are others, elements of raw
 * text have small letters, form feeds are spaces.
 */
const readable = (text: string): string =>
  text
    .replace(/(<!--\s*\[?html)-validate-/g, '$1_validate-')
    .replace(/<\/?(?:script|style|textarea|title)(?![^\s/>])/gi, (tag) => tag.toLowerCase())
    // The package ends a name there; browsers do not.
    .replace(/(<\/?[a-z][\w:-]*)[!#-&(-,.;?@[-^`{|}~]/gi, '$1x')
    .replaceAll('\f', ' ');

/** Attributes that the package requires and the standard recommends. */
const isAdvised = (context: unknown): boolean =>
  typeof context === 'object' && context !== null && 'attr' in context && /^(?:lang|title)$/.test(String(context.attr));

function inWords(message: string): string {
  const plain = message.replace(/'(<[^']*>)'/g, '$1').replace(/\.$/, '');
  const whole = plain.charAt(0).toUpperCase() + plain.slice(1);
  return whole.length <= MAX_MESSAGE ? whole : `${whole.slice(0, MAX_MESSAGE - 1)}…`;
}

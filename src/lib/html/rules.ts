import type { Severity } from '../findings.js';

export const HTML_RULE_PRESETS = ['standard', 'recommended', 'a11y'] as const;
export type HtmlRulePreset = (typeof HTML_RULE_PRESETS)[number];

export interface HtmlRule {
  readonly severity: Severity;
  readonly presets: readonly HtmlRulePreset[];
  readonly options?: Readonly<Record<string, unknown>>;
}

const rules = (severity: Severity, presets: readonly HtmlRulePreset[], names: string): [string, HtmlRule][] =>
  names.split(' ').map((name) => [name, { severity, presets }]);

/** Rules by their names in html-validate: errors are what the HTML standard or WCAG forbids, the others what is advised against. */
export const HTML_RULES: Readonly<Record<string, HtmlRule>> = {
  ...Object.fromEntries([
    ...rules(
      'error',
      ['standard', 'recommended'],
      'attribute-allowed-values attribute-misuse close-order deprecated element-name element-permitted-content element-permitted-occurrences element-permitted-order element-permitted-parent element-required-ancestor element-required-content empty-title input-attributes map-dup-name map-id-name no-deprecated-attr no-multiple-main script-element text-not-permitted void-content',
    ),
    ...rules(
      'error',
      ['standard', 'recommended', 'a11y'],
      'aria-label-misuse element-required-attributes multiple-labeled-controls no-abstract-role no-dup-id no-missing-references valid-autocomplete valid-for wcag/h37',
    ),
    ...rules(
      'error',
      ['recommended', 'a11y'],
      'aria-hidden-body empty-heading hidden-focusable input-missing-label meta-refresh text-content wcag/h30 wcag/h36',
    ),
    ...rules(
      'warning',
      ['recommended', 'a11y'],
      'heading-level no-autoplay prefer-native-element unique-landmark wcag/h32 wcag/h63 wcag/h67 wcag/h71',
    ),
    ...rules('info', ['recommended', 'a11y'], 'no-redundant-role'),
    ...rules('warning', ['recommended'], 'autocomplete-password form-dup-name no-dup-class no-implicit-button-type'),
    ...rules(
      'info',
      ['recommended'],
      'attr-case attr-delimiter attr-quotes attribute-boolean-style attribute-empty-style doctype-style element-case long-title no-implicit-close no-implicit-input-type no-inline-style no-trailing-whitespace prefer-button prefer-tbody script-type void-style',
    ),
  ]),
  'area-alt': { severity: 'error', presets: ['standard', 'recommended', 'a11y'], options: { accessible: false } },
  'valid-id': { severity: 'error', presets: ['standard', 'recommended'], options: { relaxed: true } },
};

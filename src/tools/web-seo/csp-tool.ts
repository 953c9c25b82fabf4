import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { CSP_SEVERITIES } from '../../engines/csp-evaluator.js';
import { inputSource, readTextSource } from '../../formats/text-source.js';
import { buildPolicy, CSP_FORMATS, CSP_PRESETS } from '../../lib/csp/build-policy.js';
import { isKnownDirective, parsePolicy } from '../../lib/csp/policy.js';
import { type FoundPolicy, findPolicies } from '../../lib/csp/read-policies.js';

import { CSP_EXAMPLES } from './_csp-examples.js';
import { reportPolicy } from './_csp-report.js';

const MAX_POLICIES = 100;
/** More than any header may have; each is compared with every host that is known to serve a way round. */
const MAX_SOURCES = 2000;

function checkPolicies(found: readonly FoundPolicy[], label: string): void {
  const [first] = found;
  const names = found.flatMap((policy) => parsePolicy(policy.text).directives);
  if (first === undefined || (first.source === 'policy' && !names.some(({ name }) => isKnownDirective(name))))
    throw invalid(
      `Cannot find a Content Security Policy in ${label}: write such as default-src 'self'; img-src *, or paste the header, the <meta> element or the setting of the server`,
    );
  if (found.length > MAX_POLICIES)
    throw overLimit(`The text of ${label} must have at most ${MAX_POLICIES} policies, got ${found.length}`);
  const sources = names.reduce((sum, { values }) => sum + values.length + 1, 0);
  if (sources > MAX_SOURCES)
    throw overLimit(`The policies of ${label} must have at most ${MAX_SOURCES} words, got ${sources}`);
}

export default defineTool({
  id: 'csp-tool',
  title: 'CSP Tool',
  summary:
    "Explains a Content Security Policy, finds its weak points by the rules of Google's CSP Evaluator, and builds one.",
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    action: z
      .enum(['evaluate', 'build'])
      .default('evaluate')
      .describe(
        'Explains and judges the policy of the input, or builds one from a preset and the directives of the input.',
      ),
    cspLevel: z
      .enum(['3', '2', '1'])
      .default('3')
      .describe('Level of CSP that the browser knows; old ones do not know nonces (1) or strict-dynamic (2).'),
    preset: z
      .enum(CSP_PRESETS)
      .default('strict')
      .describe(
        'What "build" begins with: a strict policy with a nonce, the own origin for everything, an API without pages, or nothing. Directives of the input take the place of its own.',
      ),
    format: z
      .enum(CSP_FORMATS)
      .default('header')
      .describe(
        'What "build" writes: the header, the policy alone, a meta element, or a line for nginx, Apache or Caddy.',
      ),
    reportUri: z
      .string()
      .max(2000)
      .default('')
      .describe('Address that "build" has violations reported to; empty for none.'),
    reportOnly: z
      .boolean()
      .default(false)
      .describe('Makes "build" write a policy that only reports and blocks nothing.'),
  },
  result: 'mixed',
  data: z.object({
    policies: z
      .array(
        z.object({
          source: z
            .enum(['header', 'meta', 'policy'])
            .describe('Where it was: a header, a meta element, or by itself.'),
          reportOnly: z.boolean().describe('Whether it only reports.'),
          worst: z.enum([...CSP_SEVERITIES, 'none']).describe('The worst severity of its findings.'),
          directives: z
            .array(
              z.object({
                name: z.string().describe('Name of the directive.'),
                meaning: z.string().describe('What it controls.'),
                values: z
                  .array(
                    z.object({
                      value: z.string().describe('Value as it was written.'),
                      meaning: z.string().describe('What it means; empty where there is nothing to say.'),
                    }),
                  )
                  .describe('Its values.'),
              }),
            )
            .describe('Directives in their order.'),
          findings: z
            .array(
              z.object({
                severity: z.enum(CSP_SEVERITIES).describe("How bad it is, in the words of Google's CSP Evaluator."),
                rule: z.string().describe('Name of the rule.'),
                directive: z.string().describe('Directive it is about; empty for the whole policy.'),
                value: z.string().describe('Value it is about; empty for the whole directive.'),
                message: z.string().describe('What is wrong.'),
                advice: z.string().describe('What to write; empty where nothing is to be written.'),
              }),
            )
            .describe('Weak points, the worst first.'),
        }),
      )
      .describe('Policies in their order; a browser enforces all of them.'),
    high: count('Findings of severity high in all policies.'),
  }),
  notes: [
    'Paste a policy, its header, what curl -i prints, a page with a meta element, or a line of the settings of nginx, Apache, Caddy, PHP or JavaScript. A comma divides policies. Nothing is fetched.',
    '"strict-csp" is advice towards a strict policy, "possibly-…" depends on what the hosts serve, "ignored" is what the browser passes over.',
    "The nonce '{RANDOM}' of the preset strict must be a new random value in each response, in the policy and in each script element.",
    '"build" reads directives from lines or a policy, and puts keywords such as self in quotes. A meta element is written without frame-ancestors, report-uri and sandbox, which browsers ignore there; the other response headers are judged by http-headers-analyzer.',
    'At most 100 policies and 2,000 words.',
  ],
  aliases: [
    'content security policy',
    'csp evaluator',
    'csp generator',
    'csp analyzer',
    'csp validator',
    'csp builder',
    'content-security-policy header',
    'csp parser',
  ],
  verified: [
    'csp_evaluator 1.1.8 (Google): the policies of its own tests and 300 random ones get the findings that it has with its own parser',
    'CSP Level 3 §2.2.1, §2.2.2 and §3.3: repeated directives, lists of policies and what meta elements ignore',
  ],
  examples: CSP_EXAMPLES,
  async run({ input, files, options }) {
    if (options.action === 'build') {
      if (!/^[!-~]*$/.test(options.reportUri) || /[;,"\\]/.test(options.reportUri))
        throw invalid(
          `Option "reportUri" must be an address without spaces, semicolons, commas and quotes, got ${quote(options.reportUri)}`,
        );
      const isEmpty = input === '' && files.length === 0;
      const source = isEmpty ? inputSource('') : await readTextSource({ input, files });
      const [found, more] = isEmpty ? [] : findPolicies(source.text);
      if (more !== undefined) throw invalid(`Cannot build one policy from ${source.label}: it has several`);
      return text(
        refusing(`Cannot build a policy from ${source.label}`, () => buildPolicy(found?.text ?? '', options)),
      );
    }
    const source = await readTextSource({ input, files });
    const found = findPolicies(source.text);
    checkPolicies(found, source.label);
    const level = options.cspLevel === '3' ? 3 : options.cspLevel === '2' ? 2 : 1;
    const policies = [];
    for (const policy of found) policies.push(await reportPolicy(policy, level, CSP_SEVERITIES));
    const high = policies.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'high'));
    return json({ policies, high: high.length });
  },
});

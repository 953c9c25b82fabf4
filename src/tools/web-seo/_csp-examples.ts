import type { Example } from '../../core/tool.js';

export const CSP_EXAMPLES: readonly Example[] = [
  {
    title: 'A weak policy',
    input: "script-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; report-uri /csp",
    output: {
      data: {
        policies: [
          {
            source: 'policy',
            reportOnly: false,
            worst: 'high',
            directives: [
              {
                name: 'script-src',
                meaning: 'Where scripts may come from, and whether inline scripts run.',
                values: [
                  {
                    value: "'unsafe-inline'",
                    meaning: 'Inline scripts, styles and event handlers; ignored beside a nonce or hash.',
                  },
                ],
              },
              {
                name: 'base-uri',
                meaning: 'What a <base> element may point to.',
                values: [{ value: "'none'", meaning: 'Nothing.' }],
              },
              {
                name: 'frame-ancestors',
                meaning: 'Which pages may show this one in a frame; default-src does not apply.',
                values: [{ value: "'none'", meaning: 'Nothing.' }],
              },
              {
                name: 'form-action',
                meaning: 'Where forms may be sent to; default-src does not apply.',
                values: [{ value: "'self'", meaning: 'The origin of the page.' }],
              },
              {
                name: 'report-uri',
                meaning: 'Where reports of violations are sent; deprecated, but what most browsers read.',
                values: [{ value: '/csp', meaning: 'Address that reports are sent to.' }],
              },
            ],
            findings: [
              {
                severity: 'high',
                rule: 'script-unsafe-inline',
                directive: 'script-src',
                value: "'unsafe-inline'",
                message: 'Scripts and event handlers in the page run, also those that were put in',
                advice: "script-src 'nonce-…' 'strict-dynamic'",
              },
              {
                severity: 'high',
                rule: 'missing-directives',
                directive: 'object-src',
                value: '',
                message: 'object-src is missing: plug-ins that were put in can run scripts',
                advice: "object-src 'none'",
              },
              {
                severity: 'info',
                rule: 'require-trusted-types-for-scripts',
                directive: 'require-trusted-types-for',
                value: '',
                message: 'Trusted Types would keep text from becoming script in the page',
                advice: "require-trusted-types-for 'script'",
              },
            ],
          },
        ],
        high: 2,
      },
    },
  },
  {
    title: 'A strict policy to begin with',
    options: { action: 'build', reportUri: '/csp-reports' },
    output: {
      text: "Content-Security-Policy: script-src 'nonce-{RANDOM}' 'strict-dynamic' https: 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; form-action 'self'; report-uri /csp-reports",
    },
  },
  {
    title: 'The own origin and two other hosts, for nginx',
    input: 'img-src self https://cdn.example.com\nfont-src https://fonts.gstatic.com',
    options: { action: 'build', preset: 'same-origin', format: 'nginx' },
    output: {
      text: "add_header Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'; form-action 'self'; upgrade-insecure-requests; img-src 'self' https://cdn.example.com; font-src https://fonts.gstatic.com\" always;",
    },
  },
  {
    title: 'No policy',
    input: 'hello',
    error: {
      code: 'INVALID_INPUT',
      message:
        'Cannot find a Content Security Policy in property "input": write such as default-src \'self\'; img-src *, or paste the header, the <meta> element or the setting of the server',
    },
  },
  {
    title: 'A directive that is not one',
    input: 'image-src self',
    options: { action: 'build' },
    error: {
      code: 'INVALID_INPUT',
      message:
        'Cannot build a policy from property "input": "image-src" is not a directive of a Content Security Policy; write such as img-src \'self\' https://cdn.example.com',
    },
  },
  {
    title: 'A sandbox in a meta element',
    input: 'sandbox allow-scripts',
    options: { action: 'build', format: 'meta' },
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot build a policy from property "input": browsers ignore sandbox in a meta element',
    },
  },
  {
    title: 'Two policies to build one from',
    input: "default-src 'self', img-src *",
    options: { action: 'build' },
    error: { code: 'INVALID_INPUT', message: 'Cannot build one policy from property "input": it has several' },
  },
  {
    title: 'An address with a space',
    options: { action: 'build', reportUri: '/a b' },
    error: {
      code: 'INVALID_INPUT',
      message: 'Option "reportUri" must be an address without spaces, semicolons, commas and quotes, got "/a b"',
    },
  },
];

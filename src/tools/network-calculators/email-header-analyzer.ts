import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { fileReports } from '../../core/shared-data.js';
import { readTextSource } from '../../formats/text-source.js';

import { analyze, messageText, report } from './_message-report.js';

export default defineTool({
  id: 'email-header-analyzer',
  title: 'Email Header Analyzer',
  summary: 'Shows the route, delays, SPF, DKIM and DMARC verdicts and signs of forgery in email headers.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.eml', '.txt', '.mbox'] },
  options: {},
  result: 'data',
  data: z.union([z.object(report), fileReports(report)]),
  notes: [
    'Paste the headers, or the whole message: what follows the first empty line is ignored. Of several files each has a report.',
    'Verdicts are those of the servers the message passed. Nothing is checked again: no DNS is asked and no signature computed.',
    'Everything below the field of the first server you trust can be made up by the sender: hops, verdicts and dates.',
    'Warnings are signs, not proof: mailing lists and newsletter services often bounce to another domain.',
  ],
  aliases: [
    'message header analyzer',
    'mail header analyzer',
    'email trace',
    'received headers',
    'authentication-results',
    'phishing check',
    'spoofing',
    'email delay',
    'where did an email come from',
    'is an email spam',
  ],
  verified: [
    'Python 3.11 email: the same fields, values and dates for 300 random messages with folding, comments and encoded words',
    'authres 1.2.0 (Python): the same server, methods, results and properties for 300 random Authentication-Results fields, and the examples of RFC 8601 appendix B',
  ],
  examples: [
    {
      title: 'A message over two servers',
      input: [
        'Received: from mx.example.net (mx.example.net [192.0.2.7])',
        ' by store.example.net with ESMTPS id 7A (TLS1.3)',
        ' for <ann@example.net>; Fri, 2 Jan 2026 10:00:07 +0100',
        'Authentication-Results: mx.example.net; spf=fail smtp.mailfrom=bank.example;',
        ' dkim=none; dmarc=fail (p=none) header.from=bank.example',
        'Received: from [198.51.100.9] by mx.example.net with ESMTP id 3; Fri, 2 Jan 2026 09:00:02 +0000',
        'From: =?utf-8?q?M=C3=BCller_Bank?= <info@bank.example>',
        'Reply-To: help@other.example',
        'Subject: Account',
        'Date: Fri, 2 Jan 2026 10:00:00 +0100',
        'Message-ID: <1@bank.example>',
      ].join('\n'),
      output: {
        data: {
          subject: 'Account',
          from: 'Müller Bank <info@bank.example>',
          to: null,
          replyTo: 'help@other.example',
          returnPath: null,
          messageId: '<1@bank.example>',
          date: '2026-01-02T09:00:00.000Z',
          hops: [
            {
              from: '[198.51.100.9]',
              address: '198.51.100.9',
              by: 'mx.example.net',
              protocol: 'ESMTP',
              id: '3',
              recipient: null,
              isEncrypted: false,
              at: '2026-01-02T09:00:02.000Z',
              delaySeconds: null,
            },
            {
              from: 'mx.example.net',
              address: '192.0.2.7',
              by: 'store.example.net',
              protocol: 'ESMTPS',
              id: '7A',
              recipient: 'ann@example.net',
              isEncrypted: true,
              at: '2026-01-02T09:00:07.000Z',
              delaySeconds: 5,
            },
          ],
          totalSeconds: 5,
          spf: 'fail',
          dkim: 'none',
          dmarc: 'fail',
          authentication: [
            {
              server: 'mx.example.net',
              results: [
                { method: 'spf', result: 'fail', reason: null, properties: { 'smtp.mailfrom': 'bank.example' } },
                { method: 'dkim', result: 'none', reason: null, properties: {} },
                { method: 'dmarc', result: 'fail', reason: null, properties: { 'header.from': 'bank.example' } },
              ],
            },
          ],
          fields: [
            {
              name: 'Received',
              value:
                'from mx.example.net (mx.example.net [192.0.2.7]) by store.example.net with ESMTPS id 7A (TLS1.3) for <ann@example.net>; Fri, 2 Jan 2026 10:00:07 +0100',
            },
            {
              name: 'Authentication-Results',
              value:
                'mx.example.net; spf=fail smtp.mailfrom=bank.example; dkim=none; dmarc=fail (p=none) header.from=bank.example',
            },
            {
              name: 'Received',
              value: 'from [198.51.100.9] by mx.example.net with ESMTP id 3; Fri, 2 Jan 2026 09:00:02 +0000',
            },
            { name: 'From', value: 'Müller Bank <info@bank.example>' },
            { name: 'Reply-To', value: 'help@other.example' },
            { name: 'Subject', value: 'Account' },
            { name: 'Date', value: 'Fri, 2 Jan 2026 10:00:00 +0100' },
            { name: 'Message-ID', value: '<1@bank.example>' },
          ],
          warnings: [
            'Replies go to other.example, not to the domain of From, bank.example',
            'SPF says fail',
            'DMARC says fail',
          ],
        },
      },
    },
    {
      title: 'Text without headers',
      input: 'Hello,\n\nhow are you?',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it has no header field such as "From: someone@example.com"',
      },
    },
    {
      title: 'Nothing given',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run(run) {
    const { input, files } = run;
    if (files.length === 0 || input !== '') {
      const { text, label } = await readTextSource(run);
      return json(refusing(`Cannot read ${label}`, () => analyze(text)));
    }
    const [only, ...more] = files;
    if (only !== undefined && more.length === 0) return json(analyze(messageText(only.bytes)));
    return eachFile(run, ({ bytes }) => ({ report: analyze(messageText(bytes)), outputs: [] }));
  },
});

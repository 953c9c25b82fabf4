import { z } from 'zod';

import { defineTool, invalid, overLimit } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { chosenKinds } from '../../formats/entities/chosen-kinds.js';
import { readDocumentText } from '../../formats/entities/document-text.js';
import { findIndicators, INDICATOR_KINDS } from '../../formats/entities/indicators.js';
import { positionCounter } from '../../lib/text/text-position.js';
import { type Indicator, indicatorData, indicatorResult } from './_indicators.js';

const MAX_CHARACTERS = 5_000_000;
const MAX_INDICATORS = 50_000;
/** Places told of one indicator. */
const MAX_PLACES = 20;

export default defineTool({
  id: 'ioc-extractor',
  title: 'IOC Extractor',
  summary:
    'Extracts indicators of compromise from reports, mails and logs: URLs, domains, IPs, hashes, e-mail addresses, CVEs, ATT&CK ids, wallets; refanged and deduplicated.',
  family: 'privacy-security',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.txt', '.md', '.log', '.csv', '.json', '.html', '.htm', '.pdf', '.eml'] },
  options: {
    kinds: z
      .string()
      .max(300)
      .default('all')
      .describe(`Kinds to extract, separated by commas: all, or some of ${INDICATOR_KINDS.join(', ')}.`),
    defanged: z.boolean().default(true).describe('Reads defanged indicators too, such as hxxp://evil[.]com.'),
    defang: z.boolean().default(false).describe('Writes URLs, domains, IPs and e-mail addresses defanged.'),
    reserved: z
      .boolean()
      .default(true)
      .describe('Keeps addresses that are not of the public internet: private and reserved IPs, example.com.'),
    format: z
      .enum(['json', 'csv', 'stix', 'text'])
      .default('json')
      .describe('Result: JSON with counts and places, CSV, a STIX 2.1 bundle, or one indicator per line.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: indicatorData,
  notes: [
    'Hosts of URLs are listed as domains or IPs of their own. A domain needs a top-level domain of the Public Suffix List; names such as main.py or setup.sh are taken for files, unless they are defanged or have more labels.',
    'Defanged forms read: hxxp, fxp, [.] (.) {.} [dot] (dot), [:] [://] [/], [@] (at) and a backslash before a dot.',
    'Bitcoin addresses count only with a fitting checksum (Base58Check, Bech32, Bech32m); Ethereum addresses in both cases by EIP-55.',
    'Hashes are told by their length alone: any 32 hexadecimal digits that are not a UUID are called md5.',
    'STIX: observables have the deterministic ids of STIX 2.1 §2.9, so that two reports share them. Wallets, and ATT&CK ids other than techniques, have no object type and are not in the bundle.',
    'HTML is searched with its tags, since links are in them; PDF by its text, page by page; mails with their encoded parts decoded, attachments by name only. Places count in that text.',
    'At most 5,000,000 characters per text, 1,000,000 per PDF, and 50,000 different indicators.',
  ],
  aliases: [
    'iocextract',
    'ioc parser',
    'defang',
    'refang',
    'extract ips',
    'extract urls',
    'extract domains',
    'extract hashes',
    'threat intelligence',
    'stix generator',
    'indicators of compromise',
  ],
  verified: [
    'Generated reports in English, German, French, Spanish and Italian, indicators plain and defanged in six ways, a third of the sentences decoys (file names, versions, UUIDs, members of objects, amounts, wallets with a wrong checksum): of 20,171 values in 300 texts all are found, and nothing else is. The texts and the rules are by the same authors: expect less on others.',
    'Python 3.11 (uuid.uuid5): ids of more than 200 STIX observables; that of 177.60.40.7 is the one in the documentation of python-stix2',
    'EIP-55 and the Bitcoin wiki: their published addresses are found, and not with one letter changed',
    'Eleven texts with forms of defanging, brackets, ports and addresses within URLs, typed in with what they hold',
  ],
  examples: [
    {
      title: 'A defanged report',
      input:
        'C2 at hxxps://evil[.]example[.]com/a?b=1 and 8[.]8[.]8[.]8, exploits CVE-2021-44228 (T1059.001), see setup.py',
      output: {
        data: {
          indicators: [
            {
              kind: 'url',
              value: 'https://evil.example.com/a?b=1',
              type: 'https',
              count: 1,
              defanged: true,
              places: [{ source: 'input', line: 1, column: 7, start: 6 }],
            },
            {
              kind: 'domain',
              value: 'evil.example.com',
              type: 'documentation',
              count: 1,
              defanged: true,
              places: [{ source: 'input', line: 1, column: 15, start: 14 }],
            },
            {
              kind: 'ip',
              value: '8.8.8.8',
              type: 'IPv4 public',
              count: 1,
              defanged: true,
              places: [{ source: 'input', line: 1, column: 46, start: 45 }],
            },
            {
              kind: 'cve',
              value: 'CVE-2021-44228',
              count: 1,
              defanged: false,
              places: [{ source: 'input', line: 1, column: 70, start: 69 }],
            },
            {
              kind: 'attack',
              value: 'T1059.001',
              type: 'technique',
              count: 1,
              defanged: false,
              places: [{ source: 'input', line: 1, column: 86, start: 85 }],
            },
          ],
          counts: { url: 1, domain: 1, ip: 1, cve: 1, attack: 1 },
          warnings: [],
        },
      },
    },
    {
      title: 'Observables of STIX with the ids of the standard',
      input: 'From 177.60.40.7',
      options: { format: 'stix' },
      output: {
        data: {
          type: 'bundle',
          id: 'bundle--a9132e7f-f017-5c03-a876-fe27b9c1ef93',
          objects: [
            {
              type: 'ipv4-addr',
              spec_version: '2.1',
              id: 'ipv4-addr--dc63603e-e634-5357-b239-d4b562bc5445',
              value: '177.60.40.7',
            },
          ],
        },
      },
    },
    {
      title: 'A bundle without objects, where nothing is found',
      input: 'Nothing to see here',
      options: { format: 'stix' },
      output: { data: { type: 'bundle', id: 'bundle--541cb4a8-fbf0-5832-816e-d17fd10b36c4' } },
    },
    {
      title: 'A mail with an encoded body, as lines',
      options: { format: 'text', defang: true, kinds: 'url, domain, ip' },
      files: [
        {
          name: 'mail.eml',
          text: 'From: x\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\naHR0cDovLzE5OC41MS4xMDAuNy94IGFuZCBiYWQub3Jn\r\n',
        },
      ],
      output: { text: 'hxxp://198[.]51[.]100[.]7/x\nbad[.]org\n198[.]51[.]100[.]7\n' },
    },
    {
      title: 'An unknown kind',
      input: 'a',
      options: { kinds: 'ipv4' },
      error: {
        code: 'INVALID_INPUT',
        message: `Option "kinds" has an unknown kind "ipv4"; known are all, ${INDICATOR_KINDS.join(', ')}`,
      },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options, now, signal }) {
    if (files.length > 0 && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (files.length === 0 && input === '') throw invalid('Property "input" must not be empty where no file is given');
    const kinds = new Set<string>(chosenKinds(options.kinds, INDICATOR_KINDS));
    const known = new Map<string, Indicator>();
    const sources =
      files.length === 0
        ? [{ name: 'input', read: async () => input }]
        : files.map((file) => ({ name: file.name, read: () => readDocumentText(file, options.password) }));
    for (const { name, read } of sources) {
      signal.throwIfAborted();
      const text = await read();
      if (text.length > MAX_CHARACTERS)
        throw overLimit(`The text of each file must have at most ${MAX_CHARACTERS} characters, got ${text.length}`);
      const positionOf = positionCounter(text);
      for (const { kind, value, type, start, isDefanged } of await findIndicators(text, options.defanged)) {
        const position = positionOf(start);
        const isReserved = type === 'documentation' || (kind === 'ip' && type?.endsWith(' public') === false);
        if (!kinds.has(kind) || (isReserved && !options.reserved)) continue;
        const key = `${kind} ${value}`;
        const indicator = known.get(key) ?? {
          kind,
          value,
          ...(type === undefined ? {} : { type }),
          count: 0,
          isDefanged,
          places: [],
        };
        indicator.count++;
        if (indicator.places.length < MAX_PLACES) indicator.places.push({ source: name, ...position, start });
        known.set(key, indicator);
        if (known.size > MAX_INDICATORS)
          throw overLimit(`The texts must have at most ${MAX_INDICATORS} different indicators`);
      }
    }
    return indicatorResult([...known.values()], options, now);
  },
});

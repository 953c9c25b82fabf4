import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { findingReport } from '../../core/shared-data.js';
import { checkComposeStructure } from '../../engines/compose-schema.js';
import { placeFindings, readPlacedDocument } from '../../formats/placed-document.js';
import { readTextSource } from '../../formats/text-source.js';
import { checkCompose } from '../../lib/compose/check.js';
import { ComposeFindings } from '../../lib/compose/findings.js';
import { interpolate } from '../../lib/compose/interpolate.js';
import { resolveVariables } from '../../lib/compose/resolve.js';
import { servicesOf } from '../../lib/compose/summary.js';
import { readEnvFile } from '../../lib/config/env-file.js';
import { isJsonObject } from '../../lib/json/values.js';

/** Variables of a .env file; values without single quotes may use those before them. */
function variablesOf(env: string): Map<string, string> {
  const variables = new Map<string, string>();
  for (const part of readEnvFile(env)) {
    if ('fault' in part) throw invalid(`Cannot read option "env": line ${part.line}: ${part.fault}`);
    if (!('key' in part)) continue;
    const value = part.quote === "'" ? part.value : interpolate(part.value, variables, () => undefined);
    variables.set(part.key, value ?? part.value);
  }
  return variables;
}

export default defineTool({
  id: 'docker-compose-validator',
  title: 'Docker Compose Validator',
  summary: 'Validates a Compose file: structure, variables, references between services, ports, and bad habits.',
  family: 'devops',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.yaml', '.yml', '.json'] },
  options: {
    env: z.string().max(100_000).default('').describe('Text of a .env file whose variables are used; empty for none.'),
    lint: z
      .boolean()
      .default(true)
      .describe('Also reports what is valid but unwise, such as images without a tag and secrets in plain text.'),
    ignore: z
      .string()
      .max(2000)
      .default('')
      .describe('Rules that are not reported, such as variable-unset, image-latest.'),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether there are no errors.'),
    ...findingReport,
    services: z
      .array(
        z.object({
          name: z.string().describe('Name of the service.'),
          image: z.string().nullable().describe('Image, with its variables replaced, or null.'),
          isBuilt: z.boolean().describe('Whether it has a build section.'),
          ports: z.array(z.string()).describe('Ports, in the short form.'),
          volumes: z.array(z.string()).describe('Volumes, in the short form.'),
          networks: z.array(z.string()).describe('Networks it names.'),
          dependsOn: z.array(z.string()).describe('Services it depends on.'),
          profiles: z.array(z.string()).describe('Profiles it is part of.'),
        }),
      )
      .describe('Services in the order of the file.'),
  }),
  notes: [
    'The structure is checked against the schema of the Compose Specification, after variables such as $TAG, with their defaults, are replaced. Variables come from "env" only: one that is not set counts as empty and is a warning.',
    'No other file is read: env_file, extends and include are taken as they stand, and where "include" is there, names that are not declared are not reported. The first 100 faults of structure are listed.',
    'Only the first document of a YAML stream is checked. At most 100,000 values of JSON or 40,000 of YAML.',
  ],
  aliases: [
    'docker compose lint',
    'docker-compose config',
    'compose file validator',
    'dclint',
    'validate docker-compose.yml',
    'error in a compose file',
  ],
  verified: [
    'Docker Compose 1.29 (config): the same verdict on 1,000 changed files, but for what it looks at only when it starts containers and for what the specification has taken since',
    'The Compose Specification: 58 pairs of a faulty and a corrected file; every rule is told for the first and not for the second',
  ],
  examples: [
    {
      title: 'Names that do not fit',
      input:
        'services:\n  web:\n    image: nginx:1.27\n    ports: ["8080:80"]\n    depends_on: [database]\n    volumes:\n      - data:/srv\n  db:\n    image: postgres:16\n    ports: ["8080:5432"]\n',
      options: { lint: false },
      output: {
        data: {
          valid: false,
          counts: { error: 3, warning: 0, info: 0 },
          findings: [
            {
              rule: 'depends-on-unknown',
              severity: 'error',
              message: 'No service is called "database"',
              pointer: '/services/web/depends_on/0',
              line: 5,
              column: 18,
            },
            {
              rule: 'volume-undeclared',
              severity: 'error',
              message: 'The volume "data" is not declared',
              pointer: '/services/web/volumes/0',
              line: 7,
              column: 9,
            },
            {
              rule: 'port-conflict',
              severity: 'error',
              message: 'The port 8080/tcp of the host is taken by the service "web"',
              pointer: '/services/db/ports/0',
              line: 10,
              column: 13,
            },
          ],
          services: [
            {
              name: 'web',
              image: 'nginx:1.27',
              isBuilt: false,
              ports: ['8080:80'],
              volumes: ['data:/srv'],
              networks: [],
              dependsOn: ['database'],
              profiles: [],
            },
            {
              name: 'db',
              image: 'postgres:16',
              isBuilt: false,
              ports: ['8080:5432'],
              volumes: [],
              networks: [],
              dependsOn: [],
              profiles: [],
            },
          ],
        },
      },
    },
    {
      title: 'Variables and bad habits',
      files: [
        {
          name: 'compose.yaml',
          text: 'version: "3.8"\nservices:\n  app:\n    image: app:$TAG\n    user: $OWNER\n    environment:\n      DB_PASSWORD: hunter2\n',
        },
      ],
      options: { env: 'TAG=latest\n' },
      output: {
        data: {
          valid: true,
          counts: { error: 0, warning: 4, info: 0 },
          findings: [
            {
              rule: 'version-obsolete',
              severity: 'warning',
              message: 'The key "version" is obsolete and ignored',
              pointer: '/version',
              line: 1,
              column: 1,
            },
            {
              rule: 'image-latest',
              severity: 'warning',
              message: 'The tag of "app:latest" moves: its version is open',
              pointer: '/services/app/image',
              line: 4,
              column: 5,
            },
            {
              rule: 'variable-unset',
              severity: 'warning',
              message: 'The variable OWNER is not set: it counts as empty',
              pointer: '/services/app/user',
              line: 5,
              column: 5,
            },
            {
              rule: 'secret-in-environment',
              severity: 'warning',
              message: 'DB_PASSWORD has its value in plain text: use a secret, a file or a variable',
              pointer: '/services/app/environment/DB_PASSWORD',
              line: 7,
              column: 7,
            },
          ],
          services: [
            {
              name: 'app',
              image: 'app:latest',
              isBuilt: false,
              ports: [],
              volumes: [],
              networks: [],
              dependsOn: [],
              profiles: [],
            },
          ],
        },
      },
    },
    {
      title: 'Not a Compose file',
      input: '- a\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a Compose file: the document must be an object with "services"',
      },
    },
    {
      title: 'A .env file with a fault',
      input: 'services: {}\n',
      options: { env: 'A=1\nB\n' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read option "env": line 2: a name and "=" must begin the line' },
    },
  ],
  async run({ input, files, options: { env, lint, ignore } }) {
    const variables = variablesOf(env);
    const source = await readTextSource({ input, files });
    const placed = readPlacedDocument(source);
    const sentence = `Cannot read ${source.label} as a Compose file`;
    if (!isJsonObject(placed.value)) throw invalid(`${sentence}: the document must be an object with "services"`);
    const findings = new ComposeFindings(new Set(ignore.split(/[\s,]+/)));
    const document = refusing(sentence, () => resolveVariables(placed.value, variables, findings));
    const { faults, faultCount } = refusing(sentence, () => checkComposeStructure(document, source.label));
    for (const { tokens, message } of faults)
      findings.addAt('structure', message.charAt(0).toUpperCase() + message.slice(1), tokens);
    findings.addUnlisted('structure', faultCount - faults.length);
    const project = checkCompose(document, placed.value, findings, lint);
    return json({
      valid: findings.counts.error === 0,
      counts: findings.counts,
      findings: placeFindings(findings.worst(), placed),
      services: servicesOf(project),
    });
  },
});

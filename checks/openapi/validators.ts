import { Validator } from '@seriousme/openapi-schema-validator';

import { inFolder, runCommand, say } from './processes.js';

/** Three validators, each of which must find neither errors nor warnings. */
export async function proveDescription(): Promise<string[]> {
  const [redocly, spectral, schema] = await Promise.all([
    runCommand('redocly', 'lint', 'generated/openapi.json'),
    runCommand('spectral', 'lint', 'generated/openapi.json', '--ruleset', 'spectral.yaml', '--fail-severity', 'warn'),
    new Validator().validate(inFolder('generated/openapi.json')),
  ]);
  const faults: string[] = [];
  if (redocly.code !== 0) faults.push(`redocly: ${redocly.output}`);
  if (spectral.code !== 0) faults.push(`spectral: ${spectral.output}`);
  if (!schema.valid) faults.push(`openapi-schema-validator: ${JSON.stringify(schema.errors)}`);
  say('redocly lint (recommended-strict), spectral (oas), openapi-schema-validator');
  return faults;
}

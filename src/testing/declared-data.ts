/** Compares what tools return as `data` with what they declare. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { dataJsonSchema } from '../core/data-schema.js';
import type { Tool } from '../core/tool.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
const validators = new WeakMap<Tool, ValidateFunction>();

/** Where the data of a run is not as its tool declares; nothing where it is, or there is none. Keys nobody declared are faults. */
export function dataFaults(tool: Tool, data: unknown): string[] {
  if (data === undefined) return [];
  if (tool.data === undefined) return ['the tool declares no data'];
  const validate = validators.get(tool) ?? ajv.compile(dataJsonSchema(tool.data));
  validators.set(tool, validate);
  if (validate(data)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `data${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

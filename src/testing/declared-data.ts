/** Compares what tools return as `data` with what they declare. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { dataJsonSchema } from '../core/data-schema.js';
import type { Tool } from '../core/tool.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
const validators = new WeakMap<Tool, ValidateFunction>();

/** Where the data of a run is not as its tool declares; nothing where it is, or the tool declares none. Keys nobody declared are faults. */
export function dataFaults(tool: Tool, data: unknown): string[] {
  if (tool.data === undefined || data === undefined) return [];
  const validate = validators.get(tool) ?? ajv.compile(dataJsonSchema(tool.data));
  validators.set(tool, validate);
  if (validate(data)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `data${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Families whose tools are still to declare their data. */
const OPEN_FAMILIES = new Set<string>([

  'pdf',

]);

export const hasOpenData = ({ family }: Tool): boolean => OPEN_FAMILIES.has(family);

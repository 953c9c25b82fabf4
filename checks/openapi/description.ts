import { readFileSync } from 'node:fs';

import { inFolder } from './processes.js';

/** Any JSON object, to be changed. */
export type Json = Record<string, unknown>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly 'x-formats'?: readonly string[];
}

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: Schema; readonly examples?: Examples } };
}

interface Operation {
  readonly operationId: string;
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What the description says of one tool. */
export interface DescribedTool {
  readonly id: string;
  readonly path: string;
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, { readonly request: unknown; readonly response: unknown }>>;
}

export const readDescription = (): Description =>
  JSON.parse(readFileSync(inFolder('generated/openapi.json'), 'utf8')) as Description;

export function toolsOf(description: Description): DescribedTool[] {
  return Object.entries(description.paths).flatMap(([path, { post }]) => {
    if (post === undefined) return [];
    const { schema, examples = {} } = post.requestBody.content['application/json'];
    const answers = post.responses['200']?.content['application/json'].examples ?? {};
    const pairs = Object.entries(examples).map(([name, { value }]) => [
      name,
      { request: value, response: answers[name]?.value },
    ]);
    return [{ id: post.operationId, path, schema, examples: Object.fromEntries(pairs) }];
  });
}

/** A schema, or the shared one it refers to. */
export function resolved(description: Description, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const shared = description.components.schemas[name];
  if (shared === undefined) throw new Error(`no schema ${name}`);
  return shared;
}

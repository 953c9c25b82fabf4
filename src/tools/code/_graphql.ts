import { invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import {
  type GraphqlDocument,
  type GraphqlEngine,
  type GraphqlError,
  graphqlTime,
  openGraphql,
} from '../../engines/code/graphql.js';
import type { TextSource } from '../../formats/text-source.js';

export { graphqlTime, openGraphql };

type Schema = ReturnType<GraphqlEngine['schemaOfIntrospection']>;

/** A schema as JSON; GraphQL has no braces with names in quotes. */
const isJson = (text: string): boolean => /^\ufeff?\s*\{\s*"/.test(text.slice(0, 1000));

const nameOf = ({ file, label }: TextSource): string => file?.name ?? (label.startsWith('option') ? 'schema' : 'input');

const read = (engine: GraphqlEngine, source: TextSource): GraphqlDocument =>
  refusing(`Cannot read ${source.label} as GraphQL`, () => engine.read(source.text, nameOf(source)));

function introspected(engine: GraphqlEngine, { text, label }: TextSource): Schema {
  return refusing(`Cannot read ${label} as introspection JSON`, () => {
    let value: unknown;
    try {
      value = JSON.parse(text.replace(/^\ufeff/, ''));
    } catch (error) {
      throw invalid(`Cannot read ${label} as introspection JSON: it is not JSON`, error);
    }
    return engine.schemaOfIntrospection(value);
  });
}

/** The schema that a text is, in either notation. Throws INVALID_INPUT with the first of its errors. */
export function readSchema(engine: GraphqlEngine, source: TextSource): Schema {
  if (isJson(source.text)) return introspected(engine, source);
  const document = read(engine, source);
  if (!document.isSchema) throw invalid(`Cannot convert ${source.label}: it defines no types`);
  const { schema, errors } = engine.schemaOf([document]);
  if (schema !== undefined) return schema;
  const [first] = errors;
  throw invalid(
    `Cannot convert ${source.label}: line ${first?.line ?? 1}, column ${first?.column ?? 1}: ${first?.message ?? 'it is not valid'}`,
  );
}

/** What is wrong with the documents, those that define types being the schema of the others. */
export function validated(engine: GraphqlEngine, sources: readonly TextSource[], schemaText: string) {
  const option = { text: schemaText, label: 'option "schema"', file: undefined, encoding: undefined };
  const all = schemaText === '' ? sources : [option, ...sources];
  const jsonSchema = all.find(({ text }) => isJson(text));
  const documents = all
    .filter((source) => source !== jsonSchema)
    .map((source) => ({ source: nameOf(source), ...read(engine, source) }));
  const definitions = documents.filter(({ isSchema }) => isSchema);
  if (schemaText !== '' && jsonSchema === undefined && documents[0]?.isSchema !== true)
    throw invalid('Option "schema" must define types');
  if (jsonSchema !== undefined && definitions.length > 0)
    throw invalid(`Cannot use ${jsonSchema.label} as the schema: a document that defines types is given beside it`);
  const built =
    jsonSchema === undefined
      ? definitions.length === 0
        ? undefined
        : engine.schemaOf(definitions)
      : { schema: introspected(engine, jsonSchema), errors: [] };
  const errors: GraphqlError[] = [...(built?.errors ?? [])];
  // Against a schema with errors, every field would be one.
  if (built === undefined || built.schema !== undefined)
    for (const document of documents)
      if (document.operations.length + document.fragments > 0) errors.push(...engine.validate(document, built?.schema));
  return {
    valid: errors.length === 0,
    errors: errors.slice(0, 1000),
    operations: documents.flatMap(({ source, operations }) => operations.map((each) => ({ ...each, source }))),
    fragments: documents.reduce((sum, { fragments }) => sum + fragments, 0),
    types: documents.reduce((sum, { types }) => sum + types, 0),
  };
}

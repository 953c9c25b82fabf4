import { createRequire } from 'node:module';

import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';

import { overLimit } from '../../core/errors.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { WorkTime } from '../work-time.js';

/** Chosen: below the 12 s of class standard. Fields that overlap are compared in pairs, so that work grows with the square. */
const WORK_SECONDS = 8;

/** Longest document in UTF-16 units: as much as `input` may have. */
const MAX_DOCUMENT = 1_000_000;

const MAX_ERRORS = 1000;

/** Time for the documents of one run. */
export const graphqlTime = (): WorkTime =>
  new WorkTime(WORK_SECONDS, () =>
    overLimit(`The documents must be read and validated within ${WORK_SECONDS} seconds; shorter ones are faster`),
  );

/** What is wrong with a document, and where. */
export interface GraphqlError {
  /** Name of the document; `null` where it is the schema as a whole. */
  readonly source: string | null;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

interface NamedOperation {
  readonly name: string | null;
  readonly operation: 'query' | 'mutation' | 'subscription';
  readonly line: number;
}

export interface GraphqlDocument {
  readonly isSchema: boolean;
  readonly types: number;
  readonly operations: readonly NamedOperation[];
  readonly fragments: number;
  readonly node: DocumentNode;
}

/** A schema and what is wrong with it: with errors it is as good as none. */
export interface GraphqlSchema {
  readonly schema: GraphQLSchema | undefined;
  readonly errors: readonly GraphqlError[];
}

/** The package's functions on texts of callers, within the time of a run. Faults are ContentFault and LimitFault. */
export interface GraphqlEngine {
  /** Without white space, commas and comments. */
  minify(text: string): string;
  /** `name` is that of its errors' source. */
  read(text: string, name: string): GraphqlDocument;
  /** The schema of documents together; `undefined` with the errors that they have. */
  schemaOf(documents: readonly GraphqlDocument[]): GraphqlSchema;
  schemaOfIntrospection(json: unknown): GraphQLSchema;
  print(schema: GraphQLSchema): string;
  introspection(schema: GraphQLSchema): unknown;
  /** By all rules; by those that need no types where there is no schema. */
  validate(document: GraphqlDocument, schema: GraphQLSchema | undefined): GraphqlError[];
}

export function openGraphql(time: WorkTime): GraphqlEngine {
  // Both by require: the package has each module twice, and one kind refuses what the other has made.
  const require = createRequire(import.meta.url);
  const graphql = require('graphql') as typeof import('graphql');
  const { validateSDL } = require('graphql/validation/validate.js') as typeof import('graphql/validation/validate.js');
  const within = <Result>(text: string, work: () => Result): Result => {
    try {
      return time.run(work);
    } catch (error) {
      if (error instanceof RangeError) throw new LimitFault('it is nested deeper than can be followed');
      if (!(error instanceof graphql.GraphQLError)) throw error;
      const offset = error.positions?.[0];
      const said = plain(error.message);
      throw offset === undefined ? new ContentFault(said) : ContentFault.at(text, Math.min(offset, text.length), said);
    }
  };
  const errorsOf = (errors: readonly GraphQLError[]): GraphqlError[] =>
    errors
      .slice(0, MAX_ERRORS)
      .map(({ message, locations, source }) => ({
        source: source?.name ?? null,
        message: plain(message),
        line: locations?.[0]?.line ?? 1,
        column: locations?.[0]?.column ?? 1,
      }))
      .sort((a, b) => a.line - b.line || a.column - b.column);
  const untypedRules = [
    graphql.LoneAnonymousOperationRule,
    graphql.UniqueOperationNamesRule,
    graphql.UniqueFragmentNamesRule,
    graphql.KnownFragmentNamesRule,
    graphql.NoUnusedFragmentsRule,
    graphql.NoFragmentCyclesRule,
    graphql.UniqueVariableNamesRule,
    graphql.NoUndefinedVariablesRule,
    graphql.NoUnusedVariablesRule,
    graphql.UniqueArgumentNamesRule,
    graphql.UniqueInputFieldNamesRule,
  ];
  const parse = (text: string, name = ''): DocumentNode => {
    if (text.length > MAX_DOCUMENT)
      throw new LimitFault(`it must have at most ${MAX_DOCUMENT} characters, got ${text.length}`, MAX_DOCUMENT);
    return within(text, () => graphql.parse(new graphql.Source(text, name || 'document')));
  };
  return {
    minify(text) {
      parse(text);
      return within(text, () => graphql.stripIgnoredCharacters(text));
    },
    read(text, name) {
      const node = parse(text, name);
      const operations: NamedOperation[] = [];
      let [types, fragments] = [0, 0];
      for (const definition of node.definitions) {
        if (definition.kind === 'OperationDefinition')
          operations.push({
            name: definition.name?.value ?? null,
            operation: definition.operation,
            line: definition.loc?.startToken.line ?? 1,
          });
        else if (definition.kind === 'FragmentDefinition') fragments += 1;
        else types += 1;
      }
      return { isSchema: types > 0, types, operations, fragments, node };
    },
    schemaOf(documents) {
      return within('', () => {
        const node: DocumentNode = {
          kind: graphql.Kind.DOCUMENT,
          definitions: documents.flatMap((document) =>
            document.node.definitions.filter(
              ({ kind }) => kind !== graphql.Kind.OPERATION_DEFINITION && kind !== graphql.Kind.FRAGMENT_DEFINITION,
            ),
          ),
        };
        const faults = validateSDL(node);
        if (faults.length > 0) return { schema: undefined, errors: errorsOf(faults) };
        const schema = graphql.buildASTSchema(node, { assumeValidSDL: true });
        const errors = graphql.validateSchema(schema);
        return { schema: errors.length === 0 ? schema : undefined, errors: errorsOf(errors) };
      });
    },
    schemaOfIntrospection(json) {
      return within('', () => {
        const outer = json as { readonly data?: unknown };
        const given = typeof outer?.data === 'object' && outer.data !== null ? outer.data : json;
        try {
          return graphql.buildClientSchema(given as Parameters<typeof graphql.buildClientSchema>[0]);
        } catch (error) {
          if (!(error instanceof Error) || error instanceof RangeError || error.name === 'ToolError') throw error;
          throw new ContentFault(plain(error.message.split('. Ensure')[0] ?? ''), undefined, undefined, {
            cause: error,
          });
        }
      });
    },
    print: (schema) => within('', () => graphql.printSchema(schema)),
    introspection: (schema) => within('', () => graphql.introspectionFromSchema(schema, { specifiedByUrl: true })),
    validate({ node: { kind, definitions } }, schema) {
      const isExecutable = ({ kind: each }: { readonly kind: string }) =>
        each === graphql.Kind.OPERATION_DEFINITION || each === graphql.Kind.FRAGMENT_DEFINITION;
      const node = { kind, definitions: definitions.filter(isExecutable) };
      return within('', () =>
        errorsOf(
          schema === undefined
            ? graphql.validate(new graphql.GraphQLSchema({ assumeValid: true }), node, untypedRules, {
                maxErrors: MAX_ERRORS,
              })
            : graphql.validate(schema, node, undefined, { maxErrors: MAX_ERRORS }),
        ),
      );
    },
  };
}

const MAX_SAID = 300;

/** `Syntax Error: Expected Name, found "}".` is told as `expected Name, found "}"`. */
function plain(message: string): string {
  const visible = message.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/^Syntax Error: /, '');
  const cut = visible.length > MAX_SAID ? `${visible.slice(0, MAX_SAID)}…` : visible.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(cut) ? cut.charAt(0).toLowerCase() + cut.slice(1) : cut;
}

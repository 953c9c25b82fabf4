import { invalid, overLimit } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import { checkSchema, type SchemaDocument } from '../engines/json/json-schema.js';
import { WorkTime } from '../engines/work-time.js';
import { DRAFT_ADDRESSES, type Draft, draftOf } from '../lib/json/schema/drafts.js';
import type { SchemaSource } from '../lib/json/schema/resources.js';
import { isJsonObject, type JsonValue } from '../lib/json/values.js';
import { readJson } from './json-document.js';
import type { TextSource } from './text-source.js';

/**
 * Longest check of documents. Steps are counted too, but what one costs depends on how much it has to tell. Chosen: below the 12 s of
 * class standard, so that its end is an answer.
 */
const CHECK_SECONDS = 8;

export interface SchemaReading {
  /** `auto` takes what `$schema` says, else 2020-12. */
  readonly draft: 'auto' | Draft;
  /** Checks `format` too. */
  readonly formats: boolean;
  /** Refuses a schema that its draft's meta-schema finds fault with. */
  readonly checkSchema: boolean;
}

/** Reads a JSON Schema of a caller; its references may lead to the others. Throws INVALID_INPUT where it is not JSON, or none by its meta-schema. */
export function openSchema(
  { text, label }: Pick<TextSource, 'text' | 'label'>,
  reading: SchemaReading,
  others: readonly TextSource[] = [],
): SchemaDocument {
  const schema = readJson(text, label);
  const draft = reading.draft === 'auto' ? (statedDraft(schema) ?? '2020-12') : reading.draft;
  if (reading.checkSchema) refuseFaulty(schema, draft, label);
  const source = sourceOf(others);
  return {
    draft,
    check: (documents) =>
      checking(draft, label, () => checkSchema(schema, documents, { draft, formats: reading.formats, source })),
  };
}

/** Schemas that references lead to: by their `$id` or `id`, else by the name of their file at the end of the address. */
function sourceOf(others: readonly TextSource[]): SchemaSource {
  const byAddress = new Map<string, JsonValue>();
  const byName = new Map<string, JsonValue>();
  for (const { text, label, file } of others) {
    const schema = readJson(text, label);
    const id = isJsonObject(schema) ? (schema.get('$id') ?? schema.get('id')) : undefined;
    if (typeof id === 'string') byAddress.set(id.replace(/#$/, ''), schema);
    if (file !== undefined) byName.set(file.name, schema);
  }
  return (address) => byAddress.get(address) ?? byName.get(nameIn(address));
}

function nameIn(address: string): string {
  const last =
    address
      .replace(/[#?].*$/, '')
      .split('/')
      .at(-1) ?? '';
  // What is not percent-encoded well is a name as it stands.
  return /%(?![0-9a-f]{2})/i.test(last)
    ? last
    : Buffer.from(
        last.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString();
}

function statedDraft(schema: JsonValue): Draft | undefined {
  const address = isJsonObject(schema) ? schema.get('$schema') : undefined;
  return typeof address === 'string' ? draftOf(address) : undefined;
}

/** Throws INVALID_INPUT with the first fault of a schema by its draft's meta-schema. */
function refuseFaulty(schema: JsonValue, draft: Draft, label: string): void {
  const meta = new Map([['$ref', DRAFT_ADDRESSES[draft]]]);
  const [answer] = checking(draft, label, () => checkSchema(meta, [schema] as const, { draft, formats: false }));
  // A choice that fits nowhere is told by the fault that follows it, which says what must be there.
  const fault = answer.faults.find(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf') ?? answer.faults[0];
  if (fault === undefined) return;
  const place = fault.instance === '' ? 'it' : JSON.stringify(fault.instance.slice(0, 200));
  throw invalid(`Cannot use ${label} as JSON Schema ${draft}: ${place} ${fault.message}`);
}

function checking<Answer>(draft: Draft, label: string, check: () => Answer): Answer {
  const sentence = `Cannot use ${label} as JSON Schema ${draft}`;
  const tooLong = () => overLimit(`${sentence}: it takes more than ${CHECK_SECONDS} seconds to check`);
  return refusing(sentence, () => new WorkTime(CHECK_SECONDS, tooLong).run(check));
}

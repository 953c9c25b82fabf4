import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/values.js';
import { writeJson } from '../../json/write.js';
import { codeSpan, escapeMarkdown } from '../../page-text/markdown.js';
import { HeadingSlugs } from '../../text/heading-slugs.js';
import { type ApiDocument, listOf, type Operation, objectOf, textOf } from '../document.js';
import { References } from '../references.js';

import { Budget } from './budget.js';
import { exampleOf, isJsonType, operationsByTag, parametersOf, serverUrls } from './operations.js';
import { type Direction, Samples } from './samples.js';

/** A description of 3.1 as reference pages in Markdown (GFM): operations by tag, schemas as tables. Throws LimitFault. */
export function writeMarkdown(api: ApiDocument): string {
  // Links lead to headings further down, whose names are known only when all before them are written.
  const first = new MarkdownWriter(api, new Map());
  first.text();
  return new MarkdownWriter(api, first.anchors).text();
}

class MarkdownWriter {
  readonly #references: References;
  readonly #budget = new Budget();
  readonly #samples: Samples;
  readonly #slugs = new HeadingSlugs();
  /** Names of the headings of schemas, as they come out. */
  readonly anchors = new Map<string, string>();

  constructor(
    private readonly api: ApiDocument,
    private readonly known: ReadonlyMap<string, string>,
  ) {
    this.#references = new References(api);
    this.#samples = new Samples(this.#references, this.#budget);
  }

  text(): string {
    const { root } = this.api;
    const info = objectOf(root.get('info'));
    const servers = serverUrls(root);
    const groups = operationsByTag(this.api);
    const tags = new Map(listOf(root.get('tags')).map((tag) => [textOf(objectOf(tag).get('name')), objectOf(tag)]));
    const webhooks = this.api.operations.filter(({ way }) => way?.outer?.outer?.token === 'webhooks');
    const blocks = [
      this.#heading('#', textOf(info.get('title')) ?? 'API'),
      textOf(info.get('version')) === undefined ? '' : `Version ${plain(textOf(info.get('version')) ?? '')}`,
      textOf(info.get('description')) ?? '',
      servers.length === 0
        ? ''
        : `${this.#heading('##', 'Servers')}\n\n${servers.map((url) => `- ${codeSpan(url)}`).join('\n')}`,
      this.#securitySchemes(),
      ...groups.flatMap(({ name, operations }) => [
        this.#heading('##', name === '' ? 'Operations' : name),
        textOf(tags.get(name)?.get('description')) ?? '',
        ...operations.flatMap((operation) => this.#operation(operation)),
      ]),
      ...(webhooks.length === 0
        ? []
        : [this.#heading('##', 'Webhooks'), ...webhooks.flatMap((operation) => this.#operation(operation))]),
      ...this.#schemas(),
    ];
    return `${blocks.filter((block) => block.trim() !== '').join('\n\n')}\n`;
  }

  #heading(marks: string, text: string, schema?: string): string {
    const shown = plain(text);
    const slug = this.#slugs.take(text.trim().replace(/\s+/g, ' '));
    if (schema !== undefined) this.anchors.set(schema, slug);
    return `${marks} ${shown}`;
  }

  #securitySchemes(): string {
    const schemes = [...objectOf(objectOf(this.api.root.get('components')).get('securitySchemes'))];
    if (schemes.length === 0) return '';
    const lines = schemes.map(([name, one]) => {
      const scheme = this.#references.follow(one) ?? new Map<string, JsonValue>();
      const described = textOf(scheme.get('description'));
      return `- ${codeSpan(name)}: ${schemeText(scheme)}${described === undefined ? '' : `. ${inline(described)}`}`;
    });
    return `${this.#heading('##', 'Authentication')}\n\n${lines.join('\n')}`;
  }

  #operation(operation: Operation): string[] {
    const { value, method, path } = operation;
    const summary = textOf(value.get('summary'));
    const deprecated = value.get('deprecated') === true ? '**Deprecated.**' : '';
    const security = (value.has('security') ? value : this.api.root).get('security');
    const required = listOf(security)
      .filter(isJsonObject)
      .map((one) => [...one.keys()].map(codeSpan).join(' and ') || 'none');
    return [
      this.#heading('###', summary ?? `${method} ${path}`),
      summary === undefined ? '' : codeSpan(`${method} ${path}`),
      deprecated,
      textOf(value.get('description')) ?? '',
      required.length === 0 ? '' : `Authentication: ${required.join(', or ')}`,
      this.#parameters(operation),
      ...this.#body(value),
      ...this.#responses(value),
    ];
  }

  #parameters(operation: Operation): string {
    const parameters = parametersOf(operation, this.#references);
    if (parameters.length === 0) return '';
    const rows = parameters.map(({ name, in: place, isRequired, value, schema }) => [
      codeSpan(name),
      place,
      this.#typeOf(schema),
      isRequired ? 'yes' : 'no',
      this.#described(value, schema),
    ]);
    return `${this.#heading('####', 'Parameters')}\n\n${table(['Name', 'In', 'Type', 'Required', 'Description'], rows)}`;
  }

  #body(operation: JsonObject): string[] {
    const body = this.#references.follow(operation.get('requestBody'));
    if (body === undefined) return [];
    const heading = this.#heading('####', body.get('required') === true ? 'Request body (required)' : 'Request body');
    return [heading, textOf(body.get('description')) ?? '', ...this.#content(body.get('content'), 'request')];
  }

  #responses(operation: JsonObject): string[] {
    const responses = [...objectOf(operation.get('responses'))].filter(([status]) => !status.startsWith('x-'));
    if (responses.length === 0) return [];
    return [
      this.#heading('####', 'Responses'),
      ...responses.flatMap(([status, one]) => {
        const response = this.#references.follow(one) ?? new Map<string, JsonValue>();
        const described = textOf(response.get('description')) ?? '';
        return [
          `**${plain(status)}** ${inline(described)}`.trimEnd(),
          ...this.#content(response.get('content'), 'response'),
        ];
      }),
    ];
  }

  #content(content: JsonValue | undefined, direction: Direction): string[] {
    return [...objectOf(content)].flatMap(([type, one]) => {
      this.#budget.take();
      const media = objectOf(one);
      const schema = media.get('schema');
      const line = `${codeSpan(type)}${schema === undefined ? '' : `: ${this.#typeOf(schema)}`}`;
      const written = exampleOf(media, this.#references);
      if (!isJsonType(type)) return typeof written === 'string' ? [line, this.#fenced(written, '')] : [line];
      if (written === undefined && schema === undefined) return [line];
      const sample = written ?? this.#samples.of(schema, direction);
      return [line, this.#fenced(writeJson(sample, { indent: '  ' }), 'json')];
    });
  }

  #fenced(text: string, language: string): string {
    this.#budget.take(Math.ceil(text.length / 50));
    const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
    const fence = '`'.repeat(longest + 1);
    return `${fence}${language}\n${text}\n${fence}`;
  }

  #schemas(): string[] {
    const schemas = [...objectOf(objectOf(this.api.root.get('components')).get('schemas'))];
    if (schemas.length === 0) return [];
    return [this.#heading('##', 'Schemas'), ...schemas.flatMap(([name, schema]) => this.#schema(name, schema))];
  }

  #schema(name: string, one: JsonValue): string[] {
    const schema = objectOf(one);
    const properties = [...objectOf(schema.get('properties'))];
    const required = new Set(listOf(schema.get('required')));
    const rows = properties.map(([key, property]) => [
      codeSpan(key),
      this.#typeOf(property),
      required.has(key) ? 'yes' : 'no',
      this.#described(objectOf(property), property),
    ]);
    return [
      this.#heading('###', name, name),
      textOf(schema.get('description')) ?? textOf(schema.get('title')) ?? '',
      properties.length === 0
        ? `Type: ${this.#typeOf(schema)}`
        : table(['Property', 'Type', 'Required', 'Description'], rows),
      properties.length === 0 ? limitsOf(schema) : '',
    ];
  }

  /** A type in a few words: `string (date)`, `array of Pet`, `integer or null`. */
  #typeOf(schema: JsonValue | undefined, depth = 0): string {
    this.#budget.take();
    if (schema === undefined || !isJsonObject(schema) || depth > 6) return schema === false ? 'nothing' : 'any';
    const reference = textOf(schema.get('$ref'));
    if (reference !== undefined) return this.#nameOf(reference);
    const parts = listOf(schema.get('allOf'));
    if (parts.length > 0) return parts.map((part) => this.#typeOf(part, depth + 1)).join(' and ');
    for (const key of ['oneOf', 'anyOf']) {
      const choices = listOf(schema.get(key));
      if (choices.length > 0) return choices.map((choice) => this.#typeOf(choice, depth + 1)).join(' or ');
    }
    if (schema.has('const')) return codeSpan(writeJson(schema.get('const') ?? null));
    const type = schema.get('type');
    const types = type === undefined ? [] : isJsonArray(type) ? type : [type];
    if (types.length === 0) return schema.has('properties') ? 'object' : schema.has('enum') ? 'enum' : 'any';
    const format = textOf(schema.get('format')) ?? textOf(schema.get('contentMediaType'));
    return types
      .map((said) => {
        const name = typeof said === 'string' ? inline(said) : 'any';
        if (name === 'array') return `array of ${this.#typeOf(schema.get('items'), depth + 1)}`;
        return format === undefined || name === 'null' ? name : `${name} (${inline(format)})`;
      })
      .join(' or ');
  }

  #nameOf(reference: string): string {
    const target = this.#references.resolve(reference);
    const last = target.is === 'found' ? target.tokens.at(-1) : undefined;
    if (last === undefined) return codeSpan(reference);
    const isSchema = target.is === 'found' && target.tokens[1] === 'schemas' && target.tokens.length === 3;
    return isSchema ? `[${plain(last)}](#${this.known.get(last) ?? ''})` : plain(last);
  }

  #described(holder: JsonObject, schema: JsonValue | undefined): string {
    const limits = isJsonObject(schema ?? null) ? limitsOf(objectOf(schema)) : '';
    const deprecated = holder.get('deprecated') === true ? 'Deprecated.' : '';
    const text = textOf(holder.get('description')) ?? textOf(objectOf(schema).get('description')) ?? '';
    return [deprecated, inline(text), limits].filter((part) => part !== '').join(' ');
  }
}

const LIMITS: readonly (readonly [key: string, words: string])[] = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
  ['multipleOf', 'multiple of'],
  ['minLength', 'length ≥'],
  ['maxLength', 'length ≤'],
  ['minItems', 'items ≥'],
  ['maxItems', 'items ≤'],
];
const MAX_CHOICES = 50;

/** `One of "a", "b". Default "a". ≥ 1, ≤ 9. Pattern ^x$.` */
function limitsOf(schema: JsonObject): string {
  const choices = listOf(schema.get('enum'));
  const shown = choices.slice(0, MAX_CHOICES).map((choice) => codeSpan(writeJson(choice).slice(0, 200)));
  const more = choices.length > MAX_CHOICES ? ` and ${choices.length - MAX_CHOICES} more` : '';
  const preset = schema.get('default');
  const limits = LIMITS.flatMap(([key, words]) => {
    const limit = schema.get(key);
    return limit instanceof JsonNumber ? [`${words} ${limit.source}`] : [];
  });
  const pattern = textOf(schema.get('pattern'));
  return [
    choices.length === 0 ? '' : `One of ${shown.join(', ')}${more}.`,
    preset === undefined ? '' : `Default ${codeSpan(writeJson(preset).slice(0, 200))}.`,
    limits.length === 0 ? '' : `${limits.join(', ')}.`,
    pattern === undefined ? '' : `Pattern ${codeSpan(pattern.slice(0, 300))}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function schemeText(scheme: JsonObject): string {
  const type = textOf(scheme.get('type')) ?? '';
  if (type === 'apiKey')
    return `API key in ${inline(textOf(scheme.get('in')) ?? '')} ${codeSpan(textOf(scheme.get('name')) ?? '')}`;
  if (type === 'http') return `HTTP ${inline(textOf(scheme.get('scheme')) ?? '')}`;
  if (type === 'oauth2') return `OAuth 2.0 (${[...objectOf(scheme.get('flows')).keys()].map(inline).join(', ')})`;
  if (type === 'openIdConnect') return `OpenID Connect (${inline(textOf(scheme.get('openIdConnectUrl')) ?? '')})`;
  return inline(type);
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** A cell of a table: on one line, its bars escaped, also those in code. */
const cell = (text: string): string => text.replaceAll('\\|', '|').replaceAll('|', '\\|');

/** Names and titles: no Markdown. */
const plain = (text: string): string => escapeMarkdown(inline(text));

/** Text on one line. Markdown in it stays, as the specification says of descriptions. */
const inline = (text: string): string => text.trim().replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');

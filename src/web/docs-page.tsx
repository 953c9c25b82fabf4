import { useEffect, useState } from 'preact/hooks';

import { CodeView } from './code-view.js';
import { fetchIndex, fetchJson } from './data.js';
import { familyName } from './names.js';
import { followHere } from './router.js';
import { english, words } from './words/words.js';

/** What of an OpenAPI document is shown. References lead into `components`. */
interface OpenApi {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Described[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, Described>>;
}

interface Described {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly description?: string;
}

interface Docs {
  readonly api: OpenApi;
  readonly families: readonly { readonly name: string; readonly count: number }[];
}

const RUN_PATH = /^\/api\/v1\/tools\/[^{/]+\/run$/;
const ANY_RUN = '/api/v1/tools/{tool}/run';

/** Calls that show the interface in one look; the last is sent by pages and programs alike. */
const FIRST_CALLS = (origin: string): string => `# Find a tool, and see what it takes
curl -s '${origin}/api/v1/tools?q=merge+pdf&limit=3&fields=title,summary'
curl -s ${origin}/api/v1/tools/merge-pdf

# Text in, text out
curl -s ${origin}/api/v1/tools/case-converter/run \\
  -H 'Content-Type: application/json' -d '{"input":"hello world","options":{"mode":"snake"}}'

# Files as a form, the result as a file
curl -s '${origin}/api/v1/tools/merge-pdf/run?download' -F files=@a.pdf -F files=@b.pdf -o merged.pdf`;

async function fetchDocs(): Promise<Docs> {
  const { tools } = await fetchIndex();
  const counts = new Map<string, number>();
  for (const { family } of tools) counts.set(family, (counts.get(family) ?? 0) + 1);
  const [first] = tools;
  // One family is enough: all runs have the same form.
  const path = first === undefined ? '/openapi.json' : `/openapi.json?family=${first.family}`;
  const api = (await fetchJson(path)) as OpenApi;
  return { api, families: [...counts].map(([name, count]) => ({ name, count })) };
}

/** The HTTP interface for people, made from `/openapi.json`. */
export function DocsPage() {
  const [docs, setDocs] = useState<Docs>();
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    fetchDocs().then(setDocs, () => setIsLost(true));
  }, []);
  return (
    <div class="docs">
      <h1 tabIndex={-1}>{words.docs.title}</h1>
      <p class="lead">{words.docs.lead}</p>
      <ul class="docs-links">
        {links().map(([href, name, about]) => (
          <li key={href}>
            <a href={href}>{name}</a> <span class="hint">{about}</span>
          </li>
        ))}
      </ul>
      {isLost && <p class="hint">{words.common.lost}.</p>}
      {docs !== undefined && <Whole docs={docs} />}
    </div>
  );
}

const links = () =>
  [
    ['/openapi.json', 'openapi.json', words.docs.openapi],
    ['/llms.txt', 'llms.txt', words.docs.llms],
    ['/agents/tools.json', 'agents/tools.json', words.docs.agents],
  ] as const;

function Whole({ docs: { api, families } }: { readonly docs: Docs }) {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const run = operations.find(({ path }) => RUN_PATH.test(path));
  const others = operations.filter(({ path }) => !RUN_PATH.test(path));
  return (
    <>
      <section>
        <h2>{words.docs.firstCalls}</h2>
        <CodeView text={FIRST_CALLS(location.origin)} label={words.docs.firstCalls} wraps />
        {paragraphsOf(api.info.description, english)}
      </section>
      <section>
        <h2>{words.docs.run}</h2>
        {run !== undefined && (
          <OperationCard
            api={api}
            method={run.method}
            path={ANY_RUN}
            operation={run.operation}
            own={{ summary: words.docs.run, description: words.docs.runMore }}
          />
        )}
        <p>{words.docs.eachTool}</p>
        <ul class="docs-families">
          {families.map(({ name, count }) => (
            <li key={name}>
              <a href={`/#family=${name}`} onClick={followHere}>
                {familyName(name)}
              </a>{' '}
              <span class="count">{count}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{words.docs.discovery}</h2>
        {others.map(({ path, method, operation }) => (
          <OperationCard key={`${method} ${path}`} api={api} method={method} path={path} operation={operation} />
        ))}
      </section>
    </>
  );
}

interface OperationProps {
  readonly api: OpenApi;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** Ours, in place of the document's. */
  readonly own?: Pick<Operation, 'summary' | 'description'>;
}

function OperationCard({ api, method, path, operation, own }: OperationProps) {
  const { parameters = [], responses = {} } = operation;
  const { summary, description = '' } = own ?? operation;
  const lang = own === undefined ? english : undefined;
  return (
    <article class="panel operation">
      <h3>
        <code class="method">{method.toUpperCase()}</code> <code>{path}</code>
      </h3>
      {summary !== undefined && (
        <p class="operation-summary" lang={lang}>
          {summary}
        </p>
      )}
      {paragraphsOf(description, lang)}
      {parameters.length > 0 && (
        <Rows
          title={words.docs.parameters}
          rows={parameters
            .map((parameter) => resolved(api, parameter))
            .map(({ name = '', in: place = '', description: about = '' }) => [`${name} (${place})`, about])}
        />
      )}
      <Rows
        title={words.docs.answers}
        rows={Object.entries(responses).map(([status, answer]) => [status, resolved(api, answer).description ?? ''])}
      />
    </article>
  );
}

const Rows = ({ title, rows }: { readonly title: string; readonly rows: readonly (readonly string[])[] }) => (
  <details>
    <summary>{title}</summary>
    <dl class="facts-list">
      {rows.map(([name = '', about = '']) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{paragraphsOf(about, english)}</dd>
        </div>
      ))}
    </dl>
  </details>
);

/** What a reference such as `#/components/responses/400` stands for. */
function resolved({ components }: OpenApi, part: Described): Described {
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/(.+)$/.exec(part.$ref ?? '') ?? [];
  return components[kind]?.[name] ?? part;
}

/** Paragraphs, list items and `code` of a description. */
const paragraphsOf = (text: string, lang: string | undefined) =>
  text
    .split(/\n{2,}|\n(?=- )/)
    .filter((part) => part.trim() !== '')
    .map((part) => (
      <p key={part} lang={lang}>
        {coded(part.replace(/^- /, '• '))}
      </p>
    ));

const coded = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

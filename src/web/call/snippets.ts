import type { OptionValue } from '../options.js';

/** A call, as it is written down for others. Files are named, their contents stay on the disk of whoever calls. */
export interface Call {
  readonly origin: string;
  readonly id: string;
  readonly input?: string;
  readonly options?: Readonly<Record<string, OptionValue | undefined>>;
  readonly fileNames: readonly string[];
}

export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python', json: 'JSON' } as const;

export type Language = keyof typeof LANGUAGES;

/** Code that makes the call when it is pasted: into `sh`, a module of TypeScript, Python 3.6 or newer. */
export const snippetOf = (language: Exclude<Language, 'json'>, call: Call): string => SNIPPETS[language](call);

const runUrl = ({ origin, id }: Call): string => `${origin}/api/v1/tools/${id}/run`;

/** The part of the body that is not a file. */
function bodyOf({ input, options }: Call): Record<string, unknown> {
  return { ...(input === undefined ? {} : { input }), ...(options === undefined ? {} : { options }) };
}

/** Quoted for any POSIX shell: nothing inside single quotes means anything but their end. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** An argument has at most 128 KiB on Linux; a here-document has no limit. */
const MAX_ARGUMENT_CHARACTERS = 30_000;

function curl(call: Call): string {
  const url = /^[\w:/.[\]-]+$/.test(runUrl(call)) ? runUrl(call) : shellQuoted(runUrl(call));
  const head = `curl -sS ${url} \\\n  -H 'Content-Type: application/json' \\\n`;
  if (call.fileNames.length > 0) return `${curlPieces(call)} |\n${head}  --data-binary @-`;
  const body = JSON.stringify(bodyOf(call));
  // JSON text has no line breaks, so no line of it can end the document.
  if (body.length > MAX_ARGUMENT_CHARACTERS) return `${head}  --data-binary @- << 'JSON'\n${body}\nJSON`;
  return `${head}  -d ${shellQuoted(body)}`;
}

/** The body in pieces on standard output: text as it is, files through base64. `printf` is the shell's own, without a limit. */
function curlPieces(call: Call): string {
  const start = JSON.stringify(bodyOf(call)).slice(0, -1);
  const lines: string[] = [];
  let text = `${start}${start === '{' ? '' : ','}"files":[`;
  for (const name of call.fileNames) {
    text += `{"name":${JSON.stringify(name)},"base64":"`;
    lines.push(`  printf %s ${shellQuoted(text)}`, `  base64 < ${shellQuoted(name)} | tr -d '\\n'`);
    text = '"},';
  }
  lines.push(`  printf %s ${shellQuoted('"}]}')}`);
  return `{\n${lines.join('\n')}\n}`;
}

function typescript(call: Call): string {
  const { input, options, fileNames } = call;
  const lines: string[] = [];
  if (input !== undefined) lines.push(`  input: ${JSON.stringify(input)},`);
  if (options !== undefined) lines.push(`  options: ${objectText(options)},`);
  if (fileNames.length > 0) lines.push(`  files: [${fileNames.map((name) => JSON.stringify(name)).join(', ')}],`);
  const request = lines.length === 0 ? '' : `, {\n${lines.join('\n')}\n}`;
  return `import { createClient } from 'tool-execution-api/client';

const client = createClient({ origin: '${call.origin}' });
const result = await client.run('${call.id}'${request});

console.log(result.text);
for (const file of result.files) await file.save();`;
}

function objectText(values: NonNullable<Call['options']>): string {
  const pairs = Object.entries(values).map(([name, value]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${key}: ${JSON.stringify(value)}`;
  });
  return `{ ${pairs.join(', ')} }`;
}

function python(call: Call): string {
  const { input, options, fileNames } = call;
  const lines: string[] = [];
  if (input !== undefined) lines.push(`    "input": ${JSON.stringify(input)},`);
  if (options !== undefined) lines.push(`    "options": ${pythonDict(options)},`);
  if (fileNames.length > 0) {
    lines.push(`    "files": [${fileNames.map((name) => `file(${JSON.stringify(name)})`).join(', ')}],`);
  }
  const reader = `def file(path):
    path = pathlib.Path(path)
    return {"name": path.name, "base64": base64.b64encode(path.read_bytes()).decode()}

`;
  return `import base64, json, pathlib, urllib.request

${fileNames.length > 0 ? reader : ''}body = {${lines.length === 0 ? '' : `\n${lines.join('\n')}\n`}}
request = urllib.request.Request(
    "${runUrl(call)}",
    data=json.dumps(body).encode(),
    headers={"Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    result = json.load(response)["result"]

print(result["text"])
for output in result["files"]:
    pathlib.Path(output["name"]).write_bytes(base64.b64decode(output["base64"]))`;
}

/** Strings and numbers of JSON are Python's too; its words are not. */
function pythonDict(values: NonNullable<Call['options']>): string {
  const pairs = Object.entries(values).map(([name, value]) => {
    const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{${pairs.join(', ')}}`;
}

const SNIPPETS = { curl, typescript, python } as const;

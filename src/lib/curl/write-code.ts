import type { CurlBody, CurlRequest, FormField } from './read-curl.js';

const js = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
const php = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
const ruby = (text: string): string => js(text).replaceAll('#', '\\#');

const comments = (request: CurlRequest, mark: string): string =>
  request.warnings.map((one) => `${mark} ${one}\n`).join('');

type Form = Extract<CurlBody, { kind: 'form' }>['fields'];

const fileName = ({ value, filename }: FormField): string => filename ?? value.split(/[/\\]/).at(-1) ?? value;

/** `fetch` as browsers and Node 18 and later have it. */
export function javascriptCode(request: CurlRequest): string {
  const { method, url, headers, body } = request;
  const lines: string[] = [];
  const options: string[] = [];
  if (method !== 'GET') options.push(`  method: ${js(method)},`);
  if (headers.size > 0)
    options.push(
      `  headers: {\n${[...headers].map(([name, value]) => `    ${js(name)}: ${js(value)},\n`).join('')}  },`,
    );
  if (!request.follow) options.push("  redirect: 'manual',");
  if (request.timeoutSeconds > 0) options.push(`  signal: AbortSignal.timeout(${request.timeoutSeconds * 1000}),`);
  const needsFiles = body?.kind === 'file' || (body?.kind === 'form' && body.fields.some(({ isFile }) => isFile));
  if (needsFiles) lines.push("import { readFile } from 'node:fs/promises';", '');
  if (body?.kind === 'text') options.push(`  body: ${js(body.text)},`);
  if (body?.kind === 'file') options.push(`  body: await readFile(${js(body.path)}),`);
  if (body?.kind === 'form') {
    lines.push('const form = new FormData();');
    for (const field of body.fields) {
      const type = field.type === undefined ? '' : `, { type: ${js(field.type)} }`;
      if (field.isFile)
        lines.push(
          `form.append(${js(field.name)}, new Blob([await readFile(${js(field.value)})]${type}), ${js(fileName(field))});`,
        );
      else lines.push(`form.append(${js(field.name)}, ${js(field.value)});`);
    }
    lines.push('');
    options.push('  body: form,');
  }
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  lines.push(
    `const response = await fetch(${js(url)}${given});`,
    'console.log(response.status, await response.text());',
  );
  const warned = [
    ...(request.insecure ? ['fetch cannot leave certificates unchecked'] : []),
    ...(request.proxy === '' ? [] : ['fetch takes no proxy']),
    ...(body !== undefined && /^(?:GET|HEAD)$/.test(method) ? ['fetch sends no body with GET or HEAD'] : []),
  ];
  return `${comments({ ...request, warnings: [...request.warnings, ...warned] }, '//')}${lines.join('\n')}\n`;
}

/** Requests, which most use. */
export function pythonCode(request: CurlRequest): string {
  const { method, url, headers, body } = request;
  const lines = ['import requests', ''];
  const given = [js(method), js(url)];
  if (headers.size > 0) {
    lines.push('headers = {', ...[...headers].map(([name, value]) => `    ${js(name)}: ${js(value)},`), '}');
    given.push('headers=headers');
  }
  if (body?.kind === 'text') {
    lines.push(`data = ${js(body.text)}`);
    given.push('data=data.encode()');
  }
  if (body?.kind === 'file') given.push(`data=open(${js(body.path)}, "rb")`);
  if (body?.kind === 'form') {
    lines.push('files = [', ...body.fields.map((field) => `    (${js(field.name)}, ${pythonField(field)}),`), ']');
    given.push('files=files');
  }
  if (!request.follow) given.push('allow_redirects=False');
  if (request.insecure) given.push('verify=False');
  if (request.proxy !== '') given.push(`proxies={"http": ${js(request.proxy)}, "https": ${js(request.proxy)}}`);
  if (request.timeoutSeconds > 0) given.push(`timeout=${request.timeoutSeconds}`);
  if (lines.length > 2) lines.push('');
  const call = `requests.request(${given.join(', ')})`;
  lines.push(
    call.length < 100
      ? `response = ${call}`
      : `response = requests.request(\n${given.map((one) => `    ${one},\n`).join('')})`,
  );
  lines.push('print(response.status_code, response.text)');
  return `${comments(request, '#')}${lines.join('\n')}\n`;
}

const pythonField = (field: FormField): string => {
  const type = field.type === undefined ? '' : `, ${js(field.type)}`;
  return field.isFile
    ? `(${js(fileName(field))}, open(${js(field.value)}, "rb")${type})`
    : `(None, ${js(field.value)}${type})`;
};

export function goCode(request: CurlRequest): string {
  const { method, url, headers, body } = request;
  const imports = new Set(['fmt', 'io', 'net/http']);
  const lines: string[] = [];
  let reader = 'nil';
  if (body?.kind === 'text') {
    imports.add('strings');
    reader = `strings.NewReader(${js(body.text)})`;
  }
  if (body?.kind === 'file') {
    imports.add('os');
    lines.push(`file, err := os.Open(${js(body.path)})`, ...FAILS, 'defer file.Close()');
    reader = 'file';
  }
  if (body?.kind === 'form') {
    lines.push(...goForm(body.fields, imports));
    reader = '&body';
  }
  lines.push(`request, err := http.NewRequest(${js(method)}, ${js(url)}, ${reader})`, ...FAILS);
  if (body?.kind === 'form') lines.push('request.Header.Set("Content-Type", form.FormDataContentType())');
  for (const [name, value] of headers)
    lines.push(
      name.toLowerCase() === 'host' ? `request.Host = ${js(value)}` : `request.Header.Set(${js(name)}, ${js(value)})`,
    );
  lines.push(...goClient(request, imports));
  lines.push(
    'response, err := client.Do(request)',
    ...FAILS,
    'defer response.Body.Close()',
    'content, err := io.ReadAll(response.Body)',
    ...FAILS,
    'fmt.Println(response.StatusCode, string(content))',
  );
  const listed = [...imports]
    .sort()
    .map((one) => `\t"${one}"\n`)
    .join('');
  return `${comments(request, '//')}package main\n\nimport (\n${listed})\n\nfunc main() {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`;
}

const FAILS = ['if err != nil {', '\tpanic(err)', '}'];

function goForm(fields: Form, imports: Set<string>): string[] {
  imports.add('bytes').add('mime/multipart');
  const lines = ['var body bytes.Buffer', 'form := multipart.NewWriter(&body)'];
  for (const [index, field] of fields.entries()) {
    if (!field.isFile) {
      lines.push(`form.WriteField(${js(field.name)}, ${js(field.value)})`);
      continue;
    }
    imports.add('os');
    lines.push(
      `content${index}, err := os.ReadFile(${js(field.value)})`,
      ...FAILS,
      `part${index}, err := form.CreateFormFile(${js(field.name)}, ${js(fileName(field))})`,
      ...FAILS,
      `part${index}.Write(content${index})`,
    );
  }
  return [...lines, 'form.Close()'];
}

function goClient({ follow, insecure, proxy, timeoutSeconds }: CurlRequest, imports: Set<string>): string[] {
  const parts: string[] = [];
  const lines: string[] = [];
  const transport: string[] = [];
  if (proxy !== '') {
    imports.add('net/url');
    lines.push(`proxy, err := url.Parse(${js(proxy)})`, ...FAILS);
    transport.push('Proxy: http.ProxyURL(proxy)');
  }
  if (insecure) {
    imports.add('crypto/tls');
    transport.push('TLSClientConfig: &tls.Config{InsecureSkipVerify: true}');
  }
  if (transport.length > 0) parts.push(`Transport: &http.Transport{${transport.join(', ')}}`);
  if (timeoutSeconds > 0) {
    imports.add('time');
    parts.push(`Timeout: ${Math.round(timeoutSeconds * 1000)} * time.Millisecond`);
  }
  lines.push(`client := &http.Client{${parts.join(', ')}}`);
  if (!follow)
    lines.push(
      'client.CheckRedirect = func(request *http.Request, via []*http.Request) error {',
      '\treturn http.ErrUseLastResponse',
      '}',
    );
  return lines;
}

export function phpCode(request: CurlRequest): string {
  const { method, url, headers, body } = request;
  const set: [string, string][] = [['CURLOPT_RETURNTRANSFER', 'true']];
  if (method === 'HEAD') set.push(['CURLOPT_NOBODY', 'true']);
  else if (method !== 'GET' || body !== undefined) set.push(['CURLOPT_CUSTOMREQUEST', php(method)]);
  if (body?.kind === 'text') set.push(['CURLOPT_POSTFIELDS', php(body.text)]);
  if (body?.kind === 'file') set.push(['CURLOPT_POSTFIELDS', `file_get_contents(${php(body.path)})`]);
  if (body?.kind === 'form')
    set.push([
      'CURLOPT_POSTFIELDS',
      `[\n${body.fields.map((field) => `        ${php(field.name)} => ${phpField(field)},\n`).join('')}    ]`,
    ]);
  if (headers.size > 0)
    set.push([
      'CURLOPT_HTTPHEADER',
      `[\n${[...headers].map(([name, value]) => `        ${php(value === '' ? `${name};` : `${name}: ${value}`)},\n`).join('')}    ]`,
    ]);
  if (request.follow) set.push(['CURLOPT_FOLLOWLOCATION', 'true']);
  if (request.insecure) set.push(['CURLOPT_SSL_VERIFYPEER', 'false'], ['CURLOPT_SSL_VERIFYHOST', '0']);
  if (request.proxy !== '') set.push(['CURLOPT_PROXY', php(request.proxy)]);
  if (request.timeoutSeconds > 0) set.push(['CURLOPT_TIMEOUT_MS', String(Math.round(request.timeoutSeconds * 1000))]);
  const options = set.map(([name, value]) => `    ${name} => ${value},\n`).join('');
  return `<?php\n${comments(request, '//')}$curl = curl_init(${php(url)});\ncurl_setopt_array($curl, [\n${options}]);\n$response = curl_exec($curl);\necho curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $response, "\\n";\n`;
}

const phpField = (field: FormField): string =>
  field.isFile
    ? `new CURLFile(${php(field.value)}, ${field.type === undefined ? 'null' : php(field.type)}, ${php(fileName(field))})`
    : php(field.value);

export function rubyCode(request: CurlRequest): string {
  const { method, url, headers, body } = request;
  const kind = method.charAt(0) + method.slice(1).toLowerCase();
  // Without a body, the classes of these methods would send a type of one.
  const isKnown =
    /^(?:Get|Head|Delete|Options|Trace)$/.test(kind) || (body !== undefined && /^(?:Post|Put|Patch)$/.test(kind));
  const lines = ["require 'net/http'", "require 'uri'", '', `uri = URI(${ruby(url)})`];
  lines.push(
    isKnown
      ? `request = Net::HTTP::${kind}.new(uri)`
      : `request = Net::HTTPGenericRequest.new(${ruby(method)}, ${body === undefined ? 'false' : 'true'}, true, uri)`,
  );
  for (const [name, value] of headers) lines.push(`request[${ruby(name)}] = ${ruby(value)}`);
  if (body?.kind === 'text') lines.push(`request.body = ${ruby(body.text)}`);
  if (body?.kind === 'file') lines.push(`request.body = File.binread(${ruby(body.path)})`);
  if (body?.kind === 'form') {
    const fields = body.fields.map((field) =>
      field.isFile
        ? `  [${ruby(field.name)}, File.open(${ruby(field.value)}), { filename: ${ruby(fileName(field))} }],`
        : `  [${ruby(field.name)}, ${ruby(field.value)}],`,
    );
    lines.push('request.set_form([', ...fields, "], 'multipart/form-data')");
  }
  const options = [
    "use_ssl: uri.scheme == 'https'",
    ...(request.insecure ? ['verify_mode: OpenSSL::SSL::VERIFY_NONE'] : []),
    ...(request.timeoutSeconds > 0 ? [`read_timeout: ${request.timeoutSeconds}`] : []),
  ];
  lines.push(
    '',
    `response = Net::HTTP.start(uri.hostname, uri.port, ${options.join(', ')}) do |http|`,
    '  http.request(request)',
    'end',
    'puts response.code, response.body',
  );
  const warned = [
    ...(request.follow ? ['Net::HTTP does not follow redirects'] : []),
    ...(request.proxy === '' ? [] : ['The proxy is not set: Net::HTTP takes its address and port']),
  ];
  return `${comments({ ...request, warnings: [...request.warnings, ...warned] }, '#')}${lines.join('\n')}\n`;
}

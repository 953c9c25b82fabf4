import { z } from 'zod';

import { defineTool, invalid, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { readCurl } from '../../lib/curl/read-curl.js';
import { goCode, javascriptCode, phpCode, pythonCode, rubyCode } from '../../lib/curl/write-code.js';
import { harText, httpText, jsonText } from '../../lib/curl/write-data.js';
import { posixText } from '../../lib/shell/windows-text.js';
import { shellCommands } from '../../lib/shell/words.js';

const WRITERS = {
  javascript: javascriptCode,
  python: pythonCode,
  go: goCode,
  php: phpCode,
  ruby: rubyCode,
  http: httpText,
  har: harText,
  json: jsonText,
} as const;

const NAMES = {
  javascript: ['result.mjs', 'text/javascript;charset=utf-8'],
  python: ['result.py', 'text/x-python;charset=utf-8'],
  go: ['result.go', 'text/x-go;charset=utf-8'],
  php: ['result.php', 'text/x-php;charset=utf-8'],
  ruby: ['result.rb', 'text/x-ruby;charset=utf-8'],
  http: ['result.http', 'text/plain;charset=utf-8'],
  har: ['result.har', 'text/plain;charset=utf-8'],
  json: ['result.json', 'text/plain;charset=utf-8'],
} as const;

const isCurl = (word: string): boolean => /(?:^|[/\\])curl(?:\.exe)?$/.test(word);

export default defineTool({
  id: 'curl-converter',
  title: 'Curl Converter',
  summary:
    'Turns a curl command into code that sends the same request: JavaScript, Python, Go, PHP, Ruby, HTTP, HAR or JSON.',
  family: 'code',
  class: 'standard',
  input: 'required',
  options: {
    to: z
      .enum(['javascript', 'python', 'go', 'php', 'ruby', 'http', 'har', 'json'])
      .default('javascript')
      .describe(
        'JavaScript with fetch, Python with Requests, Go, PHP with cURL, Ruby, or the request as HTTP, HAR or JSON.',
      ),
  },
  result: 'text',
  notes: [
    'Read are method, headers, data of all kinds, forms, files, users, cookies, redirects, proxies, time limits and certificates that are not checked; options such as --silent that do not change the request are skipped.',
    'Data of files is read when the code runs. What a language cannot do, such as a proxy with fetch, is named in a comment.',
    'The command is read as a POSIX shell reads it, with $\'…\' of Bash: browsers offer it as "Copy as cURL (bash)". Commands for cmd.exe, "Copy as cURL (cmd)", are known by their carets, and lines of PowerShell by their backticks. Variables stay as text.',
    'Headers that curl adds by itself, such as Accept: */*, are not in the code; names and passwords become the Authorization header.',
  ],
  aliases: [
    'curl to fetch',
    'curl to python',
    'curl to javascript',
    'curlconverter',
    'curl to code',
    'curl to php',
    'curl to go',
    'convert curl command',
  ],
  verified: [
    'curl 7.88: 200 random commands and their code in JavaScript (Node 20), Python (Requests), PHP 8.2 (cURL) and Ruby 3.1 send the same method, address, headers and body to a server; Go 1.19 for a part of them',
    'Bash 5: the same words for 5,000 random commands with quotes and escapes',
  ],
  examples: [
    {
      title: 'A request with JSON for fetch',
      input:
        "curl -L 'https://api.example.com/items?a=1' -H 'Content-Type: application/json' --data-raw '{\"name\":\"tea\"}' --compressed",
      output: {
        text: 'const response = await fetch("https://api.example.com/items?a=1", {\n  method: "POST",\n  headers: {\n    "Content-Type": "application/json",\n    "Accept-Encoding": "gzip, deflate",\n  },\n  body: "{\\"name\\":\\"tea\\"}",\n});\nconsole.log(response.status, await response.text());\n',
      },
    },
    {
      title: 'A form with a file for Python',
      input: 'curl -F name=tea -F photo=@pot.png;type=image/png -u me:secret example.com/upload'
        .replace('@pot.png;', '"@pot.png;')
        .replace('image/png', 'image/png"'),
      options: { to: 'python' },
      output: {
        text: 'import requests\n\nheaders = {\n    "Authorization": "Basic bWU6c2VjcmV0",\n}\nfiles = [\n    ("name", (None, "tea")),\n    ("photo", ("pot.png", open("pot.png", "rb"), "image/png")),\n]\n\nresponse = requests.request(\n    "POST",\n    "http://example.com/upload",\n    headers=headers,\n    files=files,\n    allow_redirects=False,\n)\nprint(response.status_code, response.text)\n',
      },
    },
    {
      title: 'As HTTP',
      input: "curl -X PUT https://example.com/a -H 'X-Empty;' -d b=1 -d c=2",
      options: { to: 'http' },
      output: {
        text: 'PUT https://example.com/a HTTP/1.1\nX-Empty: \nContent-Type: application/x-www-form-urlencoded\n\nb=1&c=2\n',
      },
    },
    {
      title: 'An unknown option',
      input: 'curl --frob https://example.com',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a command of curl: curl has no option --frob, or it is not known here',
      },
    },
    {
      title: 'Without an address',
      input: 'curl -s',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a command of curl: the address is missing',
      },
    },
    {
      title: 'A value is missing',
      input: 'curl https://example.com -H',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a command of curl: option -H needs a value',
      },
    },
    {
      title: 'Two commands',
      input: 'curl a.example; curl b.example',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it must have one command of curl, got 2',
      },
    },
    {
      title: 'Another program',
      input: 'wget a.example',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it must have one command of curl, got 0',
      },
    },
    {
      title: 'A form field without a value',
      input: 'curl -F name https://example.com',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a command of curl: the form field "name" must be name=value',
      },
    },
    {
      title: 'Data of a file to be encoded',
      input: 'curl --data-urlencode a@b https://example.com',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a command of curl: --data-urlencode with a file cannot be converted',
      },
    },
  ],
  run({ input, now, options: { to } }) {
    const sentence = 'Cannot read property "input" as a command of curl';
    const commands = refusing(sentence, () =>
      shellCommands(posixText(input.replace(/^[ \t]*[$#>][ \t]+(?=\S*curl)/gm, ''))),
    );
    const curls = commands.filter(({ words }) => words.some(isCurl));
    const [command] = curls;
    if (command === undefined || curls.length > 1)
      throw invalid(`Cannot read property "input": it must have one command of curl, got ${curls.length}`);
    const request = refusing(sentence, () => readCurl(command.words));
    const [name, mime] = NAMES[to];
    return text(WRITERS[to](request, now), { name, mime });
  },
});

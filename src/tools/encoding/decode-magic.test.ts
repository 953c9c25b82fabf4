import { expect, it } from 'vitest';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import decodeMagic from './decode-magic.js';

/** Sentences wrapped by Python's standard library in one to three layers, chosen by a seed. */
const WRAP = `
import base64, binascii, gzip, zlib, urllib.parse, html, quopri, codecs, random, json, sys
words = "the quick brown fox jumps over lazy dog and then she said that nothing will ever be same again because rain had washed away every trace of our small garden by river where children used to play".split()
r = random.Random(5)
text = {
  'base64': lambda b: base64.b64encode(b), 'base64url': lambda b: base64.urlsafe_b64encode(b), 'base32': lambda b: base64.b32encode(b),
  'hex': lambda b: binascii.hexlify(b), 'hex space': lambda b: b' '.join(b'%02x' % c for c in b),
  'url': lambda b: ''.join('%%%02X' % c for c in b).encode(), 'binary': lambda b: b' '.join(format(c, '08b').encode() for c in b),
  'decimal': lambda b: b' '.join(str(c).encode() for c in b), 'entities': lambda b: ''.join('&#%d;' % c for c in b).encode(),
  'rot13': lambda b: codecs.encode(b.decode('latin1'), 'rot13').encode('latin1'), 'reverse': lambda b: b[::-1],
}
binary = {'gzip': lambda b: base64.b64encode(gzip.compress(b, mtime=0)), 'zlib': lambda b: binascii.hexlify(zlib.compress(b))}
out = []
for i in range(300):
    sentence = (' '.join(r.choice(words) for _ in range(r.randint(6, 14)))).capitalize() + '.'
    b = sentence.encode(); names = []
    for layer in range(r.randint(1, 3)):
        if layer > 0:
            names.append(r.choice([n for n in text if n not in ('rot13', 'reverse')] + list(binary)))
        else:
            names.append(r.choice(list(text) + list(binary)))
        b = {**text, **binary}[names[-1]](b)
    out.append([sentence, names, b.decode('latin1')])
print(json.dumps(out))
`;

exhaustive.skipIf(!hasProgram('python3', ['--version'], 'decode-magic on what Python wrapped'))(
  'finds nearly every sentence that Python wrapped',
  async () => {
    const cases = JSON.parse(runProgram('python3', ['-c', WRAP]).toString()) as [string, string[], string][];
    const missed: unknown[] = [];
    for (const [sentence, names, wrapped] of cases) {
      if (wrapped.length > 100_000) continue;
      const answer = await runTool(decodeMagic, { input: wrapped });
      const { results } = answer.data as { results: readonly { text?: string }[] };
      if (results[0]?.text !== sentence) missed.push([names, sentence, results[0]]);
    }
    expect(missed.length, JSON.stringify(missed.slice(0, 6), null, 1)).toBeLessThanOrEqual(15);
  },
);

it('says of a picture in base64 what it is', async () => {
  const answer = await runTool(decodeMagic, { input: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' });
  expect((answer.data as { results: unknown[] }).results[0]).toMatchObject({ steps: ['base64'], mime: 'image/gif' });
});

it('leaves plain text alone', async () => {
  const input = 'Nothing is encoded here, it is only a sentence.';
  const answer = await runTool(decodeMagic, { input });
  expect((answer.data as { results: unknown[] }).results[0]).toMatchObject({ steps: [], text: input });
});

/** 20 kinds of text in 24 encodings, and as they are, by Python's standard library. */
const KINDS = `
import base64, binascii, gzip, zlib, urllib.parse, html, quopri, codecs, random, json, sys
r = random.Random(int(sys.argv[1]))
W = "order user report invoice network garden winter small market window public answer river simple number method signal letter animal morning station yellow number travel paper doctor village between history language system picture".split()
w = lambda n=1: ' '.join(r.choice(W) for _ in range(n))
num = lambda: r.randint(1, 99999)
def jwt():
    p = lambda o: base64.urlsafe_b64encode(json.dumps(o, separators=(',', ':')).encode()).decode().rstrip('=')
    return p({'alg': 'HS256', 'typ': 'JWT'}) + '.' + p({'sub': str(num()), 'name': w(2), 'iat': num()}) + '.' + base64.urlsafe_b64encode(r.randbytes(32)).decode().rstrip('=')
KINDS = {
 'english': lambda: f"The {w()} of the {w()} was not as {w()} as they had hoped, and {w(2)} went on until the {w()} closed.",
 'german': lambda: f"Der {r.choice(['Bericht','Garten','Winter'])} war größer als erwartet, und die Straße nach {r.choice(['Köln','Ulm','Bonn'])} blieb wegen Schnee gesperrt.",
 'french': lambda: f"L'été dernier, nous avons visité {r.choice(['une forêt','un château','la côte'])} près de {r.choice(['Nîmes','Orléans','Besançon'])} où tout était calme.",
 'russian': lambda: f"Вчера вечером мы {r.choice(['читали','искали','видели'])} старую книгу о {r.choice(['реке','городе','зиме'])} и долго говорили.",
 'japanese': lambda: f"{r.choice(['今日','昨日','明日'])}は天気がいいので、{r.choice(['公園','海','山'])}に行きました。",
 'json': lambda: json.dumps({'id': num(), w(): w(3), 'tags': [w(), w()], 'active': True, 'price': num() / 100}),
 'jwt': jwt,
 'url': lambda: f"https://{w()}.example.{r.choice(['com','org','de'])}/{w()}/{num()}?{w()}={w()}&id={num()}#{w()}",
 'url escaped': lambda: f"https://www.example.com/search?q={urllib.parse.quote(w(3))}&lang=en",
 'html': lambda: f'<div class="{w()}"><a href="/{w()}?id={num()}">{w(2)}</a><br><b>{w()}</b></div>',
 'xml': lambda: f'<?xml version="1.0"?>\\n<{W[0]} id="{num()}">\\n  <name>{w(2)}</name>\\n  <{W[2]}/>\\n</{W[0]}>',
 'shell': lambda: f'for f in *.{r.choice(["log","txt"])}; do grep -v "{w()}" "$f" | sort -u > /tmp/{w()}_$f && echo done; done',
 'python': lambda: f"def {w()}_{w()}(value, limit={num()}):\\n    if value is None:\\n        return []\\n    return [x for x in value if x != '{w()}']\\n",
 'javascript': lambda: f"const {w()} = await fetch('/api/{w()}'); if (!{w()}.ok) {{ throw new Error(\`{w(2)}\`); }}",
 'sql': lambda: f"SELECT id, {w()}, COUNT(*) FROM {w()} WHERE {w()} = '{w()}' AND id > {num()} GROUP BY id ORDER BY id DESC;",
 'csv': lambda: "id,name,price\\n" + "\\n".join(f"{i},{w(2)},{num()/100}" for i in range(1, 5)),
 'yaml': lambda: f"name: {w(2)}\\nversion: {num()}\\nservices:\\n  - {w()}\\n  - {w()}\\nenabled: true\\n",
 'log': lambda: f'192.168.{r.randint(0,255)}.{r.randint(0,255)} - - [12/Mar/2024:10:{r.randint(10,59)}:12 +0000] "GET /{w()} HTTP/1.1" 200 {num()}',
 'path': lambda: f"C:\\\\Users\\\\{w()}\\\\Documents\\\\{w()} {w()}.docx",
 'mail': lambda: f"From: {w()}@example.com\\nTo: {w()}@example.org\\nSubject: {w(4)}\\n\\nHello {w()},\\nplease find the {w()} attached.",
}
u = lambda f: (lambda t: f(t.encode()))
ENC = {
 'base64': u(lambda b: base64.b64encode(b).decode()), 'base64 lines': u(lambda b: base64.encodebytes(b).decode()), 'base64url': u(lambda b: base64.urlsafe_b64encode(b).decode().rstrip('=')),
 'base32': u(lambda b: base64.b32encode(b).decode()), 'hex': u(lambda b: b.hex()), 'hex 0x': u(lambda b: ', '.join('0x%02X' % c for c in b)), 'hex x': u(lambda b: ''.join('\\\\x%02x' % c for c in b)),
 'binary': u(lambda b: ' '.join(format(c, '08b') for c in b)), 'decimal': u(lambda b: ' '.join(map(str, b))),
 'octal': u(lambda b: ' '.join('%03o' % c for c in b)), 'octal short': u(lambda b: ' '.join('%o' % c for c in b)), 'octal slash': u(lambda b: ''.join('\\\\%03o' % c for c in b)), 'octal 0o': u(lambda b: ' '.join('0%o' % c for c in b)),
 'url all': u(lambda b: ''.join('%%%02X' % c for c in b)), 'url': lambda t: urllib.parse.quote(t, safe=''), 'entities': lambda t: ''.join('&#%d;' % ord(c) for c in t),
 'unicode': lambda t: json.dumps(t)[1:-1] if not t.isascii() else ''.join('\\\\u%04x' % ord(c) for c in t),
 'gzip': u(lambda b: base64.b64encode(gzip.compress(b, mtime=0)).decode()), 'zlib': u(lambda b: zlib.compress(b).hex()),
 'double': u(lambda b: base64.b64encode(b.hex().encode()).decode()), 'base85': u(lambda b: base64.b85encode(b).decode()), 'ascii85': u(lambda b: base64.a85encode(b).decode()),
 'rot13': lambda t: codecs.encode(t, 'rot13'), 'reverse': lambda t: t[::-1], 'none': lambda t: t,
}
out = []
for k, make in KINDS.items():
    for e, enc in ENC.items():
        for _ in range(int(sys.argv[2])):
            t = make()
            if e in ('rot13', 'reverse') and (k in ('russian', 'japanese', 'path')): continue
            out.append([k, e, t, enc(t)])
print(json.dumps(out))
`;

async function missedKinds(seed: number, each: number): Promise<{ cases: number; missed: string[] }> {
  const made = runProgram('python3', ['-c', KINDS, `${seed}`, `${each}`]).toString();
  const cases = JSON.parse(made) as [kind: string, encoding: string, plain: string, encoded: string][];
  const missed: string[] = [];
  for (const [kind, encoding, plain, encoded] of cases) {
    const { data } = await runTool(decodeMagic, { input: encoded });
    const { results, warnings } = data as { results: readonly { text?: string }[]; warnings: string[] };
    const at = results.findIndex(({ text }) => text === plain);
    // What holds a layer by itself is decoded first.
    const isPlain = encoding === 'none' && kind !== 'jwt' && kind !== 'url escaped';
    if (at < 0 || at > (isPlain ? 0 : 2) || (isPlain && warnings.length === 0))
      missed.push(`${kind}, ${encoding}: ${encoded}`);
  }
  return { cases: cases.length, missed };
}

const hasPython = hasProgram('python3', ['--version'], 'decode-magic on 20 kinds of text');

exhaustive.skipIf(!hasPython)('finds JSON, tokens, URLs, markup, code and prose in every encoding', async () => {
  const { cases, missed } = await missedKinds(1, 1);
  expect(cases).toBeGreaterThan(100);
  expect(missed.length / cases, missed.join('\n')).toBeLessThan(0.02);
});

exhaustive.skipIf(!hasPython)('finds what was encoded among the first three in 98 of 100 cases', async () => {
  const { cases, missed } = await missedKinds(9, 3);
  expect(missed.length / cases, missed.join('\n')).toBeLessThan(0.02);
});

// Spellings that CyberChef, editors and other converters write.
it.each([
  ['octal', '110 145 154 154 157 054 040 167 157 162 154 144'],
  ['octal', '\\110\\145\\154\\154\\157\\054\\040\\167\\157\\162\\154\\144'],
  ['octal', '0110 0145 0154 0154 0157 054 040 0167 0157 0162 0154 0144'],
  ['octal', '0o110, 0o145, 0o154, 0o154, 0o157, 0o54, 0o40, 0o167, 0o157, 0o162, 0o154, 0o144'],
  ['octal', '110145154154157054040167157162154144'],
  ['base58', '2NEpo7TZsLFA2wMeK'],
  ['base45', '%69 VDK2EV4404ESVD'],
  ['morse', '.... . .-.. .-.. --- --..-- / .-- --- .-. .-.. -..'],
  ['code-points', 'U+0048 U+0065 U+006C U+006C U+006F U+002C U+0020 U+0077 U+006F U+0072 U+006C U+0064'],
  ['uuencode', "begin 644 a.txt\n,2&5L;&\\L('=O<FQD\n`\nend\n"],
])('reads %s: %s', async (layer, input) => {
  const { data } = await runTool(decodeMagic, { input });
  const { results } = data as { results: readonly { steps: string[]; text?: string }[] };
  const found = results.slice(0, 3).find(({ text }) => text?.toLowerCase() === 'hello, world');
  expect(found?.steps, JSON.stringify(results.slice(0, 3))).toEqual([layer]);
});

exhaustive('the longest text of every layer is read in time in proportion to its length', async () => {
  for (const part of [
    '48 ',
    'ab',
    'SGVs',
    '\\110',
    '=41',
    '%41',
    '&#65;',
    '.- ',
    'the cat ',
    'gur png ',
    '{"a":',
    'eyJ',
  ])
    await expectLinear(1500, async (length) => {
      expect((await runTool(decodeMagic, { input: part.repeat(length) })).status).toBe(200);
    });
});

const XOR = `
import base64, json, random, sys
r = random.Random(11)
words = "order user report invoice network garden winter small market window public answer river simple number method signal letter animal morning the and of that with from this have were which their said".split()
out = []
for i in range(int(sys.argv[1])):
    length = r.choice([1, 1, 2, 3, 4, 5, 6, 8])
    text = ' '.join(r.choice(words) for _ in range(length * 8 + r.randint(8, 20))).capitalize() + '.'
    key = r.randbytes(length)
    while length > 1 and len(set(key)) < length or 0 in key: key = r.randbytes(length)
    b = bytes(c ^ key[i % length] for i, c in enumerate(text.encode()))
    out.append([text, key.hex(), b.hex() if r.random() < 0.5 else base64.b64encode(b).decode()])
print(json.dumps(out))
`;

inRounds.skipIf(!hasPython)('finds the key of XOR in texts that Python enciphered', [20, 400], async (rounds) => {
  const cases = JSON.parse(runProgram('python3', ['-c', XOR, String(rounds)]).toString()) as [string, string, string][];
  const missed: string[] = [];
  for (const [text, key, wrapped] of cases) {
    const { data } = await runTool(decodeMagic, { input: wrapped });
    const { results, stopped } = data as { results: { text?: string; steps: string[] }[]; stopped: string };
    if (results[0]?.text !== text || stopped !== 'readable')
      missed.push(`${key} ${wrapped}: ${results[0]?.steps} ${results[0]?.text} ${stopped}`);
  }
  expect(missed.length / rounds, missed.slice(0, 5).join('\n')).toBeLessThanOrEqual(0.1);
});

it('says why it stopped', async () => {
  const twice = Buffer.from(Buffer.from('The cat sat on the mat and slept').toString('base64')).toString('base64');
  const stopped = async (input: string, options = {}): Promise<unknown> =>
    ((await runTool(decodeMagic, { input, options })).data as { stopped: unknown }).stopped;
  expect(await stopped(twice)).toBe('readable');
  expect(await stopped(twice, { depth: 1 })).toBe('depth');
  expect(await stopped('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')).toBe('file');
  expect(await stopped('qzx jkw vvq')).toBe('unknown');
});

import { expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
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

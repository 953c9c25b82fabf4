/**
 * `npm run all -- http://127.0.0.1:PORT`: the subtitles that the service writes, read by programs that nobody here wrote. Chromium
 * loads the WebVTT as a track of a video; a parser package reads each format. Words, lines and times must be those of the JSON.
 * Chromium is Debian's, or what `CHROMIUM` names. Exits 1 when something is not as expected.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { parse as parseSrtOrVtt } from '@plussub/srt-vtt-parser';
import { parse as parseAss } from 'ass-compiler';
import clrc from 'clrc';
import { chromium } from 'playwright-core';
import webvtt from 'webvtt-parser';

const origin = process.argv[2] ?? 'http://127.0.0.1:8080';
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const audio = readFileSync(join(import.meta.dirname, '../../fixtures/audio/hello.mp3'));
// The entities of HTML, which the parser wants to be given.
const entities = JSON.parse(
  readFileSync(join(import.meta.dirname, 'node_modules/webvtt-parser/html-entities.json'), 'utf8'),
);

// Ordinary lines, marks and speakers, and every sign that one of the formats gives a meaning to.
const transcripts = {
  'ordinary lines': 'Hello, world!\nDr. Smith paid $5.20 on March 3rd, 1999.',
  'a mark and a speaker': '[Chorus]\nHello, world!\nSAM: Dr. Smith paid $5.20 on March 3rd, 1999.',
  'one long line': 'Hello, world! Dr. Smith paid $5.20 on March 3rd, 1999.',
  'signs of the formats': '“Hello”, <i>world</i> & co!\nDr. {Smith} paid --> $5.20 \\N on [March] 3rd, 1999.',
  'words that nobody says':
    'Title of the song by somebody\nHello, world!\nDr. Smith quickly paid $5.20 on March 3rd, 1999.',
};

let failed = 0;
function expect(what, found, wanted) {
  const isSo = JSON.stringify(found) === JSON.stringify(wanted);
  if (!isSo) failed += 1;
  console.log(`${isSo ? 'as expected' : 'NOT AS EXPECTED'}: ${what}`);
  if (!isSo) console.log(`  found  ${JSON.stringify(found)}\n  wanted ${JSON.stringify(wanted)}`);
}

async function subtitlesOf(transcript) {
  const response = await fetch(`${origin}/api/v1/tools/karaoke-subtitles/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      options: { transcript },
      files: [{ name: 'hello.mp3', bytes: audio.length, base64: audio.toString('base64') }],
    }),
  });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(answer.error)}`);
  const { data, files: written } = answer.result;
  const files = new Map(
    written.map(({ name, base64 }) => [name.slice(-3), Buffer.from(base64, 'base64').toString('utf8')]),
  );
  return { words: data.words, files };
}

const milliseconds = (seconds) => Math.round(seconds * 1000);
// An arrow is the one thing that SRT cannot hold: there it is written shorter.
const folded = (text) => text.replaceAll('-->', '->').replace(/\s+/g, ' ').trim();

/** Serves a page with the track, for Chromium takes none from a file or a data address of another origin. */
async function withPage(vtt, use) {
  const server = createServer((request, response) => {
    const isTrack = request.url === '/a.vtt';
    response.setHeader('content-type', isTrack ? 'text/vtt;charset=utf-8' : 'text/html;charset=utf-8');
    response.end(isTrack ? vtt : '<!doctype html><video><track id="t" src="/a.vtt" kind="subtitles" default></video>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

/** What Chromium makes of a track: its cues, with the text that it shows and the times inside. */
async function readInChromium(browser, vtt) {
  return withPage(vtt, async (address) => {
    const page = await browser.newPage();
    await page.goto(address);
    const cues = await page.evaluate(async () => {
      const element = document.getElementById('t');
      element.track.mode = 'showing';
      for (let waited = 0; element.readyState < 2 && waited < 100; waited++)
        await new Promise((go) => setTimeout(go, 50));
      if (element.readyState !== 2) return undefined;
      return [...element.track.cues].map((cue) => {
        const parts = [];
        const walker = document.createTreeWalker(cue.getCueAsHTML(), NodeFilter.SHOW_ALL);
        // Chromium keeps an inline time as a processing instruction "timestamp".
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) parts.push({ time: node.data });
          else if (node.nodeType === Node.TEXT_NODE) parts.push({ text: node.data });
        }
        return { id: cue.id, start: cue.startTime, end: cue.endTime, parts };
      });
    });
    await page.close();
    return cues;
  });
}

function containsWords(text, wanted) {
  const found = text.split(' ');
  let at = 0;
  for (const word of wanted.split(' ')) {
    at = found.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const textOf = ({ children = [], value = '', type }) =>
  (type === 'timestamp' ? '' : value) + children.map(textOf).join('');
const timesOf = ({ children = [], value, type }) => [
  ...(type === 'timestamp' ? [milliseconds(value)] : []),
  ...children.flatMap(timesOf),
];

function clockToMilliseconds(clock) {
  return milliseconds(clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0));
}

const browser = existsSync(executablePath)
  ? await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
  : undefined;
if (browser === undefined) console.log(`NOT RUN: Chromium, there is none at ${executablePath}`);

for (const [name, transcript] of Object.entries(transcripts)) {
  const { words, files } = await subtitlesOf(transcript);
  const heard = words.filter(({ start, end }) => end > start);
  const starts = heard.map(({ start }) => milliseconds(start));
  const spoken = folded(heard.map(({ word }) => word).join(' '));

  const srt = parseSrtOrVtt(files.get('srt')).entries;
  const cues = srt.map(({ from, to, text }) => [from, to, folded(text)]);
  expect(
    `${name}: SRT has the heard words in their order`,
    containsWords(cues.map(([, , text]) => text).join(' '), spoken),
    true,
  );
  expect(
    `${name}: SRT cues follow each other`,
    cues.every(([from, to], i) => from < to && to <= (cues[i + 1]?.[0] ?? Infinity)),
    true,
  );

  const { cues: strict, errors } = new webvtt.WebVTTParser(entities).parse(files.get('vtt'), 'subtitles');
  expect(`${name}: WebVTT has no error`, errors, []);
  expect(
    `${name}: WebVTT has the cues of the SRT`,
    strict.map(({ startTime, endTime, tree }) => [
      milliseconds(startTime),
      milliseconds(endTime),
      folded(textOf(tree)),
    ]),
    cues,
  );
  expect(
    `${name}: a second WebVTT parser has them too`,
    parseSrtOrVtt(files.get('vtt')).entries.map(({ from, to }) => [from, to]),
    cues.map(([from, to]) => [from, to]),
  );
  // The first word of a cue begins with it and has no time of its own.
  const inline = strict.flatMap(({ startTime, tree }) => [milliseconds(startTime), ...timesOf(tree)]);
  expect(
    `${name}: WebVTT has the start of every word`,
    starts.filter((start) => !inline.includes(start)),
    [],
  );

  if (browser !== undefined) {
    const shown = await readInChromium(browser, files.get('vtt'));
    const textIn = ({ parts }) => folded(parts.map(({ text = '' }) => text).join(''));
    expect(
      `${name}: Chromium has the cues of the SRT`,
      shown?.map((cue) => [milliseconds(cue.start), milliseconds(cue.end), textIn(cue)]),
      cues,
    );
    const within = shown?.map(({ parts }) =>
      parts.flatMap(({ time }) => (time === undefined ? [] : [clockToMilliseconds(time)])),
    );
    expect(
      `${name}: Chromium has the inline times`,
      within,
      strict.map(({ tree }) => timesOf(tree)),
    );
  }

  const { events } = parseAss(files.get('ass'));
  const dialogue = events.dialogue.map(({ Start, End, Text }) => ({ from: Start, to: End, parts: Text.parsed }));
  const near = (a, b) => Math.abs(a - b) <= 0.0101;
  expect(
    `${name}: ASS has a line a cue, at its time`,
    dialogue.map(({ from, to }, i) => near(from, cues[i]?.[0] / 1000) && near(to, cues[i]?.[1] / 1000)),
    cues.map(() => true),
  );
  const lengths = dialogue.map(({ parts }) =>
    parts.flatMap(({ tags }) => tags.map((tag) => tag.kf ?? tag.k ?? 0)).reduce((sum, part) => sum + part, 0),
  );
  expect(
    `${name}: ASS sweeps add up to the line`,
    lengths,
    dialogue.map(({ from, to }) => Math.round(100 * (to - from))),
  );
  const swept = dialogue.flatMap(({ from, parts }) => {
    let at = Math.round(100 * from);
    return parts.flatMap(({ tags }) =>
      tags.flatMap((tag) => {
        const start = at;
        at += tag.kf ?? tag.k ?? 0;
        return (tag.kf ?? 0) > 0 ? [start] : [];
      }),
    );
  });
  expect(
    `${name}: ASS sweeps begin with the words`,
    swept.length === starts.length && swept.every((at, i) => Math.abs(10 * at - starts[i]) <= 20),
    true,
  );

  const lyrics = clrc
    .parseEnhanced(files.get('lrc'))
    .filter(({ type }) => type === 'enhanced_lyric' || type === 'lyric');
  expect(
    `${name}: LRC has a line a cue, at its time`,
    lyrics.map(({ startMillisecond }, i) => Math.abs(startMillisecond - cues[i]?.[0]) <= 10),
    cues.map(() => true),
  );
  const stamped = [...files.get('lrc').matchAll(/<(\d+):([\d.]+)>/g)].map(([, minutes, seconds]) =>
    Math.round(1000 * (60 * Number(minutes) + Number(seconds))),
  );
  const sung = lyrics.flatMap(({ words: timed = [] }) =>
    timed.filter(({ content }) => content.trim() !== '').map(({ startMillisecond }) => startMillisecond),
  );
  expect(
    `${name}: LRC has the start of every word`,
    starts.filter((start) => !(sung.length > 0 ? sung : stamped).some((at) => Math.abs(at - start) <= 10)),
    [],
  );
}

await browser?.close();
console.log(failed === 0 ? 'all as expected' : `${failed} not as expected`);
process.exitCode = failed === 0 ? 0 : 1;

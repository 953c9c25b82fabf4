import { formatRecord } from '../csv/write.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';
import { classOfColor, tagsOf } from './markup.js';
import type { SubtitleFormat } from './read.js';
import { BOTTOM_CENTER, type Run, type Subtitle, textOfRuns } from './subtitles.js';
import { writeTimecode } from './timecodes.js';
import { writeAssFile } from './write-ass.js';

/** Writes subtitles in a format; `fps` is for MicroDVD. Looks and places are written where `Subtitle` has them and the format can. */
export const writeSubtitles = (subtitles: readonly Subtitle[], format: SubtitleFormat, fps: number): string =>
  WRITERS[format](subtitles, fps);

const WRITERS: Readonly<Record<SubtitleFormat, (subtitles: readonly Subtitle[], fps: number) => string>> = {
  srt: (subtitles) => subtitles.map(srtBlock).join('\n'),
  vtt: (subtitles) => `WEBVTT\n${subtitles.map(vttBlock).join('')}`,
  ass: writeAssFile,
  sbv: (subtitles) => subtitles.map(sbvBlock).join('\n'),
  ttml: writeTtml,
  lrc: writeLrc,
  sub: (subtitles, fps) => `{1}{1}${fps}\n${subtitles.map((subtitle) => microDvdLine(subtitle, fps)).join('')}`,
  json: (subtitles) => `${JSON.stringify({ cues: subtitles.map(cueEntry) }, null, 2)}\n`,
  csv: (subtitles) =>
    [['start', 'end', 'text', 'speaker'], ...subtitles.map(csvRow)]
      .map((row) => `${formatRecord(row, ',')}\n`)
      .join(''),
};

/** A blank line would end the subtitle. */
const noBlankLines = (text: string): string => text.replace(/\n{2,1000}/g, '\n');

const fontTags = (color: string): readonly [string, string] => [`<font color="${color}">`, '</font>'];

function srtBlock({ startMs, endMs, runs, place }: Subtitle, index: number): string {
  const marked = runs.map((run) => {
    const [start, end] = tagsOf(run, fontTags);
    return `${start}${run.text.replaceAll('-->', '->')}${end}`;
  });
  const times = `${writeTimecode(startMs, { mark: ',' })} --> ${writeTimecode(endMs, { mark: ',' })}`;
  return `${index + 1}\n${times}\n${place === BOTTOM_CENTER ? '' : `{\\an${place}}`}${noBlankLines(marked.join(''))}\n`;
}

const COLUMNS = ['start', 'center', 'end'] as const;
const ROWS = ['', ' line:50%', ' line:0'] as const;

function vttBlock({ startMs, endMs, runs, place, speaker }: Subtitle, index: number): string {
  const marked = runs.map((run) => {
    const [start, end] = tagsOf(run, vttColor);
    // WebVTT has no tag for struck text.
    return `${start.replace('<s>', '')}${escapeXmlText(run.text)}${end.replace('</s>', '')}`;
  });
  const column = COLUMNS[(place - 1) % 3] ?? 'center';
  const row = ROWS[Math.floor((place - 1) / 3)] ?? '';
  const align = column === 'center' ? '' : ` position:${column === 'start' ? 5 : 95}% align:${column}`;
  const voice = speaker === '' ? '' : `<v ${escapeXmlText(speaker.replace(/\s{1,200}/g, ' '))}>`;
  const times = `${writeTimecode(startMs, { mark: '.' })} --> ${writeTimecode(endMs, { mark: '.' })}`;
  return `\n${index + 1}\n${times}${row}${align}\n${voice}${noBlankLines(marked.join(''))}\n`;
}

function vttColor(color: string): readonly [string, string] {
  const name = classOfColor(color);
  return name === '' ? ['', ''] : [`<c.${name}>`, '</c>'];
}

function sbvBlock({ startMs, endMs, runs }: Subtitle): string {
  const [start, end] = [startMs, endMs].map((ms) => writeTimecode(ms, { mark: '.', hourDigits: 1 }));
  return `${start},${end}\n${noBlankLines(textOfRuns(runs))}\n`;
}

const joinedLines = (runs: readonly Run[], mark: string): string => textOfRuns(runs).replace(/\n{1,1000}/g, mark);

/** A line of its own for each end that the next subtitle does not tell. */
function writeLrc(subtitles: readonly Subtitle[]): string {
  const stamp = (ms: number): string => {
    const hundredths = Math.round(ms / 10);
    const two = (value: number): string => String(value).padStart(2, '0');
    return `[${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}]`;
  };
  return subtitles
    .map(({ startMs, endMs, runs }, index) => {
      const next = subtitles[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
      const text = joinedLines(runs, ' ').replaceAll('[', '(').replaceAll(']', ')');
      return `${stamp(startMs)}${text}\n${endMs < next ? `${stamp(endMs)}\n` : ''}`;
    })
    .join('');
}

function microDvdLine({ startMs, endMs, runs }: Subtitle, fps: number): string {
  const frame = (ms: number): number => Math.round((ms * fps) / 1000);
  const isWhole = (has: (run: Run) => boolean): boolean => runs.every(has);
  const marks = [
    ...(isWhole(({ bold }) => bold) ? ['b'] : []),
    ...(isWhole(({ italic }) => italic) ? ['i'] : []),
    ...(isWhole(({ underline }) => underline) ? ['u'] : []),
  ];
  const look = marks.length === 0 ? '' : `{Y:${marks.join(',')}}`;
  // Brackets and bars would be read as marks.
  const text = textOfRuns(runs)
    .replaceAll('|', '/')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .replace(/\n{1,1000}/g, '|');
  return `{${frame(startMs)}}{${Math.max(frame(endMs), frame(startMs) + 1)}}${look}${text}\n`;
}

/** As JSON and data have it: seconds. */
const cueEntry = ({ startMs, endMs, runs, speaker, place }: Subtitle) => ({
  start: startMs / 1000,
  end: endMs / 1000,
  text: taggedText(runs),
  ...(speaker === '' ? {} : { speaker }),
  ...(place === BOTTOM_CENTER ? {} : { place }),
});

const taggedText = (runs: readonly Run[]): string =>
  runs
    .map((run) => {
      const [start, end] = tagsOf(run, fontTags);
      return `${start}${run.text}${end}`;
    })
    .join('');

const csvRow = ({ startMs, endMs, runs, speaker }: Subtitle): string[] => [
  writeTimecode(startMs, { mark: '.' }),
  writeTimecode(endMs, { mark: '.' }),
  taggedText(runs),
  speaker,
];

const TTML_ROWS = ['after', 'center', 'before'] as const;

function writeTtml(subtitles: readonly Subtitle[]): string {
  const places = [...new Set(subtitles.map(({ place }) => place))].sort((one, other) => one - other);
  const regions = places.map((place) => {
    const row = TTML_ROWS[Math.floor((place - 1) / 3)] ?? 'after';
    const column = COLUMNS[(place - 1) % 3] ?? 'center';
    return `      <region xml:id="place${place}" tts:origin="5% 5%" tts:extent="90% 90%" tts:displayAlign="${row}" tts:textAlign="${column}"/>\n`;
  });
  const lines = subtitles.map(({ startMs, endMs, runs, place }) => {
    const [begin, end] = [startMs, endMs].map((ms) => writeTimecode(ms, { mark: '.' }));
    return `      <p begin="${begin}" end="${end}" region="place${place}">${runs.map(ttmlSpan).join('')}</p>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="">
  <head>
    <layout>
${regions.join('')}    </layout>
  </head>
  <body>
    <div>
${lines.join('')}    </div>
  </body>
</tt>
`;
}

const EVERY_NOT_XML = new RegExp(NOT_XML.source, 'gu');

function ttmlSpan(run: Run): string {
  const text = escapeXmlText(run.text.replace(EVERY_NOT_XML, '\ufffd')).replaceAll('\n', '<br/>');
  const decoration = [...(run.underline ? ['underline'] : []), ...(run.strike ? ['lineThrough'] : [])].join(' ');
  const attributes = [
    ...(run.bold ? [['fontWeight', 'bold']] : []),
    ...(run.italic ? [['fontStyle', 'italic']] : []),
    ...(decoration === '' ? [] : [['textDecoration', decoration]]),
    ...(run.color === '' ? [] : [['color', run.color]]),
  ].map(([name, value = '']) => ` tts:${name}="${escapeXmlAttribute(value)}"`);
  return attributes.length === 0 ? text : `<span${attributes.join('')}>${text}</span>`;
}

import { useEffect, useRef, useState } from 'preact/hooks';

import type { ReturnedFile } from '../run.js';
import type { FormFile } from '../session.js';
import { clockText } from '../units.js';
import { words } from '../words/words.js';
import { useBlobUrl } from './blob-url.js';
import { fileKind } from './file-kinds.js';
import { readTimedLines, type TimedLine } from './timed-words.js';

/** The sound that was sent, with the words of the subtitles lit while they are said. */
export function KaraokeView({ media, subtitles }: { readonly media: FormFile; readonly subtitles: ReturnedFile }) {
  const url = useBlobUrl(media.blob);
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [time, setTime] = useState(0);
  const [lines, setLines] = useState<readonly TimedLine[]>([]);
  useEffect(
    () =>
      void subtitles
        .blob()
        .text()
        .then((text) => setLines(readTimedLines(text))),
    [subtitles],
  );
  useEffect(() => {
    let frame = 0;
    // `timeupdate` comes four times a second, words come faster.
    const follow = () => {
      const element = player.current;
      if (element !== null) setTime(element.currentTime);
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, []);
  if (lines.length === 0) return null;
  const isVideo = fileKind(media.mime, media.name) === 'video';
  const seek = (line: TimedLine) => {
    const element = player.current;
    if (element === null) return;
    element.currentTime = line.start;
    void element.play();
  };
  /* biome-ignore-start lint/a11y/useMediaCaption: the words stand below, lit while they are said. */
  return (
    <section class="karaoke" aria-label={words.result.karaoke}>
      {url !== undefined &&
        (isVideo ? (
          <video ref={player} class="player" controls src={url} aria-label={media.name} />
        ) : (
          <audio ref={player} class="player" controls src={url} aria-label={media.name} />
        ))}
      <ol class="karaoke-lines">
        {lines.map((line) => (
          <li key={line.start} class={time >= line.start && time < line.end ? 'now' : undefined}>
            <button type="button" class="karaoke-line" onClick={() => seek(line)}>
              <span class="karaoke-time">{clockText(line.start)}</span>
              <span class="karaoke-words">
                {line.words.map((word) => (
                  <span key={word.start} class={stateOf(time, word.start, word.end)}>
                    {word.text}
                  </span>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
  /* biome-ignore-end lint/a11y/useMediaCaption: see above. */
}

function stateOf(time: number, start: number, end: number): string {
  if (time >= end) return 'said';
  return time >= start && time > 0 ? 'saying' : 'to-say';
}

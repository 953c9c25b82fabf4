/** A labelled chain of sound from zero on, in planar floats, and its length in samples at the rate of the result. */
export interface FadedPart {
  readonly label: string;
  readonly samples: number;
}

/**
 * The graph that adds parts as `[out]`, each fading into the next over so many samples, evenly. Not by the filter `acrossfade`: FFmpeg 7
 * reads all inputs at once, and that filter ends where the second has been read before the first is heard.
 */
export function crossFadeGraph(parts: readonly FadedPart[], fade: number, out: string): string {
  const whole = parts.reduce((sum, { samples }) => sum + samples, 0) - fade * (parts.length - 1);
  let start = 0;
  const chains = parts.map(({ label, samples }, index) => {
    const steps = [
      ...(index === 0 ? [] : [`afade=t=in:ss=0:ns=${fade}:curve=tri`]),
      ...(index === parts.length - 1 ? [] : [`afade=t=out:ss=${samples - fade}:ns=${fade}:curve=tri`]),
      ...(start === 0 ? [] : [`adelay=${start}S:all=1`]),
      `apad=whole_len=${whole}`,
    ];
    start += samples - fade;
    return `[${label}]${steps.join(',')}[faded${index}]`;
  });
  const labels = parts.map((_, index) => `[faded${index}]`).join('');
  return [
    ...chains,
    `${labels}amix=inputs=${parts.length}:duration=longest:normalize=0,atrim=end_sample=${whole}[${out}]`,
  ].join(';');
}

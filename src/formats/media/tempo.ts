/**
 * Filters that make sound `speed` times as fast and its pitch `pitch` times as high: the rate is declared to be another one, which changes
 * both, and the tempo is set right. The tempo filter works best between a half and twice.
 */
export function tempoFilters(speed: number, pitch: number, sampleRate: number): string[] {
  const filters: string[] = [];
  if (pitch !== 1) filters.push(`asetrate=${Math.round(sampleRate * pitch)}`, `aresample=${sampleRate}`);
  let tempo = speed / pitch;
  while (tempo < 0.5 || tempo > 2) {
    const step = tempo < 0.5 ? 0.5 : 2;
    filters.push(`atempo=${step}`);
    tempo /= step;
  }
  if (Math.abs(tempo - 1) > 1e-6) filters.push(`atempo=${tempo.toFixed(6)}`);
  return filters;
}

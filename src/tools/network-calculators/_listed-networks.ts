import { listedValues } from '../../formats/lines/values-of-line.js';

/** Networks that a line lists; in `192.0.2.1, 255.255.255.0` the comma stands between an address and its mask. */
export function listedNetworks(line: string): string[] {
  const parts = listedValues(line);
  return parts.every((part) => part.includes('/')) ? parts : [line];
}

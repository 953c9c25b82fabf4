import { withoutSecrets } from './known-tools.js';

/** A pipeline that somebody has given a name, in this browser only. */
export interface SavedPipeline {
  readonly name: string;
  readonly steps: string;
}

const KEY = 'pipelines';
const MOST = 50;

/** In the order of their names. */
export function savedPipelines(): readonly SavedPipeline[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSaved) : [];
  } catch {
    // Storage is switched off or holds something else: nothing is saved.
    return [];
  }
}

const isSaved = (value: Partial<SavedPipeline> | null): value is SavedPipeline =>
  typeof value?.name === 'string' && typeof value.steps === 'string';

/** Saves it without passwords and keys, in the place of one of the same name. Whether it could be saved. */
export function savePipeline(name: string, steps: string): boolean {
  const others = savedPipelines().filter((known) => known.name !== name);
  if (others.length >= MOST) return false;
  return store([...others, { name, steps: withoutSecrets(steps) }]);
}

export const forgetPipeline = (name: string): boolean => store(savedPipelines().filter((known) => known.name !== name));

function store(pipelines: readonly SavedPipeline[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify([...pipelines].sort((a, b) => a.name.localeCompare(b.name))));
    return true;
  } catch {
    // Storage is full or switched off.
    return false;
  }
}

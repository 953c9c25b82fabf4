/** Lists of tools that this browser remembers; they never leave it. */

export function readIds(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Storage is switched off or holds something else: nothing is remembered.
    return [];
  }
}

export function writeIds(key: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // Storage is full or switched off: nothing is remembered.
  }
}

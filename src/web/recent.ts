const KEY = 'recent-tools';
const MOST = 6;

/** Ids of the tools run last in this browser, the latest first. They never leave it. */
export function recentTools(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    // Storage is switched off or holds something else: nothing is recent.
    return [];
  }
}

export function rememberTool(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...recentTools().filter((known) => known !== id)].slice(0, MOST)));
  } catch {
    // Storage is switched off: nothing is remembered.
  }
}

export function forgetTools(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is switched off: there is nothing to forget.
  }
}

import { useState } from 'preact/hooks';

import { Icon, type IconName } from './icons.js';
import { words } from './words/words.js';

type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const THEMES: Readonly<Record<Theme, { readonly icon: IconName; readonly next: Theme }>> = {
  system: { icon: 'system', next: 'light' },
  light: { icon: 'sun', next: 'dark' },
  dark: { icon: 'moon', next: 'system' },
};

/** What the script in the page's head has read before anything was drawn. */
function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is switched off: the choice holds for this page.
  }
}

export function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme);
  const { icon, next } = THEMES[theme];
  const now = words.frame.themes[theme];
  const choose = () => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" class="icon-button" onClick={choose} aria-label={words.frame.changeTheme(now)} title={now}>
      <Icon name={icon} />
    </button>
  );
}

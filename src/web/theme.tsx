import { useState } from 'preact/hooks';

import { Icon, type IconName } from './icons.js';

type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const THEMES: Readonly<Record<Theme, { readonly icon: IconName; readonly label: string; readonly next: Theme }>> = {
  system: { icon: 'system', label: 'Colours as the system has them', next: 'light' },
  light: { icon: 'sun', label: 'Light colours', next: 'dark' },
  dark: { icon: 'moon', label: 'Dark colours', next: 'system' },
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
  const { icon, label, next } = THEMES[theme];
  const choose = () => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" class="icon-button" onClick={choose} aria-label={`${label}. Change`} title={label}>
      <Icon name={icon} />
    </button>
  );
}

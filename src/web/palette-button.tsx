import { useEffect, useState } from 'preact/hooks';

import { Icon } from './icons.js';
import { lazy } from './lazy.js';
import { words } from './words/words.js';

const Palette = lazy(async () => (await import('./palette.js')).Palette);

/** Opens the list of tools, from every page: by a click, or by Ctrl-K. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" class="find-button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="search" size={16} />
        <span class="find-words">{words.common.findTool}</span>
        <kbd>{words.keys.ctrl} K</kbd>
      </button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}

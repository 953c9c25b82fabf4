import { useEffect, useRef, useState } from 'preact/hooks';

import { useFoundTools } from './found-tools.js';
import { Icon } from './icons.js';
import { familyName } from './names.js';
import { go, toolPath } from './router.js';
import { english, words } from './words/words.js';

const MOST = 9;

/** A list of tools over the page: recent ones, then what fits the words typed; arrow keys and Enter. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState('');
  const { tools: found, isLost } = useFoundTools(asked);
  const tools = found.slice(0, MOST);
  useEffect(() => {
    const { current } = dialog;
    if (current === null) return;
    // Escape closes a dialog by itself; a click beside it does here.
    const onClick = ({ target }: MouseEvent) => {
      if (target === current) current.close();
    };
    current.addEventListener('click', onClick);
    current.showModal();
    return () => current.removeEventListener('click', onClick);
  }, []);

  const open = (id: string) => {
    dialog.current?.close();
    void go(toolPath(id));
  };
  /** Down and up among the field and the tools below it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = tools;
    const stops = [...(dialog.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      stops[(at + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]?.focus();
    } else if (event.key === 'Enter' && at <= 0 && first !== undefined) {
      event.preventDefault();
      open(first.id);
    }
  };
  return (
    <dialog ref={dialog} class="palette" aria-label={words.common.findTool} onClose={onClose} onKeyDown={onKeyDown}>
      <search class="palette-field">
        <Icon name="search" size={18} />
        <input
          type="text"
          aria-label={words.search.label}
          placeholder={words.common.findTool}
          autocomplete="off"
          spellcheck={false}
          value={asked}
          onInput={({ currentTarget }) => setAsked(currentTarget.value)}
        />
      </search>
      {isLost && <p class="hint">{words.common.lost}.</p>}
      {!isLost && tools.length === 0 && (
        <p class="hint">{asked.trim() === '' ? words.search.invitation : words.common.nothingFound}</p>
      )}
      <ul>
        {tools.map(({ id, title, family }, index) => (
          <li key={id}>
            <a
              class={index === 0 ? 'palette-tool first' : 'palette-tool'}
              href={toolPath(id)}
              onClick={(event) => {
                event.preventDefault();
                open(id);
              }}
            >
              <span lang={english}>{title}</span>
              <span class="palette-family">{familyName(family)}</span>
            </a>
          </li>
        ))}
      </ul>
    </dialog>
  );
}

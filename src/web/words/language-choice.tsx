import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { LANGUAGES, type LanguageCode } from './languages.js';
import { chooseLanguage, language, words } from './words.js';

const CODES = Object.keys(LANGUAGES) as LanguageCode[];

/** By how many of the list's buttons a key moves on. */
const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The languages of the pages, each by its own name, in a list that opens below its button. */
export function LanguageChoice() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Before the next key: an arrow moves on from what has the focus.
  useLayoutEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || box.current?.contains(target) !== true) setIsOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  const onKey = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      setIsOpen(false);
      button.current?.focus();
    }
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const all = [...(box.current?.querySelectorAll<HTMLElement>('.language') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + move + all.length) % all.length]?.focus();
  };
  const onLeave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && box.current?.contains(relatedTarget) !== true) setIsOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and the focus of the buttons inside.
    <div class="language-choice" ref={box} onKeyDown={onKey} onFocusOut={onLeave}>
      <button
        ref={button}
        type="button"
        class="language-button"
        aria-expanded={isOpen}
        title={words.frame.language}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="globe" />
        <span class="hidden-words">{`${words.frame.language}: ${LANGUAGES[language].name}`}</span>
        <span aria-hidden="true">{language.toUpperCase()}</span>
      </button>
      {isOpen && (
        <ul class="language-list">
          {CODES.map((code) => (
            <li key={code}>
              <button
                type="button"
                class="language"
                lang={code}
                aria-pressed={code === language}
                onClick={() => chooseLanguage(code)}
              >
                {LANGUAGES[code].name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

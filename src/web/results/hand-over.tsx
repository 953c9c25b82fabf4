import { useEffect, useRef, useState } from 'preact/hooks';

import type { PageIndexTool } from '../../core/pages.js';
import { toolsForFile, toolsForText } from '../compatible.js';
import { fetchIndex, fetchTool } from '../data.js';
import { Icon } from '../icons.js';
import { go, toolPath } from '../router.js';
import type { ReturnedFile } from '../run.js';
import { formFile, type Session, sessionOf } from '../session.js';
import { english, words } from '../words/words.js';

interface UseMenuProps {
  /** What is handed over, for those who only hear it. */
  readonly of: string;
  readonly find: (tools: readonly PageIndexTool[]) => readonly PageIndexTool[];
  readonly give: (session: Session) => void;
}

/** Lists that are longer get a field to narrow them. */
const LONG_LIST = 8;

/** Gives a result to another tool, and goes there. */
function UseMenu({ of, find, give }: UseMenuProps) {
  const [tools, setTools] = useState<readonly PageIndexTool[]>();
  const [isLost, setIsLost] = useState(false);
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = tools !== undefined || isLost;

  const close = () => {
    setTools(undefined);
    setIsLost(false);
    setTyped('');
  };
  const open = async () => {
    try {
      setTools(find((await fetchIndex()).tools));
    } catch {
      // The service does not answer: said in the list's place.
      setIsLost(true);
    }
  };
  const use = async (id: string) => {
    try {
      const tool = await fetchTool(id);
      if (tool !== undefined) give(sessionOf(tool));
      await go(toolPath(id));
    } catch {
      // The service does not answer: said in the list's place.
      setIsLost(true);
    }
  };
  useEffect(() => {
    if (!isOpen) return;
    const onDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && box.current?.contains(target) === false) close();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [isOpen]);

  const asked = typed.trim().toLowerCase();
  const shown = (tools ?? []).filter(({ title, id }) => `${title} ${id}`.toLowerCase().includes(asked));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from whatever inside has the focus.
    <div
      class="use"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        close();
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        class="button small"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : void open())}
      >
        <Icon name="right" size={15} />
        {words.result.useIn} <span class="hidden-words">{words.result.useInMore(of)}</span>
      </button>
      {isOpen && (
        <div class="use-list">
          {isLost && <p class="hint">{words.common.lost}.</p>}
          {tools !== undefined && tools.length === 0 && <p class="hint">{words.result.noOtherTool}</p>}
          {tools !== undefined && tools.length > LONG_LIST && (
            <input
              type="search"
              aria-label={words.result.narrow}
              placeholder={words.result.find}
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          <ul>
            {shown.map((tool) => (
              <li key={tool.id}>
                <button type="button" class="use-item" lang={english} onClick={() => void use(tool.id)}>
                  {tool.title}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

export const UseTextMenu = ({ session, text }: { readonly session: Session; readonly text: string }) => (
  <UseMenu
    of={words.result.ofText}
    find={(tools) => toolsForText(tools, session.tool.id)}
    give={(next) => next.setText(text)}
  />
);

export const UseFileMenu = ({ session, file }: { readonly session: Session; readonly file: ReturnedFile }) => (
  <UseMenu
    of={file.name}
    find={(tools) => toolsForFile(tools, file.name, session.tool.id)}
    give={(next) => next.addFiles([formFile(file.blob(), file.name, file.mime)])}
  />
);

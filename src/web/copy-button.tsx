import { useEffect, useState } from 'preact/hooks';

import { Icon } from './icons.js';
import { words } from './words/words.js';

const SHOWN_MS = 1600;

interface CopyButtonProps {
  /** Made when it is wanted: it may be long. */
  readonly text: () => string | Promise<string>;
  /** What is copied, for those who only hear it. */
  readonly of: string;
}

export function CopyButton({ text, of }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copyText(await text())) ? 'copied' : 'failed');
  const { copy: ready, copied, notCopied } = words.common;
  const act = { ready, copied, failed: notCopied }[state];
  return (
    <button type="button" class="button small" onClick={() => void copy()}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} size={15} />
      <span aria-live="polite">{act}</span> <span class="hidden-words">{of}</span>
    </button>
  );
}

/** The clipboard, or what there was before it for pages that were not loaded securely. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, or no secure connection: the selection does it.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'off-screen';
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}

import { useState } from 'preact/hooks';
import { partsOf } from '../batches.js';
import { CodeView } from '../code-view.js';
import { CopyButton } from '../copy-button.js';
import { isSecret } from '../options.js';
import { requestParts, runBody } from '../run.js';
import type { FormState, Session } from '../session.js';
import { useStore } from '../store.js';
import { sizeText } from '../units.js';
import { words } from '../words/words.js';
import { type Call, LANGUAGES, type Language, snippetOf } from './snippets.js';

/** Longer texts are shown shortened and copied whole. */
const MAX_SHOWN = 1200;
const MAX_RESPONSE = 20_000;

/** The request that the form stands for, in the caller's language, and the response beside it. */
export function CallPanel({ session }: { readonly session: Session }) {
  const whole = useStore(session.form);
  // Of several requests the first.
  const form = partsOf(session.tool, whole)[0] ?? whole;
  const run = useStore(session.run);
  const [language, setLanguage] = useState<Language>('curl');
  const languages = Object.keys(LANGUAGES) as Language[];
  const choose = (next: Language) => {
    setLanguage(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = languages.indexOf(language);
    choose(languages[(at + step + languages.length) % languages.length] ?? 'curl');
  };
  const shown = callText(language, session, form, true);
  const response = run.phase === 'done' ? run.answer.response : run.phase === 'failed' ? run.answer : undefined;
  return (
    <section class="panel call" aria-labelledby="call-title">
      <header class="panel-head">
        <h2 id="call-title">{words.call.title}</h2>
        <p class="aside">{words.call.about}</p>
      </header>
      <div class="call-columns">
        <div class="call-side">
          <div class="bar">
            <div class="tabs" role="tablist" aria-label={words.call.language} onKeyDown={onKey}>
              {languages.map((name) => (
                <button
                  key={name}
                  type="button"
                  role="tab"
                  id={`tab-${name}`}
                  aria-selected={name === language}
                  aria-controls="call-code"
                  tabIndex={name === language ? 0 : -1}
                  class="tab"
                  onClick={() => choose(name)}
                >
                  {LANGUAGES[name]}
                </button>
              ))}
            </div>
            <CopyButton
              key={language}
              of={words.call.ofCall(LANGUAGES[language])}
              text={() => wholeCall(language, session)}
            />
          </div>
          <div id="call-code" role="tabpanel" aria-labelledby={`tab-${language}`}>
            <CodeView text={shown.text} label={words.call.as(LANGUAGES[language])} wraps={shown.isShortened} />
            {shown.isShortened && <p class="hint">{words.call.shortened}</p>}
            {language !== 'json' && form.files.length > 0 && <p class="hint">{words.call.currentFolder}</p>}
          </div>
        </div>
        <div class="call-side">
          <div class="bar">
            <h3 class="bar-title">{words.call.response}</h3>
            {response !== undefined && <CopyButton of={words.call.ofResponse} text={() => response} />}
          </div>
          {response === undefined ? (
            <p class="placeholder">{words.call.noResponse}</p>
          ) : (
            <CodeView text={responseText(response)} label={words.call.theResponse} wraps />
          )}
        </div>
      </div>
    </section>
  );
}

interface Shown {
  readonly text: string;
  readonly isShortened: boolean;
}

function callText(language: Language, session: Session, form: FormState, isShort: boolean): Shown {
  const { tool } = session;
  const { input, options = {} } = requestParts(tool, form);
  const isCut = isShort && input !== undefined && input.length > MAX_SHOWN;
  const shownInput = isCut ? `${input.slice(0, MAX_SHOWN)}…` : input;
  const values = Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const option = tool.options.find((known) => known.name === name);
      // Whoever looks over the shoulder does not read it here either.
      return [name, isShort && option !== undefined && isSecret(option) ? '•'.repeat(8) : value];
    }),
  );
  const call: Call = {
    origin: location.origin,
    id: tool.id,
    ...(shownInput === undefined ? {} : { input: shownInput }),
    ...(Object.keys(values).length === 0 ? {} : { options: values }),
    fileNames: form.files.map(({ name }) => name),
  };
  const hasSecret = isShort && Object.values(values).some((value) => typeof value === 'string' && /^•+$/.test(value));
  if (language !== 'json') return { text: snippetOf(language, call), isShortened: isCut || hasSecret };
  const files = form.files.map(({ name, mime, blob }) => ({
    name,
    ...(mime === '' ? {} : { mime }),
    bytes: blob.size,
    base64: '…',
  }));
  const body = {
    ...(call.input === undefined ? {} : { input: call.input }),
    ...(call.options === undefined ? {} : { options: call.options }),
    ...(files.length === 0 ? {} : { files }),
  };
  const text = `POST ${tool.run.path}\nContent-Type: application/json\n\n${JSON.stringify(body, null, 2)}`;
  return { text, isShortened: isCut || hasSecret || files.length > 0 };
}

async function wholeCall(language: Language, session: Session): Promise<string> {
  const whole = session.form.value;
  const form = partsOf(session.tool, whole)[0] ?? whole;
  return language === 'json' ? runBody(session.tool, form) : callText(language, session, form, false).text;
}

/** The response indented, contents of files shortened. */
function responseText(response: string): string {
  let value: unknown;
  try {
    value = JSON.parse(response);
  } catch {
    // Not the service's own answer: shown as it came.
    return response.slice(0, MAX_RESPONSE);
  }
  const text = JSON.stringify(value, shortened, 2);
  return text.length > MAX_RESPONSE
    ? `${text.slice(0, MAX_RESPONSE)}\n… ${words.common.characters(text.length)}`
    : text;
}

const SHOWN_BASE64 = 44;

function shortened(key: string, value: unknown): unknown {
  if (key !== 'base64' || typeof value !== 'string' || value.length <= SHOWN_BASE64) return value;
  return `${value.slice(0, SHOWN_BASE64)}… (${sizeText((value.length / 4) * 3)})`;
}

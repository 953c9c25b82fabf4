import { useEffect, useState } from 'preact/hooks';

import type { PageTool } from '../core/pages.js';

import { CallPanel } from './call/call-panel.js';
import { favourites, toggleFavourite } from './favourites.js';
import { FormPanel } from './form/form-panel.js';
import { Icon, type IconName } from './icons.js';
import { familyName, formatName } from './names.js';
import { ResultPanel } from './results/result-panel.js';
import { followHere } from './router.js';
import { sessionOf } from './session.js';
import { givesText } from './signature.js';
import { useStore } from './store.js';
import { sizeText } from './units.js';
import { hashOf, valuesOfHash } from './url-options.js';
import { english, words } from './words/words.js';

export function ToolPage({ tool }: { readonly tool: PageTool }) {
  const [session] = useState(() => {
    const made = sessionOf(tool);
    const values = valuesOfHash(tool.options, location.hash);
    if (Object.keys(values).length > 0) made.setOptions(values);
    return made;
  });
  useEffect(() => {
    const write = () => {
      const hash = hashOf(tool.options, session.form.value.options);
      history.replaceState(null, '', hash === '' ? location.pathname : `#${hash}`);
    };
    const onHash = () => session.setOptions(valuesOfHash(tool.options, location.hash));
    write();
    window.addEventListener('hashchange', onHash);
    const unfollow = session.form.follow(write);
    return () => {
      window.removeEventListener('hashchange', onHash);
      unfollow();
    };
  }, [session]);
  return (
    <div class="tool">
      <div class="tool-head">
        <nav class="trail" aria-label={words.tool.trail}>
          <a href="/" onClick={followHere}>
            {words.common.allTools}
          </a>
          <span aria-hidden="true">/</span>
          <a href={`/#family=${tool.family}`} onClick={followHere}>
            {familyName(tool.family)}
          </a>
        </nav>
        <div class="title-row">
          <h1 tabIndex={-1} lang={english}>
            {tool.title}
          </h1>
          <FavouriteButton id={tool.id} />
        </div>
        <p class="lead" lang={english}>
          {tool.summary}
        </p>
        <Facts tool={tool} />
      </div>
      <div class="work">
        <FormPanel session={session} />
        <ResultPanel session={session} />
      </div>
      <CallPanel session={session} />
      <About tool={tool} />
      <ResultData tool={tool} />
    </div>
  );
}

function FavouriteButton({ id }: { readonly id: string }) {
  const isChosen = useStore(favourites).includes(id);
  return (
    <button
      type="button"
      class={isChosen ? 'icon-button star chosen' : 'icon-button star'}
      aria-pressed={isChosen}
      aria-label={words.tool.favourite}
      title={isChosen ? words.tool.removeFavourite : words.tool.addFavourite}
      onClick={() => toggleFavourite(id)}
    >
      <Icon name="star" />
    </button>
  );
}

/** What to know before filling anything in. */
function Facts({ tool }: { readonly tool: PageTool }) {
  const { files, limits, input } = tool;
  const facts: { readonly icon: IconName; readonly text: string }[] = [];
  if (files !== null) {
    const most = files.max === 1 ? words.tool.oneFile : words.tool.upToFiles(files.max);
    facts.push({ icon: 'file', text: `${most}, ${sizeText(limits.files_bytes)}` });
  }
  if (input !== 'none') facts.push({ icon: 'wrap', text: words.tool.textUpTo(limits.input_characters) });
  facts.push({ icon: 'right', text: words.tool.givesKinds(givesText(tool)) });
  facts.push({ icon: 'clock', text: words.tool.atMost(limits.timeout_seconds) });
  facts.push({ icon: 'lock', text: words.tool.runsHere });
  return (
    <ul class="facts">
      {facts.map(({ icon, text }) => (
        <li key={text}>
          <Icon name={icon} size={15} />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Longer lists are closed at first. */
const MAX_OPEN_KEYS = 12;

/** What the keys of the result's data mean, for those who call the tool from a program. */
function ResultData({ tool: { data } }: { readonly tool: PageTool }) {
  if (data.length === 0) return null;
  return (
    <details class="about-tool result-data" open={data.length <= MAX_OPEN_KEYS}>
      <summary>
        <h2>{words.tool.resultData}</h2>
        <span class="aside">{words.tool.keys(data.length)}</span>
      </summary>
      <dl class="data-keys">
        {data.map(({ path, type, isRequired, description }) => (
          <div key={`${path} ${type}`}>
            <dt>
              <code>{path}</code>
              <span class="data-type">{isRequired ? type : words.tool.notAlways(type)}</span>
            </dt>
            <dd lang={english}>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function About({ tool }: { readonly tool: PageTool }) {
  const { limits, files } = tool;
  const bytesText = (bytes: number) => `${sizeText(bytes)} (${words.units.bytes(bytes)})`;
  const length = words.common.characters(limits.input_characters);
  const rows: readonly (readonly [string, string])[] = [
    ...(files === null
      ? []
      : ([
          [words.tool.formats, files.formats.map(formatName).join(', ')],
          [words.tool.files, files.min === files.max ? String(files.max) : words.common.fromTo(files.min, files.max)],
          [words.tool.filesInTotal, bytesText(limits.files_bytes)],
        ] as const)),
    [words.tool.text, tool.input === 'none' ? words.tool.notUsed(length) : length],
    [words.tool.request, bytesText(limits.request_bytes)],
    [words.tool.time, `${limits.timeout_seconds} s`],
    [words.tool.class, tool.class],
  ];
  return (
    <section class="about-tool" aria-labelledby="about-title">
      <h2 id="about-title">{words.tool.about}</h2>
      <div class="about-columns">
        {tool.notes.length > 0 && (
          <div class="about-notes">
            <h3>{words.tool.notes}</h3>
            <ul lang={english}>
              {tool.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <h3>{words.tool.limits}</h3>
          <dl class="limits">
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        {tool.verified.length > 0 && (
          <div>
            <h3>{words.tool.checkedAgainst}</h3>
            <ul lang={english}>
              {tool.verified.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

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
import { counted, numberText, sizeText } from './units.js';
import { hashOf, valuesOfHash } from './url-options.js';

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
        <nav class="trail" aria-label="Where this is">
          <a href="/" onClick={followHere}>
            All tools
          </a>
          <span aria-hidden="true">/</span>
          <a href={`/#family=${tool.family}`} onClick={followHere}>
            {familyName(tool.family)}
          </a>
        </nav>
        <div class="title-row">
          <h1 tabIndex={-1}>{tool.title}</h1>
          <FavouriteButton id={tool.id} />
        </div>
        <p class="lead">{tool.summary}</p>
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
      aria-label="Favourite"
      title={isChosen ? 'Remove from the favourites' : 'Add to the favourites'}
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
    const most = files.max === 1 ? 'One file' : `Up to ${counted(files.max, 'file')}`;
    facts.push({ icon: 'file', text: `${most}, ${sizeText(limits.files_bytes)}` });
  }
  if (input !== 'none')
    facts.push({ icon: 'wrap', text: `Text of up to ${numberText(limits.input_characters)} characters` });
  facts.push({ icon: 'right', text: `Gives ${givesText(tool).toLowerCase()}` });
  facts.push({ icon: 'clock', text: `At most ${limits.timeout_seconds} s` });
  facts.push({ icon: 'lock', text: 'Runs on this server; nothing is stored' });
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
        <h2>Result data</h2>
        <span class="aside">{counted(data.length, 'key')}</span>
      </summary>
      <dl class="data-keys">
        {data.map(({ path, type, isRequired, description }) => (
          <div key={`${path} ${type}`}>
            <dt>
              <code>{path}</code>
              <span class="data-type">{isRequired ? type : `${type}, not always`}</span>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function About({ tool }: { readonly tool: PageTool }) {
  const { limits, files } = tool;
  const rows: readonly (readonly [string, string])[] = [
    ...(files === null
      ? []
      : ([
          ['Formats', files.formats.map(formatName).join(', ')],
          ['Files', files.min === files.max ? String(files.max) : `${files.min} to ${files.max}`],
          ['Files in total', `${sizeText(limits.files_bytes)} (${numberText(limits.files_bytes)} bytes)`],
        ] as const)),
    ['Text', `${numberText(limits.input_characters)} characters${tool.input === 'none' ? ', not used' : ''}`],
    ['Whole request', `${sizeText(limits.request_bytes)} (${numberText(limits.request_bytes)} bytes)`],
    ['Time', `${limits.timeout_seconds} s`],
    ['Class', tool.class],
  ];
  return (
    <section class="about-tool" aria-labelledby="about-title">
      <h2 id="about-title">About this tool</h2>
      <div class="about-columns">
        {tool.notes.length > 0 && (
          <div class="about-notes">
            <h3>Notes</h3>
            <ul>
              {tool.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <h3>Limits</h3>
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
            <h3>Checked against</h3>
            <ul>
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

import { useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { english, words } from '../words/words.js';

/** Members that are drawn at once; more on demand. */
const STEP = 100;
/** Branches are open down to here, and where there are few members. */
const OPEN_DEPTH = 2;
const OPEN_MEMBERS = 12;

/** JSON as a tree of lists. `meanings`: what keys mean, by their paths (`files[].name`). */
export const JsonTree = ({
  value,
  meanings = NO_MEANINGS,
}: {
  readonly value: unknown;
  readonly meanings?: Meanings;
}) => (
  <ul class="tree">
    <Branch name={undefined} path="" value={value} depth={0} meanings={meanings} />
  </ul>
);

type Meanings = ReadonlyMap<string, string>;
const NO_MEANINGS: Meanings = new Map();

/** The path of a member; `*` stands for keys that the caller's content has made. */
function pathOf(path: string, key: string, isList: boolean, meanings: Meanings): string {
  if (isList) return `${path}[]`;
  const own = path === '' ? key : `${path}.${key}`;
  return meanings.has(own) ? own : path === '' ? '*' : `${path}.*`;
}

interface BranchProps {
  readonly name: string | undefined;
  readonly path: string;
  readonly value: unknown;
  readonly depth: number;
  readonly meanings: Meanings;
}

function Branch({ name, path, value, depth, meanings }: BranchProps) {
  const members = membersOf(value);
  const isOpenAtFirst = depth === 0 || (depth < OPEN_DEPTH && (members?.length ?? 0) <= OPEN_MEMBERS);
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [shown, setShown] = useState(STEP);
  if (members === undefined || members.length === 0) {
    return (
      <li class="leaf">
        <Name name={name} meaning={meanings.get(path)} />
        <Leaf value={value} />
      </li>
    );
  }
  return (
    <li>
      <button type="button" class="twig" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span class="turn">
          <Icon name="down" size={13} />
        </span>
        <Name name={name} meaning={meanings.get(path)} />
        <span class="members">
          {Array.isArray(value) ? words.result.items(members.length) : words.result.fields(members.length)}
          {!isOpen && <Preview members={members} isList={Array.isArray(value)} />}
        </span>
      </button>
      {isOpen && (
        <ul>
          {members.slice(0, shown).map(([key, member]) => (
            <Branch
              key={key}
              name={key}
              path={pathOf(path, key, Array.isArray(value), meanings)}
              value={member}
              // An only child is what its parent is about: it is not deeper.
              depth={members.length === 1 ? depth : depth + 1}
              meanings={meanings}
            />
          ))}
          {members.length > shown && (
            <li class="leaf">
              <button type="button" class="text-button" onClick={() => setShown(shown + 10 * STEP)}>
                {words.common.showMoreOf(members.length)}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item] as const);
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  return undefined;
}

const Name = ({ name, meaning }: { readonly name: string | undefined; readonly meaning: string | undefined }) =>
  name === undefined ? null : (
    <span class="key" title={meaning} lang={english}>
      {name}
    </span>
  );

function Leaf({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') return <span class="token-string">{value === '' ? '""' : value}</span>;
  if (typeof value === 'number') return <span class="token-number">{String(value)}</span>;
  if (Array.isArray(value)) return <span class="members">{words.result.noItems}</span>;
  if (typeof value === 'object' && value !== null) return <span class="members">{words.result.noFields}</span>;
  return <span class="token-word">{String(value)}</span>;
}

const MAX_PREVIEW = 60;

/** The first scalars of a branch that is closed. */
function Preview({ members, isList }: { members: readonly (readonly [string, unknown])[]; isList: boolean }) {
  const scalars = members.slice(0, 4).filter(([, value]) => typeof value !== 'object' || value === null);
  const text = scalars.map(([key, value]) => (isList ? String(value) : `${key}: ${String(value)}`)).join(', ');
  if (text === '') return null;
  return <span class="preview">{text.length > MAX_PREVIEW ? `${text.slice(0, MAX_PREVIEW - 1)}…` : text}</span>;
}

import type { Pass } from './rules.js';

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  'Common',
  'Inherited',
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Armenian',
  'Bengali',
  'Canadian_Aboriginal',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hangul',
  'Han',
  'Hebrew',
  'Hiragana',
  'Katakana',
  'Kannada',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
].map((name) => [name, new RegExp(`^\\p{Script=${name}}$`, 'u')]);

/** The script of each character, told once per text. */
function scriptTeller(): (character: string) => string {
  const known = new Map<string, string>();
  return (character) => {
    const found = known.get(character);
    if (found !== undefined) return found;
    const script = SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other';
    known.set(character, script);
    return script;
  };
}

interface ScriptRun {
  readonly script: string;
  readonly text: string;
}

const isShared = (script: string): boolean => script === 'Common' || script === 'Inherited';

/** Runs of one script; what scripts share, such as spaces and digits, belongs to the run before it. */
export function scriptRuns(text: string): ScriptRun[] {
  const scriptOf = scriptTeller();
  const runs: ScriptRun[] = [];
  let script = '';
  let from = 0;
  let at = 0;
  for (const character of text) {
    const found = scriptOf(character);
    if (!isShared(found) && found !== script) {
      if (script !== '') {
        runs.push({ script, text: text.slice(from, at) });
        from = at;
      }
      script = found;
    }
    at += character.length;
  }
  if (from < text.length) runs.push({ script: script === '' ? 'Common' : script, text: text.slice(from) });
  return runs;
}

const SHARED_END = /[\p{Script=Common}\p{Script=Inherited}]+$/u;

/**
 * Each run of a script by its transform, as Any-Latin of ICU does it: what scripts share between two runs is read by both. `chosen` gives
 * what writes a script, or nothing.
 */
export function romanizeRuns(text: string, chosen: (script: string) => Pass | undefined): string {
  const runs = scriptRuns(text);
  const done: string[] = [];
  /** The end of what was written, read again with the next run. */
  let tail = '';
  let before = '';
  let from = 0;
  for (const { script, text: run } of runs) {
    from += run.length;
    const pass = chosen(script);
    const shared = pass === undefined ? '' : (SHARED_END.exec(tail.slice(-200))?.[0] ?? '');
    const kept = tail.slice(0, tail.length - shared.length);
    done.push(kept);
    before = (before + kept).slice(-50);
    tail = pass === undefined ? tail.slice(kept.length) + run : pass(before, shared + run, text.slice(from, from + 50));
  }
  return done.join('') + tail;
}

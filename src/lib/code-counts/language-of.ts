import { CODE_LANGUAGES, type CodeSyntax } from './languages.data.js';

const byEnding = new Map(CODE_LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language])));
const byName = new Map(CODE_LANGUAGES.flatMap((language) => (language.names ?? []).map((name) => [name, language])));
const byProgram = new Map(
  CODE_LANGUAGES.flatMap((language) => (language.programs ?? []).map((program) => [program, language])),
);
const named = (name: string): CodeSyntax | undefined => CODE_LANGUAGES.find((language) => language.name === name);

/** The language of a file, by its name, its ending or the program behind `#!`; `undefined` where nothing tells. */
export function languageOf(path: string, text: string): CodeSyntax | undefined {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const whole = byName.get(name);
  if (whole !== undefined) return whole;
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'm' && /^\s*(?:#import|#include|@interface|@implementation|@protocol|@class)/m.test(text))
    return named('Objective-C');
  const known = byEnding.get(ending);
  if (known !== undefined) return known;
  if (/^dockerfile[.-]/i.test(name)) return named('Dockerfile');
  const program = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?(?:\S*\/)?([A-Za-z]+[0-9]?)/.exec(text)?.[1];
  return program === undefined ? undefined : byProgram.get(program);
}

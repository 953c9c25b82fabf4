import { type Entity, matchesOf } from './entity.js';
import { WRITTEN_DATE } from './written-dates.js';

/** Words that a date of birth follows: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, the Nordic languages, Czech, Russian, Ukrainian, Chinese, Japanese. */
const BORN = [
  'dob',
  'd\\.o\\.b\\.',
  'birth ?day',
  'birth[ _-]?date',
  'date[ _-]of[ _-]birth',
  'born(?: on)?',
  'geb(?:\\.|oren)?(?: am| op)?',
  'geburts(?:datum|tag)',
  'geboorte(?:datum|dag)',
  'née? le',
  'date de naissance',
  'fecha de nacimiento',
  'nacid[oa](?: el)?',
  'nació el',
  'data di nascita',
  'nat[oa](?: il)?',
  'data de nascimento',
  'nascid[oa](?: em| a)?',
  'nasceu (?:em|a)',
  'data urodzenia',
  'urodz(?:\\.|ony|ona)?',
  'ur\\.',
  'född(?: den)?',
  'födelsedatum',
  'født(?: den)?',
  'fødselsdato',
  'fødselsdag',
  'syntynyt',
  'syntymäaika',
  'datum narození',
  'narozen[aý]?',
  'дата рождения',
  'родил(?:ся|ась)',
  'дата народження',
  'народи(?:вся|лася)',
  '出生(?:日期|年月日)?',
  '生年月日',
  '生日',
].join('|');

const BIRTH_DATE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${BORN})(?![\\p{L}\\p{N}])["']?\\s{0,3}(?:[:=,]|\\([^)\\n]{0,20}\\):?|-)?\\s{0,3}["']?(?:(?:on|am|le|el|il|em|op|den|dnia|dne|was|is|war|ist|è|est|es|é)\\s){0,2}(${WRITTEN_DATE})`,
  'giu',
);

/** Dates of birth, told from other dates by the words before them. */
export function* birthDatesIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'birth-date', BIRTH_DATE, ({ 0: found, 1: date = '', index }) => ({
    start: index + found.length - date.length,
    value: date.replace(/\s+/g, ' '),
  }));
}

/** Dates as people write them, for rules that know from the words before that a date follows. */

/** Beginnings of the names of months, in lower case without marks, in thirteen languages. */
const MONTHS =
  'jan(?:uary|uar|vier|uari)?|jän(?:ner)?|ene(?:ro)?|gen(?:naio)?|janeiro|stycznia|stycz|ledna|tammikuuta|января|янв|feb(?:ruary|ruar|ruari|rero|braio)?|févr?(?:ier)?|fevereiro|fev|lutego|února|helmikuuta|февраля|фев|mar(?:ch|s|zo|zec|ço|ca)?|märz|mrt|maart|maaliskuuta|března|марта|мар|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|kwietnia|dubna|huhtikuuta|апреля|апр|may|mai|maj|maja|mayo|maio|mag(?:gio)?|mei|května|toukokuuta|мая|june?|juni|juin|junio|junho|giu(?:gno)?|czerwca|června|kesäkuuta|июня|июн|july?|juli|juil(?:let)?|julio|julho|lug(?:lio)?|lipca|července|heinäkuuta|июля|июл|aug(?:ust|usti|ustus)?|août|ago(?:sto)?|sierpnia|srpna|elokuuta|августа|авг|sept?(?:ember|embre|tember|tembre|iembre)?|set(?:embro|tembre)?|września|září|syyskuuta|сентября|сен|o[ck]t(?:ober|obre|ubre|ubro)?|okt(?:ober)?|out(?:ubro)?|ott(?:obre)?|października|října|lokakuuta|октября|окт|nov(?:ember|embre|iembre|embro)?|listopada|listopadu|marraskuuta|ноября|ноя|de[cz](?:ember|embre|embro|iembre)?|déc(?:embre)?|dic(?:embre|iembre)?|grudnia|prosince|joulukuuta|декабря|дек';

const NAMED = `(?:${MONTHS})`;

/** Source of a pattern for a date with its year: 31.01.1985, 1985-01-31, 1/31/85, 31 January 1985, January 31st, 1985, 1985年1月31日. */
export const WRITTEN_DATE = [
  String.raw`(?:19|20)\d\d\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{1,2}`,
  String.raw`\d{1,2}\s?[-./]\s?\d{1,2}\s?[-./]\s?(?:(?:19|20)\d\d|\d\d)(?!\d)`,
  String.raw`\d{1,2}(?:st|nd|rd|th|er|º|°|\.)?[\s-](?:de |of |d')?${NAMED}\.?,?[\s-](?:de |del )?(?:19|20)\d\d`,
  String.raw`${NAMED}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d`,
  String.raw`(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]`,
  String.raw`(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)`,
]
  .map((form) => `(?:${form})`)
  .join('|');

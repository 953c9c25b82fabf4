const CONTENTS: Readonly<Record<string, string>> = {
  de: 'Inhalt',
  en: 'Contents',
  es: 'Índice',
  fr: 'Sommaire',
  it: 'Indice',
  nl: 'Inhoud',
  pl: 'Spis treści',
  pt: 'Índice',
};

/** What a table of contents is called in a language, by its BCP 47 tag; in English where that is not known. */
export function contentsTitle(language: string): string {
  const [primary = ''] = language.toLowerCase().split('-');
  return (Object.hasOwn(CONTENTS, primary) ? CONTENTS[primary] : undefined) ?? 'Contents';
}

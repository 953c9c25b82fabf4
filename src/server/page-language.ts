/** The first language of ours that `Accept-Language` prefers (RFC 9110 §12.5.4), by its primary tag; `fallback` where it names none. */
export function acceptedLanguage(header: string | undefined, known: readonly string[], fallback: string): string {
  const ranges = (header ?? '').split(',').map((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { language: range.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const liked = ranges.filter(({ language, weight }) => weight > 0 && known.includes(language));
  return liked.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? fallback;
}

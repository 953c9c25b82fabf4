/** The drafts of JSON Schema, by the names that the option has. */
export const DRAFTS = ['4', '6', '7', '2019-09', '2020-12'] as const;
export type Draft = (typeof DRAFTS)[number];

export const rankOf = (draft: Draft): number => DRAFTS.indexOf(draft);

/** The address by which `$schema` names each draft. */
export const DRAFT_ADDRESSES: Readonly<Record<Draft, string>> = {
  '4': 'http://json-schema.org/draft-04/schema',
  '6': 'http://json-schema.org/draft-06/schema',
  '7': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

export function draftOf(address: string): Draft | undefined {
  const plain = address.replace(/#$/, '').replace(/^https?:/, '');
  return DRAFTS.find((draft) => DRAFT_ADDRESSES[draft].replace(/^https?:/, '') === plain);
}

/** Where subschemas stand: as the value of a keyword, in an array, or as members of an object. */
export const SUBSCHEMAS: Readonly<
  Record<string, { readonly shape: 'one' | 'list' | 'map' | 'one-or-list'; readonly from: Draft; readonly to?: Draft }>
> = {
  additionalItems: { shape: 'one', from: '4', to: '2019-09' },
  additionalProperties: { shape: 'one', from: '4' },
  allOf: { shape: 'list', from: '4' },
  anyOf: { shape: 'list', from: '4' },
  contains: { shape: 'one', from: '6' },
  contentSchema: { shape: 'one', from: '2019-09' },
  definitions: { shape: 'map', from: '4' },
  $defs: { shape: 'map', from: '2019-09' },
  dependencies: { shape: 'map', from: '4' },
  dependentSchemas: { shape: 'map', from: '2019-09' },
  else: { shape: 'one', from: '7' },
  if: { shape: 'one', from: '7' },
  items: { shape: 'one-or-list', from: '4' },
  not: { shape: 'one', from: '4' },
  oneOf: { shape: 'list', from: '4' },
  patternProperties: { shape: 'map', from: '4' },
  prefixItems: { shape: 'list', from: '2020-12' },
  properties: { shape: 'map', from: '4' },
  propertyNames: { shape: 'one', from: '6' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; the table is never awaited.
  then: { shape: 'one', from: '7' },
  unevaluatedItems: { shape: 'one', from: '2019-09' },
  unevaluatedProperties: { shape: 'one', from: '2019-09' },
};

export function hasKeyword(draft: Draft, { from, to }: { readonly from: Draft; readonly to?: Draft }): boolean {
  const rank = rankOf(draft);
  return rank >= rankOf(from) && (to === undefined || rank <= rankOf(to));
}

/** Payment card networks by their first digits, as the networks publish them within ISO/IEC 7812. */

interface CardNetwork {
  readonly name: string;
  /** First digits, then the digits of the whole number. */
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  readonly securityCode: { readonly name: string; readonly length: number };
  /** Digits per printed group. */
  readonly groups: readonly number[];
}

const FOURS = [4, 4, 4, 4, 3];
const cvv = (name: string, length = 3) => ({ name, length });

/** The first that fits counts: ranges of co-branded cards overlap. */
const NETWORKS: readonly CardNetwork[] = [
  { name: 'Visa', prefix: /^4/, lengths: [13, 16, 19], securityCode: cvv('CVV2'), groups: FOURS },
  {
    name: 'Mastercard',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    securityCode: cvv('CVC2'),
    groups: FOURS,
  },
  { name: 'American Express', prefix: /^3[47]/, lengths: [15], securityCode: cvv('CID', 4), groups: [4, 6, 5] },
  { name: 'Diners Club', prefix: /^30[0-5]/, lengths: [14, 16], securityCode: cvv('CVV'), groups: [4, 6, 4] },
  { name: 'Diners Club', prefix: /^3[689]/, lengths: [14, 16], securityCode: cvv('CVV'), groups: [4, 6, 4] },
  { name: 'Discover', prefix: /^(?:6011|64[4-9]|65)/, lengths: [16], securityCode: cvv('CID'), groups: FOURS },
  { name: 'JCB', prefix: /^35(?:2[89]|[3-8])/, lengths: [16], securityCode: cvv('CAV2'), groups: FOURS },
  { name: 'UnionPay', prefix: /^62/, lengths: [16, 17, 18, 19], securityCode: cvv('CVN2'), groups: FOURS },
  {
    name: 'Maestro',
    prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    securityCode: cvv('CVC2'),
    groups: FOURS,
  },
  { name: 'Mir', prefix: /^220[0-4]/, lengths: [16], securityCode: cvv('CVP2'), groups: FOURS },
  { name: 'RuPay', prefix: /^(?:60|81|82|508)/, lengths: [16], securityCode: cvv('CVV2'), groups: FOURS },
];

/** The network whose first digits these are, whatever their length. */
export const networkOfPrefix = (digits: string): CardNetwork | undefined =>
  NETWORKS.find(({ prefix }) => prefix.test(digits));

/** The network of a whole number: first digits and length fit. */
export const cardNetwork = (digits: string): CardNetwork | undefined =>
  NETWORKS.find(({ prefix, lengths }) => prefix.test(digits) && lengths.includes(digits.length));

/** First digits of a number by the industry of its issuer (ISO/IEC 7812-1, table 1). */
export const INDUSTRIES: readonly string[] = [
  'ISO/TC 68 and other industries',
  'airlines',
  'airlines, financial and other industries',
  'travel and entertainment',
  'banking and financial',
  'banking and financial',
  'merchandising and banking',
  'petroleum and other industries',
  'healthcare, telecommunications and other industries',
  'national assignment',
];

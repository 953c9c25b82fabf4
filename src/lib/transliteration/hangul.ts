/**
 * Revised Romanization of Korean (Ministry of Culture and Tourism, notice 2000-8): as it is pronounced, but for tense sounds. What a
 * dictionary decides is left out: n that is inserted between words, and k, t, p before h, which nouns keep.
 */
const ONSETS = ['g', 'kk', 'n', 'd', 'tt', 'r', 'm', 'b', 'pp', 's', 'ss', '', 'j', 'jj', 'ch', 'k', 't', 'p', 'h'];
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
/** Consonants after the vowel, as the onsets they become before a vowel. */
const CODAS = ' g kk g+s n n+j n+h d r r+g r+m r+b r+s r+t r+p r+h m b b+s s ss ng j ch k t p h'.split(' ');

/** How a coda sounds where no vowel follows. */
const CLOSED: Readonly<Record<string, string>> = {
  '': '',
  ...{ g: 'k', kk: 'k', 'g+s': 'k', 'r+g': 'k', k: 'k' },
  ...{ n: 'n', 'n+j': 'n', 'n+h': 'n' },
  ...{ d: 't', s: 't', ss: 't', j: 't', ch: 't', t: 't', h: 't' },
  ...{ r: 'l', 'r+b': 'l', 'r+s': 'l', 'r+t': 'l', 'r+h': 'l' },
  ...{ m: 'm', 'r+m': 'm', b: 'p', 'b+s': 'p', 'r+p': 'p', p: 'p', ng: 'ng' },
};
const ASPIRATED: Readonly<Record<string, string>> = { g: 'k', d: 't', j: 'ch' };
const NASAL: Readonly<Record<string, string>> = { k: 'ng', t: 'n', p: 'm' };

interface Syllable {
  onset: string;
  readonly vowel: string;
  coda: string;
}

const FIRST = 0xac00;

function syllableOf(code: number): Syllable {
  const place = code - FIRST;
  return {
    onset: ONSETS[Math.floor(place / 588)] ?? '',
    vowel: VOWELS[Math.floor((place % 588) / 28)] ?? '',
    coda: CODAS[place % 28] ?? '',
  };
}

/** The last consonant of a coda and what is before it. */
function split(coda: string): readonly [string, string] {
  const at = coda.indexOf('+');
  return at === -1 ? ['', coda] : [coda.slice(0, at), coda.slice(at + 1)];
}

/** A coda before a vowel: its last consonant begins the next syllable. */
function link(syllable: Syllable, next: Syllable): void {
  const [stays, moves] = split(syllable.coda);
  if (syllable.coda === '' || syllable.coda === 'ng') {
    syllable.coda = CLOSED[syllable.coda] ?? '';
    return;
  }
  if (moves === 'h') {
    // It is silent, and what stands before it moves: 많이 mani.
    next.onset = stays === '' ? '' : stays;
    syllable.coda = '';
    return;
  }
  const isPalatal = next.vowel === 'i' && (moves === 'd' || moves === 't');
  next.onset = isPalatal ? (moves === 'd' ? 'j' : 'ch') : moves;
  syllable.coda = CLOSED[stays] ?? '';
}

function meet(syllable: Syllable, next: Syllable): void {
  if (next.onset === '') {
    link(syllable, next);
    return;
  }
  const [stays, last] = split(syllable.coda);
  const aspirated = ASPIRATED[next.onset];
  if (last === 'h' && (aspirated !== undefined || next.onset === 's')) {
    next.onset = aspirated ?? 's';
    syllable.coda = CLOSED[stays] ?? '';
    return;
  }
  if (next.onset === 'h' && (last === 'j' || ((last === 'd' || last === 't') && next.vowel === 'i'))) {
    next.onset = 'ch';
    syllable.coda = CLOSED[stays] ?? '';
    return;
  }
  const closed = CLOSED[syllable.coda] ?? '';
  syllable.coda = closed;
  if (next.onset === 'r') {
    if (closed === 'l' || closed === 'n') syllable.coda = next.onset = 'l';
    else if (closed !== '') {
      next.onset = 'n';
      syllable.coda = NASAL[closed] ?? closed;
    }
  } else if (next.onset === 'n' && closed === 'l') next.onset = 'l';
  else if (next.onset === 'n' || next.onset === 'm') syllable.coda = NASAL[closed] ?? closed;
}

/** Syllables of Hangul in Latin letters; everything else stays. */
export function romanizeHangul(text: string): string {
  return text.replace(/[\uac00-\ud7a3]+/g, (word) => {
    const syllables = Array.from(word, (character) => syllableOf(character.charCodeAt(0)));
    for (const [index, syllable] of syllables.entries()) {
      const next = syllables[index + 1];
      if (next === undefined) syllable.coda = CLOSED[syllable.coda] ?? '';
      else meet(syllable, next);
    }
    return syllables.map(({ onset, vowel, coda }) => onset + vowel + coda).join('');
  });
}

/** A Type 1 font made here, with what such fonts do: flex, hints that are replaced, an accented letter of two parts, a division. */

type Token = number | string;

const OPERATORS: Readonly<Record<string, readonly number[]>> = {
  hstem: [1],
  vstem: [3],
  vmoveto: [4],
  rlineto: [5],
  hlineto: [6],
  vlineto: [7],
  rrcurveto: [8],
  closepath: [9],
  callsubr: [10],
  return: [11],
  hsbw: [13],
  endchar: [14],
  rmoveto: [21],
  hmoveto: [22],
  vhcurveto: [30],
  hvcurveto: [31],
  seac: [12, 6],
  div: [12, 12],
  callothersubr: [12, 16],
  pop: [12, 17],
  setcurrentpoint: [12, 33],
};

/** Charstrings in the words of the Type 1 book. */
export const SAMPLE_GLYPHS: Readonly<Record<string, string>> = {
  '.notdef': '0 500 hsbw endchar',
  space: '0 250 hsbw endchar',
  A: '20 600 hsbw 0 80 hstem 10 90 vstem 0 0 rmoveto 200 700 rlineto 100 hlineto 200 -700 rlineto -90 hlineto closepath endchar',
  B: '60 620 hsbw 0 70 hstem 0 90 vstem 0 hmoveto 700 vlineto 260 hlineto 160 0 160 -300 0 -350 rrcurveto 4 callsubr -200 vlineto 0 -60 -60 -90 vhcurveto -90 -30 -60 0 hvcurveto closepath 5 2 div 100 rmoveto 50 vlineto 50 hlineto closepath endchar',
  C: '40 700 hsbw 100 hmoveto 300 vlineto 1 callsubr 50 0 rmoveto 2 callsubr -50 10 rmoveto 2 callsubr 30 0 rmoveto 2 callsubr 20 0 rmoveto 2 callsubr 20 0 rmoveto 2 callsubr 30 -10 rmoveto 2 callsubr 50 0 rmoveto 2 callsubr 50 290 300 0 callsubr -300 vlineto closepath endchar',
  acute: '80 300 hsbw 0 520 rmoveto 90 180 rlineto 60 hlineto -60 -180 rlineto closepath endchar',
  Aacute: '20 600 hsbw 80 210 150 65 194 seac',
  unused: '0 900 hsbw 10 10 rmoveto 800 hlineto 800 vlineto closepath endchar',
};

const SUBRS = [
  '3 0 callothersubr pop pop setcurrentpoint return',
  '0 1 callothersubr return',
  '0 2 callothersubr return',
  'return',
  '5 1 3 callothersubr pop callsubr return',
  '400 80 hstem 100 60 vstem return',
];

function encrypted(bytes: readonly number[], start: number): number[] {
  let key = start;
  return bytes.map((byte) => {
    const cipher = byte ^ (key >> 8);
    key = ((cipher + key) * 52_845 + 22_719) & 0xffff;
    return cipher;
  });
}

function numberBytes(value: number): number[] {
  if (Math.abs(value) <= 107) return [value + 139];
  if (value > 0 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 255];
  if (value < 0 && value >= -1131) return [251 + ((-value - 108) >> 8), (-value - 108) & 255];
  return [255, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function charstring(text: string): Buffer {
  const tokens: Token[] = text.split(' ').map((word) => (/^-?\d+$/.test(word) ? Number(word) : word));
  const plain = tokens.flatMap((token) => (typeof token === 'number' ? numberBytes(token) : (OPERATORS[token] ?? [])));
  return Buffer.from(encrypted([0, 0, 0, 0, ...plain], 4_330));
}

/** The font as a program for `FontFile`, with other charstrings or subroutines where they are given. */
export function type1Sample(glyphs: Readonly<Record<string, string>> = SAMPLE_GLYPHS, subrs = SUBRS): Buffer {
  const entry = (head: string, text: string, tail: string): Buffer => {
    const bytes = charstring(text);
    return Buffer.concat([Buffer.from(`${head} ${bytes.length} RD `), bytes, Buffer.from(` ${tail}\n`)]);
  };
  const list = Object.entries(glyphs);
  const closed = Buffer.concat([
    Buffer.from(
      '\0\0\0\0dup /Private 10 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n/ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n',
    ),
    Buffer.from('/BlueValues [-15 0 700 715] def\n/BlueScale 0.039625 def\n/StdHW [80] def\n/lenIV 4 def\n'),
    Buffer.from(`/Subrs ${subrs.length} array\n`),
    ...subrs.map((text, i) => entry(`dup ${i}`, text, 'NP')),
    Buffer.from(`ND\n2 index /CharStrings ${list.length} dict dup begin\n`),
    ...list.map(([name, text]) => entry(`/${name}`, text, 'ND')),
    Buffer.from(
      'end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n',
    ),
  ]);
  const clear = `%!PS-AdobeFont-1.0: Sample
11 dict begin
/FontInfo 1 dict dup begin /version (1) readonly def end readonly def
/FontName /Sample def
/PaintType 0 def
/FontType 1 def
/FontMatrix [0.001 0 0 0.001 0 0] readonly def
/Encoding 256 array
0 1 255 {1 index exch /.notdef put} for
dup 32 /space put
dup 65 /A put
dup 66 /B put
dup 67 /C put
dup 193 /Aacute put
dup 194 /acute put
readonly def
/FontBBox {-10 -20 900 900} readonly def
currentdict end
currentfile eexec
`;
  const end = `\n${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n`;
  return Buffer.concat([Buffer.from(clear), Buffer.from(encrypted([...closed], 55_665)), Buffer.from(end)]);
}

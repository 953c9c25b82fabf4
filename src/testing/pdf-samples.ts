/** PDFs made for tests from their objects' own text, without any of the code that reads or writes PDFs. */

export interface SampleOptions {
  /** Bytes before the header. */
  readonly prefix?: string;
  /** Without cross-reference table and trailer. */
  readonly isTruncated?: boolean;
  readonly version?: string;
  /** More entries of the trailer. */
  readonly trailer?: string;
}

/** A PDF of numbered objects (number → text between `obj` and `endobj`, one character a byte); object 1 is the catalog. */
export function pdfOf(objects: Readonly<Record<number, string>>, options: SampleOptions = {}): Buffer {
  const { prefix = '', isTruncated = false, version = '1.7', trailer = '' } = options;
  let body = `%PDF-${version}\n`;
  const offsets = new Map<number, number>();
  for (const [number, text] of Object.entries(objects)) {
    offsets.set(Number(number), body.length);
    body += `${number} 0 obj\n${text}\nendobj\n`;
  }
  if (isTruncated) return Buffer.from(prefix + body, 'latin1');
  const size = Math.max(0, ...offsets.keys()) + 1;
  const start = body.length;
  body += `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number += 1) {
    const offset = offsets.get(number);
    body += offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  }
  body += `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(prefix + body, 'latin1');
}

/** The text of a stream object. */
export const stream = (data: string, entries = ''): string =>
  `<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`;

/** A PDF of pages that each say `<text> <number>`, and nothing else. */
export function plainPdf(text: string, count: number, options: SampleOptions = {}): Buffer {
  const objects: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  };
  const kids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const page = 4 + 2 * i;
    kids.push(`${page} 0 R`);
    objects[page] = `<< /Type /Page /Parent 2 0 R /Contents ${page + 1} 0 R >>`;
    objects[page + 1] = stream(`BT /F1 24 Tf 20 100 Td (${text} ${i + 1}) Tj ET`);
  }
  objects[2] = `<< /Type /Pages /Count ${count} /Kids [${kids.join(' ')}] /MediaBox [0 0 200 200] /Resources << /Font << /F1 3 0 R >> >> >>`;
  return pdfOf(objects, options);
}

/**
 * Four pages with everything that a merge or a split can lose: a nested outline, explicit and named links (both kinds of names),
 * form fields with values on two pages, page labels, two layers (one hidden), tagged text with roles, identifiers and a table
 * header, an attachment, a text note, a language, metadata and an opening action.
 * `tag` stands in titles and values, so that two such files can be told apart.
 */
export function richPdf(tag: string, options: SampleOptions = {}): Buffer {
  const page = (n: number, more: string): string =>
    `<< /Type /Page /Parent 2 0 R /Contents ${20 + n} 0 R /StructParents ${n - 1} ${more} >>`;
  const content = (n: number): string =>
    stream(
      `/P << /MCID 0 >> BDC BT /F1 24 Tf 20 100 Td (${tag} page ${n}) Tj ET EMC /OC /Layer${n % 2} BDC 0 0 ${n * 10} 20 re f EMC`,
    );
  const widget = (name: string, value: string, n: number, number: number): string =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${tag} ${value}) /DA (/Helv 10 Tf 0 g) /P ${n} 0 R ` +
    `/Rect [20 20 120 40] /AP << /N ${number} 0 R >> >>`;
  const appearance = (value: string): string =>
    stream(
      `/Tx BMC BT /Helv 10 Tf 2 6 Td (${tag} ${value}) Tj ET EMC`,
      '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /Helv 3 0 R >> >>',
    );
  return pdfOf(
    {
      1: `<< /Type /Catalog /Pages 2 0 R /Outlines 30 0 R /AcroForm 50 0 R /PageLabels 60 0 R /OCProperties 70 0 R
 /StructTreeRoot 80 0 R /MarkInfo << /Marked true >> /Names << /Dests 91 0 R /EmbeddedFiles 92 0 R >> /Dests << /old [13 0 R /Fit] >>
 /Lang (en-GB) /OpenAction [12 0 R /Fit] /PageMode /UseOutlines /Metadata 95 0 R >>`,
      2: `<< /Type /Pages /Count 4 /Kids [11 0 R 10 0 R 14 0 R] /MediaBox [0 0 200 200] /Resources <<
 /Font << /F1 3 0 R >> /Properties << /Layer0 71 0 R /Layer1 72 0 R >> >> >>`,
      3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      10: '<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [12 0 R 13 0 R] /Rotate 90 >>',
      11: page(1, '/Annots [40 0 R 41 0 R 42 0 R 43 0 R 55 0 R]'),
      12: page(2, '/Annots [51 0 R]').replace('/Parent 2', '/Parent 10'),
      13: page(3, '').replace('/Parent 2', '/Parent 10'),
      14: page(4, '/Annots [52 0 R 44 0 R]'),
      21: content(1),
      22: content(2),
      23: content(3),
      24: content(4),
      30: '<< /Type /Outlines /First 31 0 R /Last 33 0 R /Count 3 >>',
      31: `<< /Title (${tag} chapter 1) /Parent 30 0 R /Next 33 0 R /First 32 0 R /Last 32 0 R /Count 1 /Dest [11 0 R /Fit] >>`,
      32: `<< /Title (${tag} section 1.1) /Parent 31 0 R /A << /S /GoTo /D (intro) >> >>`,
      33: `<< /Title (${tag} chapter 2) /Parent 30 0 R /Prev 31 0 R /Dest /old /C [1 0 0] /F 2 >>`,
      40: '<< /Type /Annot /Subtype /Link /Rect [0 150 50 160] /Border [0 0 1] /Dest [14 0 R /XYZ 0 200 null] >>',
      41: '<< /Type /Annot /Subtype /Link /Rect [60 150 90 160] /A << /S /GoTo /D (intro) >> >>',
      42: '<< /Type /Annot /Subtype /Link /Rect [100 150 130 160] /Dest /old >>',
      43: '<< /Type /Annot /Subtype /Link /Rect [140 150 160 160] /A << /S /URI /URI (https://example.org/) >> >>',
      44: `<< /Type /Annot /Subtype /Text /Rect [170 170 190 190] /Contents (${tag} note) /StructParent 9 >>`,
      50: '<< /Fields [53 0 R 54 0 R] /DA (/Helv 10 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >> /CO [52 0 R] >>',
      51: widget('first', 'one', 12, 56).replace('/T (first)', '/T (first) /Parent 53 0 R'),
      52: widget('second', 'two', 14, 57).replace('/T (second)', '/T (second) /Parent 53 0 R'),
      53: '<< /T (person) /Kids [51 0 R 52 0 R] >>',
      54: '<< /T (agree) /FT /Btn /V /Yes /Kids [55 0 R] >>',
      55: `<< /Type /Annot /Subtype /Widget /Parent 54 0 R /Rect [150 20 160 30] /AS /Yes /P 11 0 R
 /AP << /N << /Yes 58 0 R /Off 59 0 R >> >> >>`,
      56: appearance('one'),
      57: appearance('two'),
      58: stream('0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << >>'),
      59: stream('0 0 10 10 re S', '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << >>'),
      60: `<< /Nums [0 << /S /r >> 2 << /S /D /P (${tag}-) /St 5 >>] >>`,
      70: `<< /OCGs [71 0 R 72 0 R] /D << /OFF [72 0 R] /Order [71 0 R [(${tag} group) 72 0 R]] /Locked [71 0 R] >> >>`,
      71: `<< /Type /OCG /Name (${tag} even) >>`,
      72: `<< /Type /OCG /Name (${tag} odd) >>`,
      80: `<< /Type /StructTreeRoot /K 81 0 R /ParentTree 87 0 R /ParentTreeNextKey 10 /RoleMap << /Absatz /P >>
 /ClassMap << /wide << /O /Layout /Width 100 >> >> /IDTree << /Names [(cell) 84 0 R] >> >>`,
      81: '<< /Type /StructElem /S /Document /P 80 0 R /K [82 0 R 83 0 R 84 0 R 85 0 R] >>',
      82: '<< /Type /StructElem /S /Absatz /P 81 0 R /Pg 11 0 R /K 0 /C /wide >>',
      83: '<< /Type /StructElem /S /P /P 81 0 R /Pg 12 0 R /K [0] >>',
      84: '<< /Type /StructElem /S /TH /P 81 0 R /Pg 13 0 R /K << /Type /MCR /MCID 0 >> /ID (cell) >>',
      85: `<< /Type /StructElem /S /TD /P 81 0 R /Pg 14 0 R /K [0 << /Type /OBJR /Obj 44 0 R /Pg 14 0 R >>]
 /A << /O /Table /Headers [(cell)] >> >>`,
      87: '<< /Nums [0 [82 0 R] 1 [83 0 R] 2 [84 0 R] 3 [85 0 R] 9 85 0 R] >>',
      91: '<< /Names [(intro) [12 0 R /Fit] (other) << /D [14 0 R /Fit] >>] >>',
      92: '<< /Names [(data.txt) 93 0 R] >>',
      93: '<< /Type /Filespec /F (data.txt) /UF (data.txt) /EF << /F 94 0 R >> >>',
      94: stream(`attached to ${tag}`, '/Type /EmbeddedFile /Subtype /text#2Fplain'),
      95: stream(`<?xpacket begin=""?><x>${tag}</x><?xpacket end="w"?>`, '/Type /Metadata /Subtype /XML'),
      96: `<< /Title (${tag} title) /Author (A. Author) >>`,
    },
    { ...options, trailer: `/Info 96 0 R ${options.trailer ?? ''}` },
  );
}

/** The same bytes with every offset of the cross-reference table wrong. */
export const withWrongTable = (pdf: Buffer): Buffer =>
  Buffer.from(
    pdf
      .toString('latin1')
      .replace(/^(\d{10}) (\d{5}) n /gm, (_line, _offset, generation: string) => `0000000007 ${generation} n `),
    'latin1',
  );

/**
 * Two pages with everything that may be unwanted in a file that is passed on: scripts at every place that has them, actions that
 * leave the document, attachments in three places, metadata of document and page, comments, an older version of the first page.
 */
export function unsafePdf(): Buffer {
  const script = (code: string): string => `<< /Type /Action /S /JavaScript /JS (app.alert\\('${code}'\\)) >>`;
  const objects: Record<number, string> = {
    1: `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${script('open')} >> /AA << /WC ${script('close')} >>
 /Names << /JavaScript << /Names [(start) 20 0 R] >> /EmbeddedFiles << /Names [(data.txt) 30 0 R] >> >> /AF [30 0 R]
 /AcroForm << /Fields [12 0 R] /DR << >> /XFA (<xdp><script>secret</script></xdp>) >> /Metadata 40 0 R /Outlines 50 0 R
 /StructTreeRoot 60 0 R /MarkInfo << /Marked true >> >>`,
    2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 200] /Resources << /Font << /F1 5 0 R >> >> >>',
    3: `<< /Type /Page /Parent 2 0 R /Contents 6 0 R /AA << /O ${script('page')} >> /Metadata 40 0 R /StructParents 0
 /Annots [10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R 16 0 R] /PieceInfo << /Program << /Private (draft) >> >> >>`,
    4: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>',
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    6: stream('BT /F1 24 Tf 20 100 Td (Page 1) Tj ET'),
    7: stream('BT /F1 24 Tf 20 100 Td (Page 2) Tj ET'),
    10: `<< /Type /Annot /Subtype /Link /Rect [0 0 20 20] /A << /S /URI /URI (https://example.org/tracker) /Next ${script('link')} >> >>`,
    11: '<< /Type /Annot /Subtype /Link /Rect [30 0 50 20] /A << /S /Launch /F (calc.exe) /Next << /S /GoTo /D [4 0 R /Fit] >> >> >>',
    12: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (kept) /Rect [60 0 90 20] /AA << /K ${script('key')} /F 21 0 R >>
 /A << /S /SubmitForm /F << /FS /URL /F (https://example.org/submit) >> >> >>`,
    13: '<< /Type /Annot /Subtype /FileAttachment /Rect [100 0 110 20] /FS 31 0 R /Contents (attached note) >>',
    14: '<< /Type /Annot /Subtype /Text /Rect [120 0 140 20] /Contents (a comment) /StructParent 1 >>',
    15: '<< /Type /Annot /Subtype /Screen /Rect [150 0 170 20] /A << /S /Rendition /OP 0 /AN 15 0 R /JS (secretplay) >> >>',
    16: '<< /Type /Annot /Subtype /Link /Rect [180 0 190 20] /Dest [4 0 R /Fit] >>',
    20: script('start'),
    21: script('format'),
    30: '<< /Type /Filespec /F (data.txt) /EF << /F 32 0 R >> >>',
    31: '<< /Type /Filespec /F (note.txt) /EF << /F 33 0 R >> >>',
    32: stream('attached data', '/Type /EmbeddedFile'),
    33: stream('attached to a page', '/Type /EmbeddedFile'),
    40: stream('<?xpacket begin=""?><x>private metadata</x><?xpacket end="w"?>', '/Type /Metadata /Subtype /XML'),
    41: '<< /Title (private title) /Author (A. Author) >>',
    50: '<< /Type /Outlines /First 51 0 R /Last 51 0 R /Count 1 >>',
    51: `<< /Title (Start) /Parent 50 0 R /A << /S /GoToR /F (other.pdf) /D [0 /Fit] /Next ${script('outline')} >> >>`,
    60: '<< /Type /StructTreeRoot /K 61 0 R /ParentTree << /Nums [1 61 0 R] >> >>',
    61: '<< /Type /StructElem /S /Document /P 60 0 R /Pg 3 0 R /K [<< /Type /OBJR /Obj 14 0 R >>] >>',
  };
  const first = pdfOf(
    { ...objects, 6: stream('BT /F1 24 Tf 20 100 Td (Old secret) Tj ET') },
    { trailer: '/Info 41 0 R' },
  );
  const start = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1] ?? '0';
  const update = `6 0 obj\n${objects[6]}\nendobj\n`;
  const table = `xref\n6 1\n${String(first.length).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<< /Size 62 /Root 1 0 R /Info 41 0 R /Prev ${start} >>\nstartxref\n${first.length + update.length}\n%%EOF\n`;
  return Buffer.concat([first, Buffer.from(update + table + trailer, 'latin1')]);
}

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { safeCss } from '../../lib/svg/css.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import svgOptimizer from './svg-optimizer.js';
import svgToPng from './svg-to-png.js';

const svg = (content: string, more = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64"${more}>${content}</svg>`;

async function drawn(input: string): Promise<Uint8Array> {
  const { files, message } = await runTool(svgToPng, { input, options: { width: 128, background: '#fff' } });
  expect(message).toBeUndefined();
  return await sharp(files[0]?.bytes).removeAlpha().raw().toBuffer();
}

async function optimised(input: string, options: Record<string, unknown> = {}): Promise<string> {
  const { text, message } = await runTool(svgOptimizer, { input, options });
  expect(message).toBeUndefined();
  return text ?? '';
}

const DOCUMENTS = [
  readFixture('image/svg/drawing.svg').toString(),
  readFixture('image/svg/editor.svg').toString(),
  readFixture('image/svg/text.svg').toString(),
  svg('<style>.a{fill:#09f}.b>.a{stroke:#036}</style><g class="b"><path class="a" d="M5 60C5 5 60 5 60 60z"/></g>'),
  svg(
    '<defs><mask id="long-name"><rect width="64" height="32" fill="#fff"/></mask></defs><circle cx="32" cy="32" r="30" fill="red" mask="url(#long-name)"/>',
  ),
  svg(
    '<g transform="rotate(20 32 32)"><rect x="10.123456" y="10" width="30" height="20" rx="4"/></g>',
    ' viewBox="0 0 64 64"',
  ),
  svg('<s:g xmlns:s="http://www.w3.org/2000/svg"><s:circle cx="20" cy="20" r="9"/></s:g>'),
  svg(
    '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><rect x="16" y="16" width="32" height="32" filter="url(#f)"/>',
  ),
  svg(
    '<symbol id="s" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></symbol><use href="#s" width="30" height="30"/><use xlink:href="#s" x="32" width="30" height="30" fill="green"/>',
  ),
];

/** From lists of attacks on sanitisers (OWASP XSS Filter Evasion, the test cases of DOMPurify), written anew. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<script xlink:href="data:text/javascript,alert(1)"/>',
  '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
  '<rect onload="alert(1)" ONCLICK="alert(1)" onfocusin="alert(1)"/>',
  '<a xlink:href="javascript:alert(1)"><rect width="9" height="9"/></a>',
  '<a href=" &#9;javascript:alert(1)"><rect width="9" height="9"/></a>',
  '<a href="JaVa&#x09;ScRiPt:alert(1)"><rect width="9" height="9"/></a>',
  '<a href="data:text/html,&lt;script>alert(1)&lt;/script>"><rect width="9" height="9"/></a>',
  '<a href="vbscript:alert(1)"/>',
  '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script>alert(1)&lt;/script>"/></foreignObject>',
  '<html:img xmlns:html="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>',
  '<image href="http://example.com/a.png"/><image xlink:href="//example.com/a.png"/>',
  '<image href="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"/>',
  '<use href="http://example.com/a.svg#x"/><use xlink:href="data:image/svg+xml;base64,AA#x"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="xlink:href" to="javascript:alert(1)"/>',
  '<set attributeName="onmouseover" to="alert(1)"/>',
  '<style>@import "http://example.com/a.css";</style>',
  '<style>@\\69mport url(http://example.com/a.css);</style>',
  '<style>@font-face{font-family:x;src:url(http://example.com/a.woff)}</style>',
  '<style>rect{fill:u\\72l(http://example.com/a)}</style>',
  '<style><![CDATA[rect{background:url(javascript:alert(1))}]]></style>',
  '<rect style="background:url(&quot;http://example.com/a&quot;)" fill="url(http://example.com/a#b)"/>',
  '<handler type="text/ecmascript">alert(1)</handler><listener event="load"/>',
  '<feImage href="http://example.com/a.png"/><mpath href="http://example.com/#a"/>',
];
const LEFT = /script|alert|example\.com|onload|onclick|onfocus|onmouse|iframe|foreignObject|@import|svg\+xml/i;

describe('svg-optimizer', () => {
  exhaustive('draws the same before and after', async () => {
    for (const input of DOCUMENTS) {
      const before = await drawn(input);
      for (const options of [
        {},
        { precision: 5, pretty: true, keepIds: true },
        { removeViewBox: true, sanitize: false },
      ]) {
        const after = await drawn(await optimised(input, options));
        expect(after.length).toBe(before.length);
        expect(meanDifference(before, after), `${JSON.stringify(options)} ${input.slice(0, 300)}`).toBeLessThan(1);
      }
    }
  });

  it('does not grow a document, nor its own result', async () => {
    for (const input of DOCUMENTS) {
      const once = await optimised(input);
      expect(once.length).toBeLessThanOrEqual(input.length + 60);
      expect((await optimised(once)).length).toBeLessThanOrEqual(once.length);
    }
  });

  it('leaves nothing that runs or fetches', async () => {
    for (const attack of ATTACKS) {
      const result = await optimised(svg(`${attack}<path d="M0 0h5v5"/>`));
      expect(result, attack).not.toMatch(LEFT);
      expect(result, attack).toContain('M0 0h5v5');
    }
  });

  it('keeps what is harmless', async () => {
    const result = await optimised(
      svg(
        '<title>T</title><a href="https://safe.test/"><image width="9" height="9" href="data:image/png;base64,AAAA"/></a><text x="1">a &lt; b &amp; c</text>',
      ),
    );
    for (const part of ['https://safe.test/', 'data:image/png;base64,AAAA', 'a &lt; b &amp; c'])
      expect(result).toContain(part);
  });

  it('writes data URIs that hold the document', async () => {
    for (const text of ['x', "it's", 'Grüße 100 %']) {
      const input = svg(`<text y="9">${text}</text>`);
      const uri = await optimised(input, { format: 'data-uri' });
      const [, kind = '', data = ''] = /^data:image\/svg\+xml(;base64)?,(.*)$/s.exec(uri) ?? [];
      const back = kind === '' ? decodeURIComponent(data) : Buffer.from(data, 'base64').toString();
      expect(back.replaceAll("'", '"')).toBe((await optimised(input)).replaceAll("'", '"'));
    }
  });
});

describe('style sheets', () => {
  it('keep references inside of the document', () => {
    expect(safeCss('a{fill:url(#x)}')).toEqual({ css: 'a{fill:url(#x)}', isChanged: false });
    expect(safeCss('a{fill:url( "//e" )}').css).toBe('a{fill:none}');
    expect(safeCss('/* url(x) */a{fill:red}').css.trim()).toBe('a{fill:red}');
    expect(safeCss(`a{fill:url(${'('.repeat(50_000)}`).isChanged).toBe(true);
  });
});

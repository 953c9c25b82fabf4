import { describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './case-converter.js';

async function convert(input: string, mode: string, perLine = false): Promise<string | null> {
  const { text, message } = await runTool(tool, { input, options: { mode, perLine } });
  expect(message).toBeUndefined();
  return text;
}

/** camel, pascal, snake and constant as change-case 5.4.4 (npm) writes them; its kebab, dot and path are its snake with `-`, `.`, `/`. */
const AGREED: readonly (readonly [input: string, camel: string, pascal: string, snake: string, constant: string])[] = [
  ['hello big world', 'helloBigWorld', 'HelloBigWorld', 'hello_big_world', 'HELLO_BIG_WORLD'],
  ['helloBigWorld', 'helloBigWorld', 'HelloBigWorld', 'hello_big_world', 'HELLO_BIG_WORLD'],
  ['HelloBigWorld', 'helloBigWorld', 'HelloBigWorld', 'hello_big_world', 'HELLO_BIG_WORLD'],
  ['hello_big_world', 'helloBigWorld', 'HelloBigWorld', 'hello_big_world', 'HELLO_BIG_WORLD'],
  ['hello-big-world', 'helloBigWorld', 'HelloBigWorld', 'hello_big_world', 'HELLO_BIG_WORLD'],
  ['HELLO_BIG_WORLD', 'helloBigWorld', 'HelloBigWorld', 'hello_big_world', 'HELLO_BIG_WORLD'],
  ['hello.big.world', 'helloBigWorld', 'HelloBigWorld', 'hello_big_world', 'HELLO_BIG_WORLD'],
  ['hello/big/world', 'helloBigWorld', 'HelloBigWorld', 'hello_big_world', 'HELLO_BIG_WORLD'],
  ['foo.bar-baz_qux quux', 'fooBarBazQuxQuux', 'FooBarBazQuxQuux', 'foo_bar_baz_qux_quux', 'FOO_BAR_BAZ_QUX_QUUX'],
  ['XMLHttpRequest', 'xmlHttpRequest', 'XmlHttpRequest', 'xml_http_request', 'XML_HTTP_REQUEST'],
  ['parseHTML5Document', 'parseHtml5Document', 'ParseHtml5Document', 'parse_html5_document', 'PARSE_HTML5_DOCUMENT'],
  ['getURLForID', 'getUrlForId', 'GetUrlForId', 'get_url_for_id', 'GET_URL_FOR_ID'],
  ['getHTTPSUrl', 'getHttpsUrl', 'GetHttpsUrl', 'get_https_url', 'GET_HTTPS_URL'],
  ['HTML5Parser', 'html5Parser', 'Html5Parser', 'html5_parser', 'HTML5_PARSER'],
  ['utf8Decoder', 'utf8Decoder', 'Utf8Decoder', 'utf8_decoder', 'UTF8_DECODER'],
  ['UTF8', 'utf8', 'Utf8', 'utf8', 'UTF8'],
  ['IPv4Address', 'iPv4Address', 'IPv4Address', 'i_pv4_address', 'I_PV4_ADDRESS'],
  ['iOS', 'iOs', 'IOs', 'i_os', 'I_OS'],
  ['YouTube', 'youTube', 'YouTube', 'you_tube', 'YOU_TUBE'],
  ['2ndPlace', '2ndPlace', '2ndPlace', '2nd_place', '2ND_PLACE'],
  ['365Days', '365Days', '365Days', '365_days', '365_DAYS'],
  ['a1b2c3', 'a1b2c3', 'A1b2c3', 'a1b2c3', 'A1B2C3'],
  ['test123Test', 'test123Test', 'Test123Test', 'test123_test', 'TEST123_TEST'],
  ['10 000', '10_000', '10_000', '10_000', '10_000'],
  ['aB', 'aB', 'AB', 'a_b', 'A_B'],
  ['AB', 'ab', 'Ab', 'ab', 'AB'],
  ['ABc', 'aBc', 'ABc', 'a_bc', 'A_BC'],
  ['a', 'a', 'A', 'a', 'A'],
  ['A', 'a', 'A', 'a', 'A'],
  ['!!!', '', '', '', ''],
  ['  padded  ', 'padded', 'Padded', 'padded', 'PADDED'],
  ['--flag-name', 'flagName', 'FlagName', 'flag_name', 'FLAG_NAME'],
  ['__init__', 'init', 'Init', 'init', 'INIT'],
  ['_privateField', 'privateField', 'PrivateField', 'private_field', 'PRIVATE_FIELD'],
  ['$dollar#sign', 'dollarSign', 'DollarSign', 'dollar_sign', 'DOLLAR_SIGN'],
  ['foo\nbar', 'fooBar', 'FooBar', 'foo_bar', 'FOO_BAR'],
  ['fooBar\r\nbazQux', 'fooBarBazQux', 'FooBarBazQux', 'foo_bar_baz_qux', 'FOO_BAR_BAZ_QUX'],
  ['user@example.com', 'userExampleCom', 'UserExampleCom', 'user_example_com', 'USER_EXAMPLE_COM'],
  ['C++', 'c', 'C', 'c', 'C'],
  ['hello 🌍 world', 'helloWorld', 'HelloWorld', 'hello_world', 'HELLO_WORLD'],
  ['👩\u200d💻 code', 'code', 'Code', 'code', 'CODE'],
  ['café au lait', 'caféAuLait', 'CaféAuLait', 'café_au_lait', 'CAFÉ_AU_LAIT'],
  ['naïveCafé', 'naïveCafé', 'NaïveCafé', 'naïve_café', 'NAÏVE_CAFÉ'],
  ['Straße nach Süden', 'straßeNachSüden', 'StraßeNachSüden', 'straße_nach_süden', 'STRASSE_NACH_SÜDEN'],
  ['ΟΔΟΣ ΜΟΥ', 'οδοςΜου', 'ΟδοςΜου', 'οδος_μου', 'ΟΔΟΣ_ΜΟΥ'],
  ['приветМир', 'приветМир', 'ПриветМир', 'привет_мир', 'ПРИВЕТ_МИР'],
  ['ЁЖИК идёт', 'ёжикИдёт', 'ЁжикИдёт', 'ёжик_идёт', 'ЁЖИК_ИДЁТ'],
  ['İstanbul', 'i\u0307stanbul', 'İstanbul', 'i\u0307stanbul', 'İSTANBUL'],
  ['ılık', 'ılık', 'Ilık', 'ılık', 'ILIK'],
  ['你好 世界', '你好世界', '你好世界', '你好_世界', '你好_世界'],
  ['hello世界', 'hello世界', 'Hello世界', 'hello世界', 'HELLO世界'],
  ["dogs' tails", 'dogsTails', 'DogsTails', 'dogs_tails', 'DOGS_TAILS'],
  ["'quoted'", 'quoted', 'Quoted', 'quoted', 'QUOTED'],
];

/** Where the tool differs from change-case 5.4.4 on purpose. */
const DIFFERENT: readonly (readonly [input: string, mode: string, changeCase: string, ours: string, why: string])[] = [
  ['version 1.2.10', 'camel', 'version_1_2_10', 'version1_2_10', 'only two numbers need to be kept apart'],
  ['area 51 map', 'camel', 'area_51Map', 'area51Map', 'only two numbers need to be kept apart'],
  ['3D model', 'snake', '3_d_model', '3d_model', 'digits stay with their word'],
  ['hello3DWorld', 'snake', 'hello3_d_world', 'hello3d_world', 'digits stay with their word'],
  ['I18N', 'snake', 'i18_n', 'i18n', 'digits stay with their word'],
  ['JSON2CSV', 'snake', 'json2_csv', 'json2csv', 'between digits and capitals only a small letter shows a word'],
  ['4KVideo', 'snake', '4_k_video', '4k_video', 'digits stay with their word'],
  ["don't stop", 'snake', 'don_t_stop', 'dont_stop', 'an apostrophe is part of its word'],
  ['O’Brien', 'snake', 'o_brien', 'obrien', 'an apostrophe is part of its word'],
  ['cafe\u0301 au lait', 'snake', 'cafe_au_lait', 'cafe\u0301_au_lait', 'a combining mark is part of its letter'],
  ['E\u0301toile', 'snake', 'e_toile', 'e\u0301toile', 'a combining mark is part of its letter'],
  [
    '\u0645\u06cc\u200c\u062e\u0648',
    'snake',
    '\u0645\u06cc_\u062e\u0648',
    '\u0645\u06cc\u200c\u062e\u0648',
    'U+200C shapes a word',
  ],
  ['co\u00adoperate', 'snake', 'co_operate', 'cooperate', 'a soft hyphen is not a hyphen'],
  ['你好World', 'snake', '你好world', '你好_world', 'a capital starts a word after a letter without case too'],
  ['x²', 'snake', 'x', 'x²', 'all numbers of Unicode are kept, not only ASCII digits'],
  ['\u0663 cats', 'snake', 'cats', '\u0663_cats', 'all numbers of Unicode are kept, not only ASCII digits'],
  ['ǆep', 'pascal', 'Ǆep', 'ǅep', 'a first letter takes its title case'],
  ['ﬂow', 'pascal', 'FLow', 'Flow', 'a first letter takes its title case'],
];

describe('identifier modes', () => {
  it.each(AGREED)('%j is written as change-case writes it', async (input, camel, pascal, snake, constant) => {
    expect(await convert(input, 'camel')).toBe(camel);
    expect(await convert(input, 'pascal')).toBe(pascal);
    expect(await convert(input, 'snake')).toBe(snake);
    expect(await convert(input, 'constant')).toBe(constant);
    expect(await convert(input, 'kebab')).toBe(snake.replaceAll('_', '-'));
    expect(await convert(input, 'dot')).toBe(snake.replaceAll('_', '.'));
    expect(await convert(input, 'path')).toBe(snake.replaceAll('_', '/'));
  });

  it.each(DIFFERENT)('%j in %s is not %j but %j: %s', async (input, mode, changeCase, ours) => {
    expect(changeCase).not.toBe(ours);
    expect(await convert(input, mode)).toBe(ours);
  });

  it.each(['snake', 'kebab', 'dot', 'path', 'constant'])('%s run twice is %s run once', async (mode) => {
    for (const [input] of [...AGREED, ...DIFFERENT]) {
      const once = (await convert(input, mode)) ?? '';
      if (once !== '') expect(await convert(once, mode)).toBe(once);
    }
  });

  it('snake then camel returns the first camel text', async () => {
    for (const input of ['hello big world', 'XMLHttpRequest', 'version 1.2.10', 'Straße nach Süden', '3D model']) {
      const snake = (await convert(input, 'snake')) ?? '';
      expect(await convert(snake, 'camel')).toBe(await convert(input, 'camel'));
    }
  });
});

describe('perLine', () => {
  it('keeps every line break as it is', async () => {
    const input = 'foo bar\n\nBaz qux\r\nfoo bar\rlast one\n';
    expect(await convert(input, 'camel', true)).toBe('fooBar\n\nbazQux\r\nfooBar\rlastOne\n');
  });

  it('changes nothing in upper, lower, swap and title', async () => {
    const input = "it's a LINE\nΟΔΟΣ\r\nand 'another' one";
    for (const mode of ['upper', 'lower', 'swap', 'title']) {
      expect(await convert(input, mode, true)).toBe(await convert(input, mode));
    }
  });

  it('starts sentence and alternate anew on every line', async () => {
    expect(await convert('one two\nthree', 'sentence')).toBe('One two\nthree');
    expect(await convert('one two\nthree', 'sentence', true)).toBe('One two\nThree');
    expect(await convert('abc\nabc', 'alternate')).toBe('aBc\nAbC');
    expect(await convert('abc\nabc', 'alternate', true)).toBe('aBc\naBc');
  });
});

describe('time', () => {
  exhaustive('one word of 1,000,000 humps or letters is converted well within the limit', async () => {
    expect(await convert('aB'.repeat(500_000), 'camel')).toHaveLength(1_000_000);
    expect(await convert('a'.repeat(1_000_000), 'title')).toHaveLength(1_000_000);
  });

  it.each(['camel', 'snake', 'title', 'sentence', 'swap', 'alternate'])(
    '%s grows with the length of the text, not with its square',
    async (mode) => {
      // A camel case that looked back at all it had written was found by these.
      for (const part of ['aB', "a'", 'A', '1 ', '\n', '. a', '😀', '𐐨𐐀', 'e\u0301', 'Σ']) {
        await expectLinear(4000, (length) => convert(part.repeat(length), mode, true));
      }
    },
  );
});

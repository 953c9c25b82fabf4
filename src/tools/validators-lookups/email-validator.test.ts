import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './email-validator.js';

interface Row {
  readonly isValid: boolean;
  readonly reason?: string;
  readonly suggestion?: string;
  readonly mailbox?: string;
}

async function check(input: string, options: Record<string, unknown> = {}): Promise<readonly Row[]> {
  return ((await runTool(tool, { input, options })).data as { results: Row[] }).results;
}

const long = (length: number) => 'a'.repeat(length);

/** Of the isemail suite (Dominic Sayers, BSD), valid for SMTP. Comments and folding are of RFC 5322 alone and are refused here. */
const ISEMAIL_VALID = [
  'test@iana.org',
  'test@nominet.org.uk',
  'test@about.museum',
  'a@iana.org',
  'test.test@iana.org',
  '!#$%&`*+/=?^`{|}~@iana.org',
  '123@iana.org',
  'test@123.com',
  `${long(64)}@iana.org`,
  `test@${long(63)}.com`,
  'test@mason-dixon.com',
  'test@c--n.com',
  'xn--test@iana.org',
  'test@xn--hxajbheg2az3al.xn--jxalpdlp',
  '"test"@iana.org',
  '""@iana.org',
  '"\\a"@iana.org',
  '"\\""@iana.org',
  '"\\\\"@iana.org',
  'test@[255.255.255.255]',
  'test@[IPv6:1111:2222:3333:4444:5555:6666:7777:8888]',
  'test@[IPv6:1111:2222:3333:4444:5555::8888]',
  'test@[IPv6:::]',
  'test@iana.co-uk',
  '"test\\ test"@iana.org',
  '"test@test"@iana.org',
  'test@io',
  'test@org',
];
const ISEMAIL_INVALID = [
  'test',
  '@',
  'test@',
  '@iana.org',
  '.test@iana.org',
  'test.@iana.org',
  'test..iana.org',
  'test..test@iana.org',
  'test_exa-mple.com',
  'test\\@test@iana.org',
  `${long(65)}@iana.org`,
  'test@-iana.org',
  'test@iana-.com',
  'test@.iana.org',
  'test@iana.org.',
  'test@iana..com',
  `test@${long(64)}.com`,
  '"""@iana.org',
  '"\\"@iana.org',
  'test"@iana.org',
  '"test@iana.org',
  '"test"test@iana.org',
  'test"text"@iana.org',
  '"test""test"@iana.org',
  'test@a[255.255.255.255]',
  'test@[255.255.255]',
  'test@[255.255.255.255.255]',
  'test@[255.255.255.256]',
  'test@[1111:2222:3333:4444:5555:6666:7777:8888]',
  'test@[IPv6:1111:2222:3333:4444:5555:6666:7777]',
  'test@[IPv6:1111:2222:3333:4444:5555:6666:7777:888G]',
  '(comment)test@iana.org',
];

/** RFC 3696 §3 with erratum 1690, and Wikipedia, "Email address". */
const VALID = [
  'customer/department=shipping@example.com',
  '$A12345@example.com',
  '!def!xyz%abc@example.com',
  '_somename@example.com',
  'user+mailbox@example.com',
  'FirstName.LastName@EasierReading.org',
  'x@example.com',
  'long.email-address-with-hyphens@and.subdomains.example.com',
  'user%example.com@example.org',
  'mailhost!username@example.org',
  'user-@example.org',
  'I❤️CHOCOLATE@example.com',
  'Pelé@example.com',
  'δοκιμή@παράδειγμα.δοκιμή.gr',
  '我買@屋企.香港',
  'медведь@с-балалайкой.рф',
  'संपर्क@डाटामेल.भारत',
];
const INVALID = [
  'abc.example.com',
  'a@b@c@example.com',
  'a"b(c)d,e:f;g<h>i[j\\k]l@example.com'.replaceAll(/[,;<>]/g, ':'),
  'just"not"right@example.com',
  'this is"not\\allowed@example.com',
  '1234567890123456789012345678901234567890123456789012345678901234+x@example.com',
  'i.like.underscores@but_they_are_not_allowed_in_this_part.com',
  'a\u200bb@example.com',
  'ada@192.0.2.1',
  'ada@example.nosuchtld',
  'ada@com',
  'ada @example.com',
  `${long(64)}@${[long(63), long(63), long(63), 'com'].join('.')}`,
];

describe('email-validator', () => {
  it('judges addresses of the isemail suite by RFC 5321', async () => {
    const rules = { strictness: 'rfc5321' };
    for (const address of ISEMAIL_VALID)
      expect([address, (await check(`<${address}>`, rules))[0]?.isValid]).toEqual([address, true]);
    for (const address of ISEMAIL_INVALID)
      expect([address, (await check(`x <${address}>`, rules))[0]?.isValid]).toEqual([address, false]);
  });

  it('judges the examples of RFC 3696, RFC 6531 and Wikipedia', async () => {
    expect((await check(VALID.join('\n'))).filter(({ isValid }) => !isValid)).toEqual([]);
    expect((await check(INVALID.join('\n'))).filter(({ isValid }) => isValid)).toEqual([]);
    expect(
      (await check('Pelé@example.com\na@bücher.de', { international: false })).map(({ isValid }) => isValid),
    ).toEqual([false, false]);
  });

  it.skipIf(!hasProgram('python3', ['--version'], 'addresses beside Python'))(
    'local parts are judged as Python does',
    async () => {
      const chance = chanceOf(3);
      const locals = Array.from({ length: 400 }, () =>
        Array.from({ length: 1 + chance(6) }, () => 'ab1.+-_!%=:[]()\\@ '.charAt(chance(18)))
          .join('')
          .trimStart(),
      ).filter((local) => local !== '');
      const python =
        'import sys,json\nfrom email.headerregistry import Address\nfor l in json.load(sys.stdin):\n try:\n  a=Address(addr_spec=l+"@iana.org"); print("true" if a.username==l and a.domain=="iana.org" and not a.username.startswith(chr(34)) else "false")\n except Exception: print("false")';
      const told = runProgram('python3', ['-c', python], JSON.stringify(locals)).toString().trim().split('\n');
      for (const [i, local] of locals.entries())
        expect([local, String((await check(`<${local}@iana.org>`))[0]?.isValid)]).toEqual([local, told[i]]);
    },
  );

  it('typos, duplicates and kinds are told', async () => {
    const rows = await check(
      'a@gmial.com\na@hotmail.cm\na@gmail.co\na@mail.com\na@gmx.de\nJ.o.e+x@GoogleMail.com\njoe@gmail.com\npostmaster@test',
    );
    expect(rows.map(({ suggestion }) => suggestion)).toEqual([
      'a@gmail.com',
      'a@hotmail.com',
      'a@gmail.com',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(rows[5]?.mailbox).toBe(rows[6]?.mailbox);
  });

  it('any text gets a verdict, in linear time', async () => {
    const chance = chanceOf(4);
    const text = Array.from({ length: 5000 }, () =>
      String.fromCodePoint([10, 34, 40, 44, 46, 60, 62, 64, 91, 92, 93, 97, 233, 0x200d, 0x5d0][chance(15)]!),
    ).join('');
    for (const row of await check(`${text}\n@`)) expect(typeof row.isValid).toBe('boolean');
    await expectLinear(5000, (length) => check(`${'"'.repeat(length)}@a.org`));
    await expectLinear(5000, (length) => check(`${'<'.repeat(length)}a.org`));
  });
});

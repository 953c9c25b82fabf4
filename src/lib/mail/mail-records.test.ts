import { describe, expect, it } from 'vitest';

import { readDkimRecord } from './dkim-record.js';
import { readDmarc } from './dmarc.js';
import { matchesMx, readMtaSts } from './mta-sts.js';

describe('records of RFCs', () => {
  it('DMARC: RFC 7489 B.2', () => {
    expect(readDmarc('v=DMARC1; p=none; rua=mailto:dmarc-feedback@example.com')).toMatchObject({
      policy: 'none',
      errors: [],
    });
    const record =
      'v=DMARC1; p=quarantine; rua=mailto:dmarc-feedback@example.com,mailto:tld-test@thirdparty.example.net!10m; pct=25';
    expect(readDmarc(record)).toMatchObject({ policy: 'quarantine', errors: [] });
    expect(readDmarc(record).warnings).toContain('pct=25: the policy holds for a part of the mail');
  });

  it.each([
    ['p=none; v=DMARC1', 'must begin'],
    ['v=DMARC1', 'p is missing'],
    ['v=DMARC1; p=drop', 'p must be none'],
    ['v=DMARC1; p=none; pct=101', 'pct must be'],
    ['v=DMARC1; p=none; adkim=x', 'adkim must be'],
    ['v=DMARC1; p=none; rua=dmarc@example.com', 'is not an address'],
    ['v=DMARC1; p=none; p=reject', 'more than once'],
    ['v=DMARC1; p=none; fo=2', 'fo must be'],
  ])('DMARC: %s has an error', (record, fault) => {
    expect(readDmarc(record).errors.join()).toContain(fault);
  });

  it('DKIM: the keys of RFC 6376 C.2 and RFC 8463 A.2', () => {
    const brisbane =
      'v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB';
    expect(readDkimRecord(brisbane)).toMatchObject({ keyType: 'rsa', bits: 1024, errors: [] });
    const ed25519 = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
    expect(readDkimRecord(ed25519)).toMatchObject({ keyType: 'ed25519', bits: 256, errors: [], warnings: [] });
    expect(readDkimRecord('v=DKIM1; p=')).toMatchObject({ isRevoked: true, errors: [] });
    expect(readDkimRecord('v=DKIM1; p=abc').errors).toEqual(['p is not a public key in base64']);
  });

  it('MTA-STS: RFC 8461 §3.2 and §4.1', () => {
    const policy = readMtaSts(
      'version: STSv1\r\nmode: enforce\r\nmx: mail.example.com\r\nmx: *.example.net\r\nmx: backupmx.example.com\r\nmax_age: 604800\r\n',
    );
    expect(policy).toEqual({
      mode: 'enforce',
      mx: ['mail.example.com', '*.example.net', 'backupmx.example.com'],
      maxAge: 604_800,
      errors: [],
    });
    expect(
      ['mail.example.com', 'mx.example.net', 'a.b.example.net', 'example.net'].map((host) =>
        matchesMx(host, policy.mx),
      ),
    ).toEqual([true, true, false, false]);
    expect(readMtaSts('version: STSv2\nmode: on\n').errors).toHaveLength(4);
  });
});

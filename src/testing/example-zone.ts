/** Records by type; several where `data` is a list. */
export type Records = Readonly<Record<string, { readonly data: unknown; readonly ttl?: number }>>;

/** A key of 2048 bits, made for this; its other half was thrown away. */
const DKIM_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmIWhdlxvrNU5ewRUw5kbPMJD8PfrkEX1kd2Dm5/wNrJa2szumm+45xxZI4CqsoHeQUm0cf5H1d1yZiOPUfbIQw6sk4XC1pflaJDHhdH+ZSTKKX4mw0Dl7yagYGRkzEXgtjp7bX4gEjZj8eGyPoLY3qIoiIVu8FQz94mgsY/WD8y53g9uHb/VbmWms4xuu6tf0m41uE6JVpnUS17L1FXNX0c0RFzxTPj8nLilB9nwvsCsO9tO9a78k4bAky08KJeBZBOLLsT8hxT6ZfyFeqSLPnXpSFRXYxbw6w/ISn5xcEMlawSiQWWL2dqoImWwUcciQV9bcVYjdLIwxiVHT7zdGQIDAQAB';

/** The names of the pretend internet: RFC 2606 and RFC 6761 reserve them for examples. */
export const ZONE: Readonly<Record<string, Records>> = {
  'example.com': {
    A: { data: '93.184.215.14' },
    AAAA: { data: '2606:2800:21f::14' },
    MX: { data: [{ preference: 10, exchange: 'mail.example.com' }] },
    NS: { data: ['ns1.example.com', 'ns2.example.com'], ttl: 86_400 },
    SOA: {
      data: {
        mname: 'ns1.example.com',
        rname: 'hostmaster.example.com',
        serial: 2026010100,
        refresh: 7200,
        retry: 3600,
        expire: 1_209_600,
        minimum: 3600,
      },
    },
    TXT: { data: ['v=spf1 mx include:_spf.example.net -all', ['site-verification=', '0a1b2c']] },
    CAA: { data: { flags: 0, tag: 'issue', value: 'ca.example.net' } },
  },
  'www.example.com': { CNAME: { data: 'example.com' } },
  'mail.example.com': { A: { data: '93.184.215.25' } },
  'ns1.example.com': { A: { data: '93.184.215.53' } },
  'ns2.example.com': { A: { data: '93.184.215.53' } },
  'dns.example': { A: { data: '93.184.215.53' } },
  '_spf.example.net': { TXT: { data: ['v=spf1 ip4:198.51.100.0/24 ~all'] } },
  '_dmarc.example.com': { TXT: { data: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.com'] } },
  'selector1._domainkey.example.com': {
    TXT: { data: [['v=DKIM1; k=rsa; p=', DKIM_KEY.slice(0, 200), DKIM_KEY.slice(200)]] },
  },
  '_mta-sts.example.com': { TXT: { data: ['v=STSv1; id=20260101000000'] } },
  'mta-sts.example.com': { A: { data: '93.184.215.16' } },
  '_smtp._tls.example.com': { TXT: { data: ['v=TLSRPTv1; rua=mailto:tls@example.com'] } },
  '14.215.184.93.in-addr.arpa': { PTR: { data: ['example.com'] } },
  '15.215.184.93.in-addr.arpa': { PTR: { data: ['elsewhere.example.net'] } },
  'elsewhere.example.net': { A: { data: '93.184.215.99' } },
  'example.org': {
    A: { data: '93.184.215.15' },
    MX: { data: [{ preference: 0, exchange: '.' }] },
    TXT: { data: ['v=spf1 -all'] },
  },
  'expired.example.net': { A: { data: '93.184.215.17' } },
  'silent.example.net': { A: { data: '93.184.215.18' } },
  'refusing.example.net': { A: { data: '93.184.215.19' } },
  'private.example.net': { A: { data: '10.0.0.1' } },
  'whois.iana.org': { A: { data: '192.0.47.59' } },
  'whois.registry.example': { A: { data: '193.0.6.135' } },
};

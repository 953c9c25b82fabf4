import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { wifiPayload } from '../../lib/barcodes/wifi.js';

import { QR_PICTURE_NOTES, qrPictureOptions, qrReport, qrResult } from './_qr-code.js';

const SSID_BYTES = 32;
/** Characters, or hexadecimal digits, of WEP keys of 40, 104 and 128 bits. */
const WEP_KEY = /^(?:[ -~]{5}|[ -~]{13}|[ -~]{16}|[0-9a-fA-F]{10}|[0-9a-fA-F]{26}|[0-9a-fA-F]{32})$/;
/** IEEE 802.11-2020, J.4.1: 8 to 63 printable characters of ASCII, or a key of 64 hexadecimal digits. */
const WPA_KEY = /^(?:[ -~]{8,63}|[0-9a-fA-F]{64})$/;

type Security = 'WPA' | 'WEP' | 'nopass' | 'WPA2-EAP';

function checkName(ssid: string): void {
  const length = Buffer.byteLength(ssid);
  if (length === 0) throw invalid('Option "ssid" must not be empty');
  if (length > SSID_BYTES) throw invalid(`Option "ssid" must have at most ${SSID_BYTES} bytes in UTF-8, got ${length}`);
}

/** The message never shows the password. */
function checkPassword(security: Security, password: string): void {
  if (security === 'nopass' && password !== '') throw invalid('Option "password" must be empty for security nopass');
  if (security === 'WPA' && !WPA_KEY.test(password)) {
    throw invalid(
      'Option "password" must have 8 to 63 characters of ASCII, or 64 hexadecimal digits, for security WPA',
    );
  }
  if (security === 'WEP' && !WEP_KEY.test(password)) {
    throw invalid(
      'Option "password" must have 5, 13 or 16 characters, or 10, 26 or 32 hexadecimal digits, for security WEP',
    );
  }
}

function checkEnterprise(security: Security, identity: string, anonymousIdentity: string): void {
  if (security === 'WPA2-EAP') {
    if (identity === '') throw invalid('Option "identity" must not be empty for security WPA2-EAP');
    return;
  }
  if (identity !== '') throw invalid('Option "identity" must be empty except for security WPA2-EAP');
  if (anonymousIdentity !== '') throw invalid('Option "anonymousIdentity" must be empty except for security WPA2-EAP');
}

export default defineTool({
  id: 'wifi-qr-code',
  title: 'Wi-Fi QR Code',
  summary: 'Makes a QR code that phones join a Wi-Fi network with.',
  family: 'qr-barcode',
  class: 'standard',
  input: 'none',
  options: {
    ssid: z.string().max(32).default('').describe('Name of the network, up to 32 bytes in UTF-8.'),
    password: ofKind('secret', z.string().max(200).default('').describe('Password of the network.')),
    security: z
      .enum(['WPA', 'WEP', 'nopass', 'WPA2-EAP'])
      .default('WPA')
      .describe('WPA for WPA, WPA2 and WPA3 with a password; nopass for open networks; WPA2-EAP for user names.'),
    hidden: z.boolean().default(false).describe('The network does not show its name.'),
    identity: z.string().max(200).default('').describe('User name, for WPA2-EAP.'),
    anonymousIdentity: z.string().max(200).default('').describe('Outer user name, for WPA2-EAP.'),
    eapMethod: z.enum(['PEAP', 'TTLS', 'PWD']).default('PEAP').describe('Method of WPA2-EAP.'),
    phase2: z
      .enum(['MSCHAPV2', 'GTC', 'PAP', 'none'])
      .default('MSCHAPV2')
      .describe('Inner method of WPA2-EAP with PEAP or TTLS.'),
    ...qrPictureOptions,
  },
  result: 'mixed',
  data: qrReport.extend({ payload: z.string().describe('Text inside the code.') }),
  notes: [
    'The text follows ZXing, as Android and iOS read it; \\ ; , " and : get a backslash. WPA includes WPA2 and WPA3.',
    'Whoever sees the code can read the password in it.',
    'WPA2-EAP: Android joins with its fields, iOS does not.',
    ...QR_PICTURE_NOTES,
  ],
  aliases: [
    'wifi qr',
    'wlan qr code',
    'share wifi password',
    'guest wifi qr code',
    'join wifi code',
    'wi-fi barcode',
    "qr code for guests' wifi",
  ],
  verified: [
    'ZXing, wiki "Barcode Contents": the payload of its example, and its rules for special characters.',
    'zbarimg 0.23.92 and ZXing-C++ read the payload from the picture.',
  ],
  examples: [
    {
      title: 'A home network',
      options: { ssid: 'mynetwork', password: 'mypass12' },
      output: {
        data: {
          payload: 'WIFI:T:WPA;S:mynetwork;P:mypass12;;',
          version: '3',
          errorCorrection: 'M',
          modules: 29,
          pixelsPerModule: 13,
          warnings: [],
        },
        files: [{ name: 'wifi-qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Every character that needs a backslash, in a hidden network',
      options: { ssid: '"foo;bar\\\\baz"', password: 'a:b,c;d"e\\', hidden: true, format: 'svg' },
      output: {
        data: {
          payload: 'WIFI:T:WPA;S:\\"foo\\;bar\\\\\\\\baz\\";P:a\\:b\\,c\\;d\\"e\\\\;H:true;;',
          version: '4',
          errorCorrection: 'M',
          modules: 33,
          warnings: [],
        },
        files: [{ name: 'wifi-qr-code.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'An open network whose name looks hexadecimal',
      options: { ssid: 'cafe', security: 'nopass' },
      output: {
        data: {
          payload: 'WIFI:T:nopass;S:cafe;;',
          version: '2',
          errorCorrection: 'M',
          modules: 25,
          pixelsPerModule: 15,
          warnings: ['Some older readers take a name of hexadecimal digits for bytes'],
        },
        files: [{ name: 'wifi-qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A company network with user names',
      options: { ssid: 'Büro', security: 'WPA2-EAP', identity: 'ann@example.com', password: 'secret' },
      output: {
        data: {
          payload: 'WIFI:T:WPA2-EAP;S:Büro;E:PEAP;PH2:MSCHAPV2;I:ann@example.com;P:secret;;',
          version: '5',
          errorCorrection: 'M',
          modules: 37,
          pixelsPerModule: 11,
          warnings: [],
        },
        files: [{ name: 'wifi-qr-code.png', mime: 'image/png' }],
      },
    },
    { title: 'No name', error: { code: 'INVALID_INPUT', message: 'Option "ssid" must not be empty' } },
    {
      title: 'A name of too many bytes',
      options: { ssid: 'ä'.repeat(17), security: 'nopass' },
      error: { code: 'INVALID_INPUT', message: 'Option "ssid" must have at most 32 bytes in UTF-8, got 34' },
    },
    {
      title: 'A password that WPA does not allow',
      options: { ssid: 'home', password: 'short' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "password" must have 8 to 63 characters of ASCII, or 64 hexadecimal digits, for security WPA',
      },
    },
    {
      title: 'A password that WEP does not allow',
      options: { ssid: 'home', password: 'secret', security: 'WEP' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "password" must have 5, 13 or 16 characters, or 10, 26 or 32 hexadecimal digits, for security WEP',
      },
    },
    {
      title: 'A password for an open network',
      options: { ssid: 'home', password: 'mypass12', security: 'nopass' },
      error: { code: 'INVALID_INPUT', message: 'Option "password" must be empty for security nopass' },
    },
    {
      title: 'WPA2-EAP without a user name',
      options: { ssid: 'home', security: 'WPA2-EAP' },
      error: { code: 'INVALID_INPUT', message: 'Option "identity" must not be empty for security WPA2-EAP' },
    },
    {
      title: 'A user name for a network without them',
      options: { ssid: 'home', password: 'mypass12', identity: 'ann' },
      error: { code: 'INVALID_INPUT', message: 'Option "identity" must be empty except for security WPA2-EAP' },
    },
    {
      title: 'An outer user name for a network without them',
      options: { ssid: 'home', password: 'mypass12', anonymousIdentity: 'ann' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "anonymousIdentity" must be empty except for security WPA2-EAP',
      },
    },
  ],
  async run({ options }) {
    const { ssid, password, security, hidden: isHidden, identity, anonymousIdentity, eapMethod } = options;
    checkName(ssid);
    checkPassword(security, password);
    checkEnterprise(security, identity, anonymousIdentity);
    const phase2 = options.phase2 === 'none' || eapMethod === 'PWD' ? '' : options.phase2;
    const network = { ssid, security, password, isHidden, eapMethod, phase2, identity, anonymousIdentity };
    const payload = wifiPayload(network);
    const isHex = /^(?:[0-9a-fA-F]{2})+$/.test(ssid);
    return await qrResult(
      {
        text: payload,
        name: 'wifi-qr-code',
        facts: { payload },
        warnings: isHex ? ['Some older readers take a name of hexadecimal digits for bytes'] : [],
      },
      options,
    );
  },
});

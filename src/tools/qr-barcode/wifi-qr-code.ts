import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { wifiPayload } from '../../lib/barcodes/wifi.js';

import { QR_PICTURE_NOTES, qrPictureOptions, qrResult } from './_qr-code.js';

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
    password: z.string().max(200).default('').describe('Password of the network.'),
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
  notes: [
    'The text follows ZXing, as Android and iOS read it; \\ ; , " and : get a backslash. WPA stands for WPA2 and WPA3 too.',
    'Whoever sees the code can read the password in it.',
    'iOS ignores the fields of WPA2-EAP; Android joins with them.',
    ...QR_PICTURE_NOTES,
  ],
  aliases: ['wifi qr', 'wlan qr code', 'share wifi password', 'guest wifi qr code', 'join wifi code', 'wi-fi barcode'],
  verified: ['PENDING'],
  examples: [],
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

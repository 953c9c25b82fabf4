import type { CrcModel } from './crc.js';

/**
 * Polynomial, initial value, what is reflected, final XOR and check value (the CRC of the nine bytes "123456789") of every CRC of 8 to
 * 64 bits by its name in the catalogue of CRC RevEng, https://reveng.sourceforge.io/crc-catalogue/all.htm.
 */
const CATALOGUE = {
  'crc-8/autosar': '2f ff none ff df',
  'crc-8/bluetooth': 'a7 00 in-out 00 26',
  'crc-8/cdma2000': '9b ff none 00 da',
  'crc-8/darc': '39 00 in-out 00 15',
  'crc-8/dvb-s2': 'd5 00 none 00 bc',
  'crc-8/gsm-a': '1d 00 none 00 37',
  'crc-8/gsm-b': '49 00 none ff 94',
  'crc-8/hitag': '1d ff none 00 b4',
  'crc-8/i-432-1': '07 00 none 55 a1',
  'crc-8/i-code': '1d fd none 00 7e',
  'crc-8/lte': '9b 00 none 00 ea',
  'crc-8/maxim-dow': '31 00 in-out 00 a1',
  'crc-8/mifare-mad': '1d c7 none 00 99',
  'crc-8/nrsc-5': '31 ff none 00 f7',
  'crc-8/opensafety': '2f 00 none 00 3e',
  'crc-8/rohc': '07 ff in-out 00 d0',
  'crc-8/sae-j1850': '1d ff none ff 4b',
  'crc-8/smbus': '07 00 none 00 f4',
  'crc-8/tech-3250': '1d ff in-out 00 97',
  'crc-8/wcdma': '9b 00 in-out 00 25',
  'crc-10/atm': '233 000 none 000 199',
  'crc-10/cdma2000': '3d9 3ff none 000 233',
  'crc-10/gsm': '175 000 none 3ff 12a',
  'crc-11/flexray': '385 01a none 000 5a3',
  'crc-11/umts': '307 000 none 000 061',
  'crc-12/cdma2000': 'f13 fff none 000 d4d',
  'crc-12/dect': '80f 000 none 000 f5b',
  'crc-12/gsm': 'd31 000 none fff b34',
  'crc-12/umts': '80f 000 out 000 daf',
  'crc-13/bbc': '1cf5 0000 none 0000 04fa',
  'crc-14/darc': '0805 0000 in-out 0000 082d',
  'crc-14/gsm': '202d 0000 none 3fff 30ae',
  'crc-15/can': '4599 0000 none 0000 059e',
  'crc-15/mpt1327': '6815 0000 none 0001 2566',
  'crc-16/arc': '8005 0000 in-out 0000 bb3d',
  'crc-16/cdma2000': 'c867 ffff none 0000 4c06',
  'crc-16/cms': '8005 ffff none 0000 aee7',
  'crc-16/dds-110': '8005 800d none 0000 9ecf',
  'crc-16/dect-r': '0589 0000 none 0001 007e',
  'crc-16/dect-x': '0589 0000 none 0000 007f',
  'crc-16/dnp': '3d65 0000 in-out ffff ea82',
  'crc-16/en-13757': '3d65 0000 none ffff c2b7',
  'crc-16/genibus': '1021 ffff none ffff d64e',
  'crc-16/gsm': '1021 0000 none ffff ce3c',
  'crc-16/ibm-3740': '1021 ffff none 0000 29b1',
  'crc-16/ibm-sdlc': '1021 ffff in-out ffff 906e',
  'crc-16/iso-iec-14443-3-a': '1021 c6c6 in-out 0000 bf05',
  'crc-16/kermit': '1021 0000 in-out 0000 2189',
  'crc-16/lj1200': '6f63 0000 none 0000 bdf4',
  'crc-16/m17': '5935 ffff none 0000 772b',
  'crc-16/maxim-dow': '8005 0000 in-out ffff 44c2',
  'crc-16/mcrf4xx': '1021 ffff in-out 0000 6f91',
  'crc-16/modbus': '8005 ffff in-out 0000 4b37',
  'crc-16/nrsc-5': '080b ffff in-out 0000 a066',
  'crc-16/opensafety-a': '5935 0000 none 0000 5d38',
  'crc-16/opensafety-b': '755b 0000 none 0000 20fe',
  'crc-16/profibus': '1dcf ffff none ffff a819',
  'crc-16/riello': '1021 b2aa in-out 0000 63d0',
  'crc-16/spi-fujitsu': '1021 1d0f none 0000 e5cc',
  'crc-16/t10-dif': '8bb7 0000 none 0000 d0db',
  'crc-16/teledisk': 'a097 0000 none 0000 0fb3',
  'crc-16/tms37157': '1021 89ec in-out 0000 26b1',
  'crc-16/umts': '8005 0000 none 0000 fee8',
  'crc-16/usb': '8005 ffff in-out ffff b4c8',
  'crc-16/xmodem': '1021 0000 none 0000 31c3',
  'crc-17/can-fd': '1685b 00000 none 00000 04f03',
  'crc-21/can-fd': '102899 000000 none 000000 0ed841',
  'crc-24/ble': '00065b 555555 in-out 000000 c25a56',
  'crc-24/flexray-a': '5d6dcb fedcba none 000000 7979bd',
  'crc-24/flexray-b': '5d6dcb abcdef none 000000 1f23b8',
  'crc-24/interlaken': '328b63 ffffff none ffffff b4f3e6',
  'crc-24/lte-a': '864cfb 000000 none 000000 cde703',
  'crc-24/lte-b': '800063 000000 none 000000 23ef52',
  'crc-24/openpgp': '864cfb b704ce none 000000 21cf02',
  'crc-24/os-9': '800063 ffffff none ffffff 200fa5',
  'crc-30/cdma': '2030b9c7 3fffffff none 3fffffff 04c34abf',
  'crc-31/philips': '04c11db7 7fffffff none 7fffffff 0ce9e46c',
  'crc-32/aixm': '814141ab 00000000 none 00000000 3010bf7f',
  'crc-32/autosar': 'f4acfb13 ffffffff in-out ffffffff 1697d06a',
  'crc-32/base91-d': 'a833982b ffffffff in-out ffffffff 87315576',
  'crc-32/bzip2': '04c11db7 ffffffff none ffffffff fc891918',
  'crc-32/cd-rom-edc': '8001801b 00000000 in-out 00000000 6ec2edc4',
  'crc-32/cksum': '04c11db7 00000000 none ffffffff 765e7680',
  'crc-32/iscsi': '1edc6f41 ffffffff in-out ffffffff e3069283',
  'crc-32/iso-hdlc': '04c11db7 ffffffff in-out ffffffff cbf43926',
  'crc-32/jamcrc': '04c11db7 ffffffff in-out 00000000 340bc6d9',
  'crc-32/mef': '741b8cd7 ffffffff in-out 00000000 d2c22f51',
  'crc-32/mpeg-2': '04c11db7 ffffffff none 00000000 0376e6e7',
  'crc-32/xfer': '000000af 00000000 none 00000000 bd0be338',
  'crc-40/gsm': '0004820009 0000000000 none ffffffffff d4164fc646',
  'crc-64/ecma-182': '42f0e1eba9ea3693 0000000000000000 none 0000000000000000 6c40df5f0b497347',
  'crc-64/go-iso': '000000000000001b ffffffffffffffff in-out ffffffffffffffff b90956c775a41001',
  'crc-64/ms': '259c84cba6426349 ffffffffffffffff in-out 0000000000000000 75d4b74f024eceea',
  'crc-64/nvme': 'ad93d23594c93659 ffffffffffffffff in-out ffffffffffffffff ae8b14860a799888',
  'crc-64/redis': 'ad93d23594c935a9 0000000000000000 in-out 0000000000000000 e9c6d914c4b8d9ca',
  'crc-64/we': '42f0e1eba9ea3693 ffffffffffffffff none ffffffffffffffff 62ec59e3f1a4f00a',
  'crc-64/xz': '42f0e1eba9ea3693 ffffffffffffffff in-out ffffffffffffffff 995dc9bbdf1939fa',
} as const;

export type CrcName = keyof typeof CATALOGUE;

/** The names, in lower case, narrow registers first. The literal above has these keys. */
export const CRC_NAMES = Object.keys(CATALOGUE) as readonly CrcName[] as readonly [CrcName, ...CrcName[]];

export interface CataloguedCrc extends CrcModel {
  /** The CRC of the ASCII digits 1 to 9. */
  readonly check: bigint;
}

export function crcNamed(name: CrcName): CataloguedCrc {
  const [poly = '', init = '', reflected = '', xorout = '', check = ''] = CATALOGUE[name].split(' ');
  return {
    width: Number(/\d+/.exec(name)?.[0]),
    poly: BigInt(`0x${poly}`),
    init: BigInt(`0x${init}`),
    refin: reflected === 'in-out',
    refout: reflected !== 'none',
    xorout: BigInt(`0x${xorout}`),
    check: BigInt(`0x${check}`),
  };
}

/** A definition as CRC RevEng writes it. */
export function crcDefinition({ width, poly, init, refin, refout, xorout }: CrcModel): string {
  const hex = (value: bigint): string => `0x${value.toString(16).padStart(Math.ceil(width / 4), '0')}`;
  return `width=${width} poly=${hex(poly)} init=${hex(init)} refin=${refin} refout=${refout} xorout=${hex(xorout)}`;
}

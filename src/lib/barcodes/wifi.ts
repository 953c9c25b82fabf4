/** A Wi-Fi network as a phone joins it. */
export interface WifiNetwork {
  readonly ssid: string;
  readonly security: 'WPA' | 'WEP' | 'nopass' | 'WPA2-EAP';
  readonly password: string;
  readonly isHidden: boolean;
  /** For WPA2-EAP. */
  readonly eapMethod: string;
  readonly phase2: string;
  readonly identity: string;
  readonly anonymousIdentity: string;
}

/**
 * The text of a code that joins a network, as ZXing defined it and Android and iOS read it
 * (github.com/zxing/zxing/wiki/Barcode-Contents, "Wi-Fi Network config"). WPA stands for WPA2 and WPA3 too (WPA3 Specification, 7).
 */
export function wifiPayload(network: WifiNetwork): string {
  const { ssid, security, password, isHidden, eapMethod, phase2, identity, anonymousIdentity } = network;
  const isEnterprise = security === 'WPA2-EAP';
  const fields: readonly (readonly [string, string])[] = [
    ['T', security],
    ['S', ssid],
    ...(isEnterprise
      ? ([
          ['E', eapMethod],
          ['PH2', phase2],
          ['A', anonymousIdentity],
          ['I', identity],
        ] as const)
      : []),
    ['P', password],
    ['H', isHidden ? 'true' : ''],
  ];
  const written = fields.filter(([, value]) => value !== '').map(([name, value]) => `${name}:${escapeWifi(value)};`);
  return `WIFI:${written.join('')};`;
}

const escapeWifi = (value: string): string => value.replace(/[\\;,":]/g, '\\$&');

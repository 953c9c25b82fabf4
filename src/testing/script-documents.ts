/** What a script would do if it ran: say so in the print, and reach for the network by every way it has. */
const script = (name: string, tcp: number, udp: number): string =>
  `document.body ? document.body.append(' RAN-${name} ') : document.write(' RAN-${name} ');` +
  `try { const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp}' }] });` +
  `c.createDataChannel('a'); c.createOffer().then((o) => c.setLocalDescription(o)) } catch {}` +
  `fetch('http://127.0.0.1:${tcp}/${name}').catch(() => 0); new WebSocket('ws://127.0.0.1:${tcp}/${name}');` +
  `new Worker(URL.createObjectURL(new Blob(["fetch('http://127.0.0.1:${tcp}/worker')"])));`;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * A document that runs a script in every kind of frame there is, each of which writes `RAN-` and its name where it may. Frames are
 * shown by the words `in` and their name. `tcp` and `udp` are ports of this machine that nothing should reach.
 */
export function scriptDocument(tcp: number, udp: number): string {
  const page = (name: string): string =>
    `<body>in ${name}<script>${script(name, tcp, udp)}</script><img src=x onerror="document.body.append(' RAN-event-${name} ')">`;
  const data = (name: string): string => `data:text/html;base64,${base64(page(name))}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[${script('svg', tcp, udp)}]]></script><text y="20">in svg</text></svg>`;
  const srcdoc = (html: string, allowed = 'allow-scripts'): string =>
    `<iframe sandbox="${allowed}" srcdoc="${attribute(html)}"></iframe>`;
  return [
    `<!doctype html><body>in top<script>${script('top', tcp, udp)}</script>`,
    `<svg onload="document.body.append(' RAN-onload ')"><script>${script('inline', tcp, udp)}</script></svg>`,
    `<details open ontoggle="document.body.append(' RAN-toggle ')">in details</details>`,
    `<input autofocus onfocus="document.body.append(' RAN-focus ')">`,
    srcdoc(page('srcdoc')),
    srcdoc(page('origin'), 'allow-scripts allow-same-origin'),
    srcdoc(srcdoc(`<iframe sandbox="allow-scripts" src="${data('nested')}"></iframe>`)),
    srcdoc(`<img src="http://127.0.0.1:${tcp}/picture"><iframe src="http://127.0.0.1:${tcp}/frame"></iframe>`),
    `<iframe srcdoc="${attribute(page('plain'))}"></iframe>`,
    `<iframe src="${data('data')}"></iframe>`,
    `<iframe sandbox="allow-scripts allow-popups allow-top-navigation" src="${data('sandboxed')}"></iframe>`,
    `<iframe src="javascript:'RAN-address'"></iframe>`,
    `<object data="${data('object')}"></object>`,
    `<embed src="data:image/svg+xml;base64,${base64(svg)}">`,
  ].join('\n');
}

/** The frames of the document whose text a print shows. */
export const FRAMES = ['top', 'srcdoc', 'origin', 'nested', 'plain', 'data', 'sandboxed', 'object'] as const;

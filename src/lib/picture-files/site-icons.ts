/** What a site says of its icons, which are at its root. `hasSvg`: icon.svg is among them. */
const SVG_ICON = { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' };

/** The web app manifest of the icons. */
export function manifestOf(name: string, themeColor: string, backgroundColor: string, hasSvg: boolean): string {
  const icons = [
    ...(hasSvg ? [SVG_ICON] : []),
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ];
  const names = name === '' ? {} : { name, short_name: name };
  const manifest = {
    ...names,
    icons,
    theme_color: themeColor,
    background_color: backgroundColor,
    display: 'standalone',
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** HTML for the head of a page. */
export const markup = (themeColor: string, hasSvg: boolean): string =>
  [
    '<link rel="icon" href="/favicon.ico" sizes="48x48">',
    ...(hasSvg ? ['<link rel="icon" href="/icon.svg" sizes="any" type="image/svg+xml">'] : []),
    '<link rel="icon" href="/favicon-16x16.png" type="image/png" sizes="16x16">',
    '<link rel="icon" href="/favicon-32x32.png" type="image/png" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<meta name="theme-color" content="${themeColor}">`,
    '',
  ].join('\n');

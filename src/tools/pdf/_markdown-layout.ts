import type { DocumentTheme } from '../../engines/typst/markdown-document.js';
import { type Orientation, type PageSize, POINTS_A_MILLIMETRE, pageSides } from '../../lib/documents/page-sizes.js';

const THEMES = {
  github: {
    font: 'sans',
    headingFont: 'sans',
    headingColor: '#1f2328',
    linkColor: '#0969da',
    isJustified: false,
    hasRules: true,
  },
  article: {
    font: 'serif',
    headingFont: 'serif',
    headingColor: '#000000',
    linkColor: '#1a4f8b',
    isJustified: true,
    hasRules: false,
  },
  report: {
    font: 'serif',
    headingFont: 'sans',
    headingColor: '#1f4e79',
    linkColor: '#1f4e79',
    isJustified: true,
    hasRules: false,
  },
} as const satisfies Readonly<Record<string, DocumentTheme>>;

interface LayoutOptions {
  readonly theme: keyof typeof THEMES;
  readonly pageSize: PageSize;
  readonly orientation: Orientation;
  readonly margin: number;
  readonly fontSize: number;
  readonly toc: boolean;
  readonly pageNumbers: boolean;
}

/** The layout of the document, in points; `entries` are those of its front matter. */
export function layoutOf(options: LayoutOptions, entries: ReadonlyMap<string, string>) {
  const language = entries.get('lang') ?? entries.get('language') ?? 'en';
  return {
    theme: THEMES[options.theme],
    ...pageSides(options.pageSize, options.orientation),
    margin: options.margin * POINTS_A_MILLIMETRE,
    fontSize: options.fontSize,
    hasContents: options.toc,
    hasPageNumbers: options.pageNumbers,
    title: entries.get('title') ?? '',
    subtitle: ['subtitle', 'author', 'date']
      .map((key) => entries.get(key) ?? '')
      .filter(Boolean)
      .join(' · '),
    language: /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(language) ? language : 'en',
  };
}

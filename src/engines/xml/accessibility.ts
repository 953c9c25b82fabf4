import type { ElementContext, ImpactValue, Result, RunOptions } from 'axe-core';

import { openPage } from '../jsdom.js';

/** What an element breaks, at its UTF-16 offset. */
interface AccessibilityFault {
  readonly rule: string;
  readonly impact: NonNullable<ImpactValue>;
  /** What must be so, in a sentence without a full stop. */
  readonly help: string;
  /** Success criteria of WCAG, such as 1.1.1. */
  readonly criteria: readonly string[];
  readonly selector: string;
  readonly offset: number;
}

/** Rules that need a layout, style sheets, frames, or media that play: there are none here. */
export const WITHOUT_LAYOUT = [
  'audio-caption',
  'avoid-inline-spacing',
  'color-contrast',
  'color-contrast-enhanced',
  'css-orientation-lock',
  'frame-tested',
  'hidden-content',
  'link-in-text-block',
  'no-autoplay-audio',
  'p-as-heading',
  'scrollable-region-focusable',
  'target-size',
];

const SIZED = { x: 0, y: 0, left: 0, top: 0, right: 100, bottom: 20, width: 100, height: 20, toJSON: () => '' };

/**
 * Checks a document by the rules of axe-core that have one of `tags`. Nothing is loaded and no script runs. The caller bounds the number
 * of elements, and leaves out style sheets: each costs time for each element.
 */
export async function checkAccessibility(text: string, tags: readonly string[]) {
  const [page, { default: axe }] = await Promise.all([openPage(text, { isLocated: true }), import('axe-core')]);
  try {
    const options: RunOptions = {
      runOnly: { type: 'tag', values: [...tags] },
      rules: Object.fromEntries(WITHOUT_LAYOUT.map((rule) => [rule, { enabled: false }])),
      resultTypes: ['violations', 'incomplete'],
      elementRef: true,
      iframes: false,
      preload: false,
    };
    // There is no layout: nothing is at any point, and every element has a size, as what has none and hides what runs over is taken for hidden.
    page.window.document.elementsFromPoint = () => [];
    page.window.Element.prototype.getBoundingClientRect = () => SIZED;
    // The package's types speak of the browser's elements; jsdom's are of its own.
    const root = page.window.document.documentElement as ElementContext;
    const { violations, incomplete } = await axe.run(root, options);
    const offsetOf = (element: unknown): number => page.nodeLocation(element)?.startOffset ?? 0;
    return {
      faults: violations.flatMap((result) => faultsOf(result, offsetOf)),
      questions: incomplete.map(({ id, help, nodes }) => ({ rule: id, message: help, elementCount: nodes.length })),
    };
  } finally {
    page.window.close();
  }
}

const faultsOf = ({ id, impact, help, tags, nodes }: Result, offsetOf: (element: unknown) => number) =>
  nodes.map(
    (node): AccessibilityFault => ({
      rule: id,
      impact: node.impact ?? impact ?? 'moderate',
      help,
      criteria: tags.flatMap((tag) => /^wcag(\d)(\d)(\d+)$/.exec(tag)?.slice(1).join('.') ?? []),
      selector: node.target.flat().join(' '),
      offset: offsetOf(node.element),
    }),
  );

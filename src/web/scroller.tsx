import type { ComponentChildren } from 'preact';

interface ScrollerProps {
  readonly label: string;
  readonly kind: 'code' | 'table' | 'picture' | 'form';
  readonly children: ComponentChildren;
}

/** A box that scrolls by itself, and so can be reached by keyboard (WCAG 2.1.1) and has a name. */
export const Scroller = ({ label, kind, children }: ScrollerProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
  <section class={`scroll-${kind}`} tabIndex={0} aria-label={label}>
    {children}
  </section>
);

import type { ComponentChildren } from 'preact';

/** The name of a result and what can be done with it. */
export const ResultBar = ({ title, detail, children }: ResultBarProps) => (
  <div class="bar">
    <h3 class="bar-title">
      <span class="bar-name">{title}</span>
      {detail !== undefined && <span class="bar-detail">{detail}</span>}
    </h3>
    <div class="bar-buttons">{children}</div>
  </div>
);

interface ResultBarProps {
  readonly title: string;
  readonly detail?: string;
  readonly children: ComponentChildren;
}

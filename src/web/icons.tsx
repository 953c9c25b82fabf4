/** Strokes of each icon on a field of 20 × 20. */
const PATHS = {
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.5 13.5 17 17',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M4.3 15.7l1.2-1.2M14.5 5.5l1.2-1.2',
  moon: 'M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3Z',
  system: 'M3 4.5h14v9H3zM7 17h6M10 13.5V17',
  copy: 'M7 7h9v9H7zM4 12.5V4h8.5',
  check: 'm4 10.5 4 4 8-9',
  download: 'M10 3v9.5M6 9l4 4 4-4M4 16.5h12',
  close: 'm5 5 10 10M15 5 5 15',
  plus: 'M10 4v12M4 10h12',
  up: 'm5 12 5-5 5 5',
  down: 'm5 8 5 5 5-5',
  right: 'M4 10h12M11 5l5 5-5 5',
  left: 'M16 10H4M9 5l-5 5 5 5',
  grip: 'M7.5 5h.01M7.5 10h.01M7.5 15h.01M12.5 5h.01M12.5 10h.01M12.5 15h.01',
  reset: 'M4 8.5A6.5 6.5 0 1 1 3.6 12M4 4v4.5h4.5',
  play: 'M6.5 4v12l9-6z',
  stop: 'M5.5 5.5h9v9h-9z',
  wrap: 'M3 5h14M3 10h11.5a2.5 2.5 0 0 1 0 5H11M13 13l-2 2 2 2M3 15h4',
  file: 'M5 2.8h6.5L15 6.3v10.9H5zM11.2 3v3.6H15',
  upload: 'M10 13V3.5M6 7l4-4 4 4M4 16.5h12',
  alert: 'M10 3 2.5 16.5h15zM10 8v4M10 14.2v.01',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.5 2.5',
  lock: 'M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Zm8 2.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  spark: 'M10 2.5 11.8 8 17.5 10l-5.7 2L10 17.5 8.2 12 2.5 10l5.7-2z',
  star: 'M10 2.8l2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7z',
  globe:
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM3 10h14M10 3c2.2 2 3.2 4.3 3.2 7s-1 5-3.2 7c-2.2-2-3.2-4.3-3.2-7s1-5 3.2-7Z',
  link: 'M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5l-1 1M11.5 8.5a3.5 3.5 0 0 0-5 0L4 11a3.5 3.5 0 0 0 5 5l1-1',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words: whoever does not see it misses nothing. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

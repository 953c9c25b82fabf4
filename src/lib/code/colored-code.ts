/** A part of a line in one look. Colours are `#rrggbb` or `#rrggbbaa`. */
export interface CodeToken {
  readonly text: string;
  readonly color: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
}

/** Code in the colours of a theme, line by line. */
export interface ColoredCode {
  readonly lines: readonly (readonly CodeToken[])[];
  readonly foreground: string;
  readonly background: string;
  readonly isDark: boolean;
}

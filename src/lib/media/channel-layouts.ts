const LAYOUTS = ['', 'mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];

/** The usual arrangement of so many channels, as FFmpeg names it. */
export const layoutOf = (channels: number): string => LAYOUTS[channels] ?? 'stereo';

/** How much smaller a file has become. */
export const sizeReport = (bytesBefore: number, bytesAfter: number) => ({
  bytesBefore,
  bytesAfter,
  savedPercent: bytesBefore === 0 ? 0 : Math.round((10_000 * (bytesBefore - bytesAfter)) / bytesBefore) / 100,
});

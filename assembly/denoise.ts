// Denoising of tiles by 8 × 8 DCT windows and by groups of like ones, and what joins the sizes of a picture.

export { addGroups } from './denoise/block-matching';
export { sharpenColour } from './denoise/colour';
export { heapPointer, tablePointer } from './denoise/memory';
export { addCoarse } from './denoise/sizes';
export { divide } from './denoise/sums';
export { shrink, transform } from './denoise/windows';

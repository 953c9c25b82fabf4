import { type Fields, fields } from './fields.js';

const NO_YES = { 0: 'No', 1: 'Yes' };

/** Big-endian; places count from the start of the note. */
export const APPLE: Fields = fields([
  [0x0004, { name: 'AEStable', words: NO_YES }],
  [0x0007, { name: 'AFStable', words: NO_YES }],
  [0x000a, { name: 'HDRImageType', words: { 3: 'HDR Image', 4: 'Original Image' } }],
  [0x000b, { name: 'BurstUUID' }],
  [0x0011, { name: 'MediaGroupUUID' }],
  [0x0015, { name: 'ImageUniqueID' }],
  [0x0045, { name: 'FrontFacingCamera', words: NO_YES }],
]);

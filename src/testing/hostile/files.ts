import { hostileArchives } from './archives.js';
import { hostileDocuments } from './documents.js';
import { hostileFilms } from './films.js';
import type { HostileFile } from './hostile-file.js';
import { hostilePdfs } from './pdfs.js';
import { hostilePictures } from './pictures.js';
import { pointingMedia } from './pointing-media.js';
import { hostileSounds } from './sounds.js';
import { hostileTexts } from './texts.js';

/** Every hostile file that we make, the same each time. */
export const hostileFiles = (): HostileFile[] => [
  ...hostilePictures(),
  ...hostilePdfs(),
  ...hostileArchives(),
  ...hostileDocuments(),
  ...hostileSounds(),
  ...hostileFilms(),
  ...pointingMedia(),
  ...hostileTexts(),
];

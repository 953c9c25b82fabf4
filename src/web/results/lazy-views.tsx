import { lazy } from '../lazy.js';
import type { ReturnedFile } from '../run.js';
import type { FormFile } from '../session.js';

interface BlobViewProps {
  readonly name: string;
  readonly blob: Blob;
}

export const PdfView = lazy<BlobViewProps>(async () => (await import('./pdf-view.js')).PdfView);
export const ZipView = lazy<BlobViewProps>(async () => (await import('./zip-view.js')).ZipView);

interface KaraokeProps {
  readonly media: FormFile;
  readonly subtitles: ReturnedFile;
}

export const KaraokeView = lazy<KaraokeProps>(async () => (await import('./karaoke-view.js')).KaraokeView);

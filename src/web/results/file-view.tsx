import { useEffect, useState } from 'preact/hooks';

import type { FormFile } from '../session.js';
import { words } from '../words/words.js';
import { useBlobUrl } from './blob-url.js';
import { type FileKind, fileKind } from './file-kinds.js';
import { JsonTree } from './json-tree.js';
import { PdfView, ZipView } from './lazy-views.js';
import { LongText } from './long-text.js';
import { PictureView } from './picture-view.js';
import { TableView } from './table-view.js';

interface FileViewProps {
  readonly kind: FileKind;
  readonly name: string;
  readonly blob: Blob;
  /** The upload it was made from. */
  readonly before: FormFile | undefined;
  /** Of a smaller copy, whose sizes are not those of the result. */
  readonly isPreview: boolean;
}

/** A file as people look at its kind. */
export function FileView({ kind, name, blob, before, isPreview }: FileViewProps) {
  if (kind === 'picture')
    return <PictureView name={name} blob={blob} before={pictureOf(before)} isPreview={isPreview} />;
  if (kind === 'pdf') return <PdfView name={name} blob={blob} />;
  if (kind === 'zip') return <ZipView name={name} blob={blob} />;
  if (kind === 'audio' || kind === 'video') return <Player kind={kind} name={name} blob={blob} />;
  return <TextFileView kind={kind} name={name} blob={blob} />;
}

const pictureOf = (file: FormFile | undefined): Blob | undefined =>
  file !== undefined && fileKind(file.mime, file.name) === 'picture' ? file.blob : undefined;

function Player({ kind, name, blob }: Omit<FileViewProps, 'before' | 'isPreview'>) {
  const url = useBlobUrl(blob);
  if (url === undefined) return null;
  // What a tool returns has no captions that could be shown beside it.
  /* biome-ignore-start lint/a11y/useMediaCaption: see above. */
  return kind === 'audio' ? (
    <audio class="player" controls src={url} aria-label={name} />
  ) : (
    <video class="player" controls src={url} aria-label={name} />
  );
  /* biome-ignore-end lint/a11y/useMediaCaption: see above. */
}

function TextFileView({ kind, name, blob }: Omit<FileViewProps, 'before' | 'isPreview'>) {
  const [text, setText] = useState<string>();
  useEffect(() => void blob.text().then(setText), [blob]);
  if (text === undefined) return <p class="hint">{words.common.reading}</p>;
  if (kind === 'csv') return <TableView text={text} name={name} />;
  const tree = kind === 'json' ? parsed(text) : undefined;
  if (tree === undefined) return <LongText text={text} label={name} />;
  return (
    <div class="tree-box">
      <JsonTree value={tree.value} />
    </div>
  );
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Named JSON and is not: shown as text.
    return undefined;
  }
}

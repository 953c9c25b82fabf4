import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { ReturnedFile } from '../run.js';
import type { FormFile } from '../session.js';

interface BlobViewProps {
  readonly name: string;
  readonly blob: Blob;
}

/** A view whose code is fetched when it is first shown. */
function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [isLost, setIsLost] = useState(false);
    const [, redraw] = useState({});
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          redraw({});
        },
        () => setIsLost(true),
      );
    }, []);
    const View = loaded;
    if (View !== undefined) return <View {...props} />;
    return <p class="hint">{isLost ? 'This cannot be shown: the service is not responding.' : 'Loading…'}</p>;
  };
}

export const PdfView = lazy<BlobViewProps>(async () => (await import('./pdf-view.js')).PdfView);
export const ZipView = lazy<BlobViewProps>(async () => (await import('./zip-view.js')).ZipView);

interface KaraokeProps {
  readonly media: FormFile;
  readonly subtitles: ReturnedFile;
}

export const KaraokeView = lazy<KaraokeProps>(async () => (await import('./karaoke-view.js')).KaraokeView);

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { words } from './words/words.js';

/** A view whose code is fetched when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
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
    return <p class="hint">{isLost ? words.common.cannotShow : words.common.loading}</p>;
  };
}

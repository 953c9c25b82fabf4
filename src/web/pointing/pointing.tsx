import { useState } from 'preact/hooks';

import type { CatalogOption } from '../../core/catalog.js';
import type { OptionKind } from '../../core/options.js';
import { lazy } from '../lazy.js';
import { fileKind } from '../results/file-kinds.js';
import type { FormFile, Session } from '../session.js';
import { useStore } from '../store.js';
import { words } from '../words/words.js';

/** What is pointed at, and the text that says it. */
export interface PointerProps {
  /** The first file that can be pointed at. */
  readonly file: FormFile;
  /** How many more of its kind there are: what is chosen applies to them too. */
  readonly others: number;
  readonly value: string;
  readonly password: string;
  /** Lengths are percent of the image instead of its pixels. */
  readonly isPercent: boolean;
  readonly onChange: (value: string) => void;
}

const ImageBoxes = lazy(async () => (await import('./image-boxes.js')).ImageBoxes);
const ImagePlace = lazy(async () => (await import('./image-place.js')).ImagePlace);
const PageBoxes = lazy(async () => (await import('./page-boxes.js')).PageBoxes);
const PagePicker = lazy(async () => (await import('./thumbnails.js')).PagePicker);
const PageCuts = lazy(async () => (await import('./thumbnails.js')).PageCuts);
const PageOrder = lazy(async () => (await import('./page-order.js')).PageOrder);

interface Pointed {
  readonly on: 'picture' | 'pdf';
  readonly act: keyof typeof words.pointing.acts;
  /** At once: what it needs is small. */
  readonly isOpen?: true;
}

/** Kinds of options that can be pointed at, and the words of the button that shows what is pointed at. */
const POINTED: Partial<Record<OptionKind, Pointed>> = {
  'image-box': { on: 'picture', act: 'drawOnImage', isOpen: true },
  'image-boxes': { on: 'picture', act: 'drawOnImage', isOpen: true },
  'image-place': { on: 'picture', act: 'choosePlace', isOpen: true },
  'page-box': { on: 'pdf', act: 'drawOnPage' },
  'page-boxes': { on: 'pdf', act: 'drawOnPages' },
  pages: { on: 'pdf', act: 'choosePages' },
  'page-order': { on: 'pdf', act: 'arrangePages' },
  'page-cuts': { on: 'pdf', act: 'chooseCuts' },
};

interface PointingProps {
  readonly session: Session;
  readonly option: CatalogOption;
}

/** For an option that says where on an uploaded file: the file, to point at. Nothing where there is none yet. */
export function Pointing({ session, option }: PointingProps) {
  const { files, options } = useStore(session.form);
  const pointed = option.kind === undefined ? undefined : POINTED[option.kind];
  const [isOpen, setIsOpen] = useState(pointed?.isOpen ?? false);
  if (pointed === undefined) return null;
  const fitting = files.filter(({ mime, name }) => fileKind(mime, name) === pointed.on);
  const [file] = fitting;
  if (file === undefined) return null;
  const props: PointerProps = {
    file,
    others: fitting.length - 1,
    value: String(options[option.name] ?? ''),
    password: String(options.password ?? ''),
    isPercent: options.unit === 'percent',
    onChange: (value) => session.setOption(option.name, value),
  };
  const id = `pointing-${option.name}`;
  return (
    <div class="pointing">
      <button
        type="button"
        class="button small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? words.common.hide : words.pointing.acts[pointed.act]}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Pointer session={session} kind={option.kind} {...props} />}
      </div>
    </div>
  );
}

type PointerKind = PointerProps & { readonly session: Session; readonly kind: OptionKind | undefined };

function Pointer({ session, kind, ...props }: PointerKind) {
  const { page, x, y } = session.form.value.options;
  if (kind === 'image-box' || kind === 'image-boxes') {
    return <ImageBoxes key={props.file.key} {...props} isMany={kind === 'image-boxes'} />;
  }
  if (kind === 'image-place') {
    return (
      <ImagePlace
        key={props.file.key}
        file={props.file}
        others={props.others}
        x={Number(x) || 0}
        y={Number(y) || 0}
        onChange={(left, top) => {
          session.setOption('x', left);
          session.setOption('y', top);
        }}
      />
    );
  }
  if (kind === 'page-boxes') return <PageBoxes key={props.file.key} {...props} isMany />;
  if (kind === 'page-box') {
    return (
      <PageBoxes
        key={props.file.key}
        {...props}
        isMany={false}
        page={Number(page)}
        onPage={(next) => session.setOption('page', next)}
      />
    );
  }
  if (kind === 'page-order') return <PageOrder key={props.file.key} {...props} />;
  if (kind === 'page-cuts') return <PageCuts key={props.file.key} {...props} />;
  return <PagePicker key={props.file.key} {...props} />;
}

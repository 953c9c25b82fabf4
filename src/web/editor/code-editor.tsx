/** The field for code: line numbers, colours and find. Fetched when somebody writes or puts in a text. */

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words/words.js';
import { COLOURS, THEME } from './editor-theme.js';
import { fetchGrammar } from './grammars.js';
import type { CodeLanguage, TextPlace } from './languages.js';

export interface Selected {
  readonly from: number;
  readonly to: number;
}

/** What is done to the field that it is drawn in place of. */
export interface CodeEditorProps {
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly isInvalid: boolean;
  /** Where a message says that something is wrong. */
  readonly place: TextPlace | undefined;
  /** What was selected in the field that stood here, where it had the focus. */
  readonly selected: Selected | undefined;
  readonly onText: (text: string) => void;
  /** Whether what is pasted has been dealt with. */
  readonly onPaste: (event: ClipboardEvent) => boolean;
  /** The same of what is dropped. */
  readonly onDrop: (event: DragEvent) => boolean;
  /** Told what was selected where the plain field takes over, and this had the focus. */
  readonly onLeave: (selected: Selected | undefined) => void;
  /** Given what opens the search. */
  readonly onReady: (find: () => void) => void;
}

/** A change that comes from the form. */
const fromForm = Annotation.define<true>();
const setFaultLine = StateEffect.define<number | undefined>();

const faultLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setFaultLine)) continue;
      if (effect.value === undefined) return Decoration.none;
      return Decoration.set(Decoration.line({ class: 'cm-fault-line' }).range(effect.value));
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * A text in the place of a selected one. Left to the browser, it is put into elements that keep the colours of what was there in an
 * attribute `style`, which the policy of the page forbids.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return false;
  if (view.state.selection.ranges.length > 1) return false;
  // Not the selection of the state, which is told of changes later than this.
  const selected = document.getSelection();
  if (selected === null || selected.isCollapsed || !view.contentDOM.contains(selected.anchorNode)) return false;
  const { startContainer, startOffset, endContainer, endOffset } = selected.getRangeAt(0);
  const from = view.posAtDOM(startContainer, startOffset);
  const to = view.posAtDOM(endContainer, endOffset);
  view.dispatch({
    changes: { from, to, insert: event.data },
    selection: { anchor: from + view.state.toText(event.data).length },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
}

/** Ctrl-Enter runs the form. Tab moves on, as in every field: nothing here binds it. */
const KEYS = [...defaultKeymap, ...historyKeymap, ...searchKeymap].filter(({ key }) => key !== 'Mod-Enter');

const fixed = () => [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorState.phrases.of(words.editor),
  keymap.of(KEYS),
  faultLine,
  placeholder(words.form.typeOrPaste),
  EditorView.lineWrapping,
  COLOURS,
  THEME,
];

export function CodeEditor(props: CodeEditorProps) {
  const { text, language, isInvalid, place } = props;
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<EditorView>(undefined);
  const known = useRef(text);
  const latest = useRef(props);
  latest.current = props;
  const parts = useRef({ grammar: new Compartment(), attributes: new Compartment() });
  const attributes = () => {
    const { id, labelId, describedBy, isInvalid: invalid } = latest.current;
    return [
      EditorView.contentAttributes.of({
        id,
        // By itself it takes the focus too, but programs that check pages ask for this where a long text scrolls.
        tabindex: '0',
        'aria-labelledby': labelId,
        'aria-describedby': describedBy,
        'aria-invalid': String(invalid),
      }),
      EditorView.editorAttributes.of({ class: invalid ? 'invalid' : '' }),
    ];
  };

  useLayoutEffect(() => {
    if (box.current === null) return;
    const { grammar, attributes: changing } = parts.current;
    const { selected } = latest.current;
    const length = text.replaceAll('\r\n', '\n').length;
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: text,
        selection: { anchor: Math.min(selected?.from ?? 0, length), head: Math.min(selected?.to ?? 0, length) },
        extensions: [
          grammar.of([]),
          changing.of(attributes()),
          EditorView.domEventHandlers({
            beforeinput: replaceSelected,
            paste: (event) => latest.current.onPaste(event),
            drop: (event) => latest.current.onDrop(event),
          }),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged || transactions.some((transaction) => transaction.annotation(fromForm))) return;
            known.current = state.doc.toString();
            latest.current.onText(known.current);
          }),
          fixed(),
        ],
      }),
    });
    made.current = view;
    if (selected !== undefined) view.focus();
    latest.current.onReady(() => openSearchPanel(view));
    // A label finds only fields of HTML by itself.
    const label = document.getElementById(latest.current.labelId);
    const focus = () => view.focus();
    label?.addEventListener('click', focus);
    return () => {
      label?.removeEventListener('click', focus);
      const { from, to } = view.state.selection.main;
      latest.current.onLeave(view.hasFocus ? { from, to } : undefined);
      view.destroy();
    };
  }, []);

  // An example, a file, "Undo": what others put into the form.
  useLayoutEffect(() => {
    const view = made.current;
    if (view === undefined || text === known.current) return;
    known.current = text;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      annotations: fromForm.of(true),
      selection: { anchor: 0 },
    });
  }, [text]);

  // At once: what is wrong gets the focus in the next frame.
  useLayoutEffect(() => {
    const { attributes: changing } = parts.current;
    made.current?.dispatch({ effects: changing.reconfigure(attributes()) });
  }, [isInvalid, props.describedBy]);

  useEffect(() => {
    let isGone = false;
    const set = (grammar: Awaited<ReturnType<typeof fetchGrammar>>) => {
      if (!isGone) made.current?.dispatch({ effects: parts.current.grammar.reconfigure(grammar ?? []) });
    };
    // Without colours where they cannot be fetched.
    fetchGrammar(language).then(set, () => set(undefined));
    return () => {
      isGone = true;
    };
  }, [language]);

  useEffect(() => {
    const view = made.current;
    if (view === undefined) return;
    if (place === undefined || place.line > view.state.doc.lines) {
      view.dispatch({ effects: setFaultLine.of(undefined) });
      return;
    }
    const line = view.state.doc.line(place.line);
    const anchor = Math.min(line.from + (place.column ?? 1) - 1, line.to);
    view.dispatch({
      selection: { anchor },
      effects: [setFaultLine.of(line.from), EditorView.scrollIntoView(anchor, { y: 'center' })],
    });
  }, [place?.line, place?.column]);

  return <div ref={box} class="code-editor" />;
}

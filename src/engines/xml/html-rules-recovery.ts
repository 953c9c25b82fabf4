interface OpenElement {
  readonly tagName: string;
  readonly parent: OpenElement | null;
  readonly closed: number;
  is(name: string): boolean;
  isRootElement(): boolean;
}

/** The part of html-validate's parser that closes elements: private there, so its shape is told here; the version is pinned. */
export interface ClosingParser {
  readonly dom: { getActive(): OpenElement; popActive(): void };
  closeElement(source: unknown, node: OpenElement | null, active: OpenElement, location: unknown): void;
}

/** Elements that an end tag of another does not reach through (HTML Standard, §13.2.4.2). */
const SCOPES = new Set(['caption', 'object', 'table', 'td', 'template', 'th']);
const TABLE_PARTS = new Set(['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);
const TABLE_SCOPES = new Set(['table', 'template']);

/** The open element that an end tag closes together with what is open in it. */
function closedBy(name: string, active: OpenElement): OpenElement | undefined {
  const scopes = TABLE_PARTS.has(name) ? TABLE_SCOPES : SCOPES;
  for (let element: OpenElement | null = active; element !== null; element = element.parent) {
    if (element.isRootElement()) return undefined;
    if (element.is(name)) return element;
    if (scopes.has(element.tagName.toLowerCase())) return undefined;
  }
  return undefined;
}

/**
 * Lets the package go on after an end tag of an element in which others are open, as browsers do: by itself it leaves them all open to
 * the end of the document, and everything after them is told to be in the wrong place.
 */
export function recoverAtEndTags(parser: ClosingParser): void {
  const close = parser.closeElement;
  parser.closeElement = function closeElement(source, node, active, location) {
    close.call(this, source, node, active, location);
    if (node === null || node.isRootElement() || node.tagName === active.tagName || this.dom.getActive() !== active)
      return;
    // Closed by what follows it, or by its parent's end tag: the parser goes on by itself.
    if (active.closed === IMPLICIT) return;
    const target = closedBy(node.tagName.toLowerCase(), active);
    if (target === undefined) return;
    for (let open = active; open !== target; open = this.dom.getActive()) {
      close.call(this, source, open, open, location);
      this.dom.popActive();
    }
    close.call(this, source, node, target, location);
    this.dom.popActive();
  };
}

/** `NodeClosed.ImplicitClosed`, whose enumeration has no value in the package's types. */
const IMPLICIT = 4;

import { ContentFault } from '../../lib/faults.js';
import { seenLines } from './diagram-texts.js';

export interface PackageFault {
  readonly fault: string;
  readonly name: string;
  readonly near: string | undefined;
  readonly token: string | undefined;
}

const MAX_MESSAGE = 200;

const cut = (text: string): string => {
  const plain = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain.length > MAX_MESSAGE ? `${plain.slice(0, MAX_MESSAGE)}…` : plain;
};

/** A fault of Mermaid in a diagram whose first line is `first`, as a sentence of ours. */
export function faultOfPackage({ fault, name, near, token }: PackageFault, text: string, first: number): ContentFault {
  if (name === 'UnknownDiagramError' || fault.startsWith('No diagram type detected'))
    return new ContentFault('it does not begin with a kind of diagram, such as flowchart or sequenceDiagram');
  const seen = seenLines(text);
  const stated = /\bline:? (\d+)/i.exec(fault)?.[1];
  const at = stated === undefined ? undefined : (seen[Number(stated) - 1] ?? seen.at(-1) ?? 1);
  const place = at === undefined ? '' : `line ${at + first - 1}: `;
  return new ContentFault(`${place}${whatOf({ fault, name, near, token })}`);
}

function whatOf({ fault, name, near, token }: PackageFault): string {
  if (name === 'YAMLException') return `its front matter is not YAML: ${cut(fault.split('\n')[0] ?? '')}`;
  if (fault.includes('beginning with ---')) return 'its front matter does not end with a line of ---';
  if (fault.includes('not excluded by')) return 'a task needs a day that is not excluded, and none is found';
  const isGrammar = near !== undefined || /^(?:Parse|Lexical|Parsing|Lexer|Syntax) error|^Parsing failed/i.test(fault);
  if (!isGrammar) {
    // What is thrown by chance, where a part is missing, says nothing to people.
    if (/^(?:TypeError|ReferenceError|SyntaxError)$/.test(name))
      return 'a part of the diagram is missing or does not fit';
    return lowered(
      cut(fault)
        .replace(/\.$/, '')
        .replace(/:(?=\S)/, ': '),
    );
  }
  const isEnd = token === 'EOF' || token === '1' || /got '?(?:EOF|1)'?\s*$|but found:? [`'][`']/.test(fault);
  if (isEnd) return 'the diagram is not complete';
  const found = /unexpected character: ->(.+?)<-/s.exec(fault)?.[1] ?? /but found:? [`'](.+?)[`']/s.exec(fault)?.[1];
  // The excerpt, and below it as many dashes as there are letters before the fault.
  const [, excerpt = '', dashes = ''] = /^Lex.*\n(.*)\n(-*)\^/.exec(fault) ?? [];
  const shown = found ?? (excerpt === '' ? (near ?? '') : excerpt.slice(dashes.length));
  const what = cut(shown.slice(0, 60));
  if (what === '')
    return /got '?NEWLINE/i.test(fault) || token === 'NEWLINE' ? 'the line is not complete' : 'syntax error';
  return `syntax error near ${JSON.stringify(what)}`;
}

const lowered = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text);

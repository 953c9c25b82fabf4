/**
 * A message in the service's words. Behind its first line there may be an excerpt of the text, and a line with a caret below the place
 * of the fault: the place is marked in the excerpt instead, as a caret stands wrong where a narrow page breaks the line.
 */
export function FaultMessage({ message }: { readonly message: string }) {
  const [said = '', ...more] = message.split('\n');
  if (more.length === 0) return <>{said}</>;
  const caret = more.length > 1 && /^ *\^$/.test(more.at(-1) ?? '') ? more.at(-1)?.length : undefined;
  const excerpt = more.slice(0, caret === undefined ? more.length : -1).join('\n');
  return (
    <>
      {said}
      <span class="fault-excerpt">{caret === undefined ? excerpt : <Marked excerpt={excerpt} column={caret} />}</span>
    </>
  );
}

/** The excerpt with the letter at the column, from 1, marked; behind its end a space is. */
function Marked({ excerpt, column }: { readonly excerpt: string; readonly column: number }) {
  const letters = [...excerpt];
  return (
    <>
      {letters.slice(0, column - 1).join('')}
      <mark>{letters[column - 1] ?? '\u00a0'}</mark>
      {letters.slice(column).join('')}
    </>
  );
}

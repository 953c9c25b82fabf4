/** The name of the file that an address in a document means: `./img/My%20plan.png?x` is the file `My plan.png`. */
export function fileNameOf(source: string): string {
  const name = source
    .slice(0, 1000)
    .replace(/[?#].*$/, '')
    .replace(/^.*[\\/]/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    // Not percent-encoded after all.
    return name;
  }
}

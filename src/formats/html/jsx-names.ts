/** Attributes that React writes in another way than HTML: by its documentation of common components and of SVG. */
const RENAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ class: 'className', for: 'htmlFor', 'accept-charset': 'acceptCharset', 'http-equiv': 'httpEquiv' }),
);

const CAMEL =
  'accessKey allowFullScreen autoCapitalize autoComplete autoCorrect autoFocus autoPlay cellPadding cellSpacing charSet classID colSpan contentEditable contextMenu controlsList crossOrigin dateTime disablePictureInPicture disableRemotePlayback encType enterKeyHint fetchPriority formAction formEncType formMethod formNoValidate formTarget frameBorder hrefLang imageSizes imageSrcSet inputMode itemID itemProp itemRef itemScope itemType keyParams keyType marginHeight marginWidth maxLength mediaGroup minLength noModule noValidate playsInline popoverTarget popoverTargetAction radioGroup readOnly referrerPolicy rowSpan spellCheck srcDoc srcLang srcSet tabIndex useMap'.split(
    ' ',
  );

const CAMEL_NAMES: ReadonlyMap<string, string> = new Map(CAMEL.map((name) => [name.toLowerCase(), name]));

/** Attributes that are true where they are there at all. */
const FLAGS: ReadonlySet<string> = new Set(
  'allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed selected'.split(
    ' ',
  ),
);

export const isFlagAttribute = (name: string): boolean => FLAGS.has(name);

/** The name of a prop for an attribute; `undefined` where JSX has no way to write it. */
export function propName(name: string, isSvg: boolean): string | undefined {
  const renamed = RENAMED.get(name) ?? CAMEL_NAMES.get(name);
  if (renamed !== undefined) return renamed;
  if (/^(?:data|aria)-/.test(name)) return /^[a-z][\w-]*$/i.test(name) ? name : undefined;
  // `stroke-width`, `xlink:href`, `xml:space`.
  const isJoined = isSvg && /^[a-z]+(?:[-:][a-z]+)+$/i.test(name);
  if (isJoined) return name.replace(/[-:]([a-z])/gi, (_, letter: string) => letter.toUpperCase());
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : undefined;
}

/** The members of a style object; `undefined` for a declaration that is none. */
export function styleEntry(declaration: string): readonly [name: string, value: string] | undefined {
  const at = declaration.indexOf(':');
  const [name, value] = [declaration.slice(0, at).trim(), declaration.slice(at + 1).trim()];
  if (at < 1 || value === '' || !/^-{0,2}[A-Za-z_][\w-]*$/.test(name)) return undefined;
  if (name.startsWith('--')) return [name, value];
  const lower = name.toLowerCase().replace(/^-ms-/, 'ms-');
  return [lower.replace(/-+([a-z])/g, (_, letter: string) => letter.toUpperCase()), value];
}

/** Declarations of a `style` attribute: semicolons in brackets and quotes do not end one. */
export function declarationsOf(style: string): string[] {
  const parts = style.replace(/\/\*.*?\*\//gs, '').match(/(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;"'(]|["'(])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

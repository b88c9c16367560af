// What is wrong with the MJML that a caller wrote, by its lines: what the compiler passes on unchanged, and mail programs do not
// understand or refuse.

/** The elements of MJML (documentation.mjml.io, "Components"). */
const elements = new Set([
  ...[
    'mjml',
    'mj-head',
    'mj-attributes',
    'mj-all',
    'mj-class',
    'mj-breakpoint',
    'mj-font',
    'mj-html-attributes',
  ],
  ...[
    'mj-selector',
    'mj-html-attribute',
    'mj-preview',
    'mj-style',
    'mj-title',
    'mj-include',
    'mj-body',
    'mj-wrapper',
  ],
  ...['mj-section', 'mj-group', 'mj-column', 'mj-accordion', 'mj-accordion-element', 'mj-accordion-title'],
  ...[
    'mj-accordion-text',
    'mj-button',
    'mj-carousel',
    'mj-carousel-image',
    'mj-divider',
    'mj-hero',
    'mj-image',
  ],
  ...[
    'mj-navbar',
    'mj-navbar-link',
    'mj-raw',
    'mj-social',
    'mj-social-element',
    'mj-spacer',
    'mj-table',
    'mj-text',
  ],
]);

/** Elements that run programs, load other documents or change what follows them; mail programs remove them. */
export const refusedElements: ReadonlySet<string> = new Set([
  ...[
    'script',
    'iframe',
    'frame',
    'frameset',
    'object',
    'embed',
    'applet',
    'link',
    'base',
    'plaintext',
    'portal',
  ],
]);

/** A tag with its attributes, in a text whose comments and Liquid are blank. */
const TAG = /<(\/?)([a-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
/** The text with its lines, and without comments and Liquid. */
const hidePrograms = (text: string): string =>
  text
    .replace(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g, blank)
    .replace(/<!--[\s\S]*?(-->|$)|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, blank);

/** The number of the line in which a place is. */
export const findLine = (text: string, place: number): number => text.slice(0, place).split('\n').length;

/** Why an element with these attributes is refused. */
function describeElement(name: string, attributes: string): string | undefined {
  if (/^mj/.test(name) && !elements.has(name)) return `<${name}> is not an element of MJML`;
  if (refusedElements.has(name)) return `<${name}> is not allowed; mail programs remove it`;
  const [, handler] = /[\s"'/](on[a-z]+)\s*=/i.exec(attributes) ?? [];
  if (handler !== undefined) return `${handler.toLowerCase()} is not allowed; mail programs run no programs`;
  if (/=\s*["']?\s*(javascript\s*:|vbscript\s*:|data\s*:\s*text)/i.test(attributes.replace(/[\t\n]/g, '')))
    return `<${name}> has an address that runs a program, which is not allowed`;
  return undefined;
}

/** Everything that is wrong with the elements of the MJML, each with its line. */
export function listSourceFaults(mjml: string): readonly string[] {
  const source = hidePrograms(mjml);
  const faults: string[] = [];
  let body: number | undefined;
  for (const { 1: close, 2: tag = '', 3: attributes = '', index } of source.matchAll(TAG)) {
    const name = tag.toLowerCase();
    if (name === 'mj-body') body ??= index;
    const fault = close === '' ? describeElement(name, attributes) : undefined;
    if (fault !== undefined) faults.push(`Line ${findLine(source, index)}: ${fault}.`);
  }
  if (body === undefined) {
    const root = Math.max(source.search(/<mjml/i), 0);
    faults.push(`Line ${findLine(source, root)}: the MJML is not valid without <mj-body>.`);
  }
  return faults;
}

/** The line of the body. */
export const findBodyLine = (mjml: string): number =>
  findLine(mjml, Math.max(hidePrograms(mjml).search(/<mj-body/i), 0));

/** HTML elements without an end tag (HTML, 13.1.2). */
const voidElements = new Set([
  ...['area', 'br', 'col', 'hr', 'img', 'input', 'meta', 'param', 'source', 'track', 'wbr'],
]);

/** The first element of a text that is not closed, or closed by the tag of another one, with its line. */
export function findUnclosedElement(
  text: string,
): { readonly name: string; readonly line: number } | undefined {
  const source = text.replace(/<!--[\s\S]*?(-->|$)/g, blank);
  const open: { readonly name: string; readonly index: number }[] = [];
  for (const { 1: close, 2: name = '', 3: attributes = '', index } of source.matchAll(TAG)) {
    if (voidElements.has(name.toLowerCase()) || attributes.endsWith('/')) continue;
    if (close === '') open.push({ name, index });
    else if (open.at(-1)?.name === name) open.pop();
    else break;
  }
  const last = open.at(-1);
  return last && { name: last.name, line: findLine(source, last.index) };
}

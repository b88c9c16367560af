// Which declarations of CSS hide an element from the reader of a mail. It errs towards "hidden": a second link to unsubscribe
// does no harm, a missing one does.

/** Declarations of CSS by property, in lower case. */
export type Declarations = ReadonlyMap<string, string>;

/** `a:b;c:d !important` as properties and values. */
export const parseDeclarations = (text: string): Declarations =>
  new Map(
    text.split(';').flatMap((each) => {
      const colon = each.indexOf(':');
      if (colon < 0) return [];
      const value = each.slice(colon + 1).toLowerCase();
      return [
        [each.slice(0, colon).trim().toLowerCase(), value.replace(/!\s*important/, '').trim()] as const,
      ];
    }),
  );

/** A number with its unit, in pixels where the unit has a fixed size. */
const toPixels = (value = ''): number => {
  const [, number, unit] = /^(-?[\d.]+)\s*(px|pt|em|rem|%|)$/.exec(value.trim()) ?? [];
  if (number === undefined) return Number.NaN;
  return Number(number) * (unit === 'em' || unit === 'rem' ? 16 : 1);
};

/** What is smaller cannot be read. */
const SMALLEST_FONT = 4;
/** What is moved by so much is outside of the mail. */
const FAR = -100;

/** Whether a size of letters is too small to read; undefined where none is declared. */
export function isTinyFont(declarations: Declarations): boolean | undefined {
  const size = declarations.get('font-size');
  if (size === undefined) return undefined;
  return size.endsWith('%') ? toPixels(size) < 25 : toPixels(size) < SMALLEST_FONT;
}

/** Whether these declarations hide an element with everything in it. */
export function isHiding(declarations: Declarations): boolean {
  const get = (name: string): string => declarations.get(name) ?? '';
  const isZero = (name: string): boolean => toPixels(get(name)) <= 0;
  const isFar = (name: string): boolean => toPixels(get(name)) <= FAR;
  return (
    get('display') === 'none' ||
    /^(hidden|collapse)$/.test(get('visibility')) ||
    get('content-visibility') === 'hidden' ||
    get('mso-hide') === 'all' ||
    Number.parseFloat(get('opacity')) < 0.1 ||
    (/hidden|clip/.test(get('overflow')) && ['height', 'max-height', 'width', 'max-width'].some(isZero)) ||
    isFar('text-indent') ||
    ['left', 'right', 'top', 'bottom', 'margin-left', 'margin-top'].some(isFar) ||
    /rect\(\s*0|inset\(\s*(50|100)%|circle\(\s*0/.test(get('clip') + get('clip-path')) ||
    /scale[xy]?\(\s*0(\.0*)?\s*[),]/.test(get('transform'))
  );
}

const names: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000' };

/** A color as six digits, so that equal ones are equal texts; undefined for what names none. */
export function parseColor(text = ''): string | undefined {
  const color = names[text] ?? text;
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6})$/.exec(color) ?? [];
  if (digits?.length === 3) return `#${[...digits].map((digit) => digit + digit).join('')}`;
  if (digits) return color;
  const [, red, green, blue, alpha] =
    /^rgba?\((\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+))?\)$/.exec(color) ?? [];
  if (color === 'transparent' || (alpha !== undefined && Number(alpha) < 0.1)) return 'transparent';
  if (red === undefined) return /^[a-z]+$/.test(color) ? color : undefined;
  return `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

/** The color of the surface that these declarations make; undefined where they make none. */
export function parseBackground(declarations: Declarations): string | undefined {
  const text = declarations.get('background-color') ?? declarations.get('background');
  if (text === undefined) return undefined;
  const color = parseColor(/#[\da-f]+|rgba?\([^)]*\)|^[a-z]+$/.exec(text)?.[0]);
  return color === 'transparent' || color === 'none' ? undefined : color;
}

/** A rule of a style sheet that hides elements: what its last part asks of an element. */
export interface HidingRule {
  readonly tag: string | undefined;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly declarations: Declarations;
}

/** The last part of a selector, without what depends on a state or an attribute. */
function parseSelector(selector: string): Omit<HidingRule, 'declarations'> {
  const last =
    selector
      .replace(/\[[^\]]*\]|::?[\w-]+(\([^)]*\))?/g, '')
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const all = (mark: string): string[] =>
    [...last.matchAll(new RegExp(`\\${mark}([\\w-]+)`, 'g'))].map(([, name = '']) => name);
  return { tag: /^[\w-]+/.exec(last)?.[0].toLowerCase(), ids: all('#'), classes: all('.') };
}

/** The rules of a style sheet that hide elements, on any screen: what is hidden on telephones is hidden for many. */
export function listHidingRules(sheet: string): HidingRule[] {
  const css = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  const rules: HidingRule[] = [];
  const open: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of css.matchAll(/[{}]/g)) {
    const text = css.slice(start, index);
    start = index + 1;
    if (mark === '{') {
      open.push(text.trim());
      continue;
    }
    const selectors = open.pop() ?? '';
    if (selectors.startsWith('@') || open.some((each) => /^@media\s+print/i.test(each))) continue;
    const declarations = parseDeclarations(text);
    if (
      !isHiding(declarations) &&
      !isTinyFont(declarations) &&
      parseColor(declarations.get('color')) !== 'transparent'
    )
      continue;
    rules.push(...selectors.split(',').map((each) => ({ ...parseSelector(each), declarations })));
  }
  return rules;
}

// Whether the reader of a mail sees a link: the HTML as a mail program reads it decides, not how it was written.
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import {
  type Declarations,
  type HidingRule,
  isHiding,
  isTinyFont,
  listHidingRules,
  parseBackground,
  parseColor,
  parseDeclarations,
} from './hiding-styles.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements whose content mail programs do not show, or not as text that can be followed. */
const unseen = new Set([
  ...[
    'head',
    'title',
    'script',
    'style',
    'template',
    'noscript',
    'noembed',
    'noframes',
    'textarea',
    'select',
  ],
  ...[
    'option',
    'datalist',
    'iframe',
    'object',
    'audio',
    'video',
    'canvas',
    'svg',
    'math',
    'plaintext',
    'xmp',
  ],
]);

/** What the elements around a node say of it. */
interface Surroundings {
  readonly isHidden: boolean;
  readonly isTiny: boolean;
  readonly color: string | undefined;
  readonly background: string | undefined;
  /** Whether it is in a link that is searched for. */
  readonly isLink: boolean;
}

const getAttribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((each) => each.name === name)?.value;

const matches = (element: Element, { tag, ids, classes }: HidingRule): boolean => {
  const own = (getAttribute(element, 'class') ?? '').split(/\s+/);
  return (
    (tag === undefined || tag === element.tagName) &&
    ids.every((id) => id === getAttribute(element, 'id')) &&
    classes.every((name) => own.includes(name))
  );
};

/** The style of an element; what hides in a style sheet counts, because it may be for some screens only. */
function readStyle(element: Element, rules: readonly HidingRule[]): Declarations {
  const own = parseDeclarations(getAttribute(element, 'style') ?? '');
  const hiding = rules.filter((rule) => matches(element, rule));
  const size = own.get('font-size');
  return new Map([
    ...own,
    ...hiding.flatMap(({ declarations }) => [...declarations]),
    // A size of its own is what most wrappers without a size rely on.
    ...(size === undefined ? [] : [['font-size', size] as const]),
  ]);
}

const isLinkTo = (element: Element, addresses: readonly string[]): boolean => {
  const href = element.tagName === 'a' ? getAttribute(element, 'href')?.trim() : undefined;
  return (
    href !== undefined &&
    addresses.some(
      (address) => href === address || href.startsWith(`${address}?`) || href.startsWith(`${address}#`),
    )
  );
};

function enter(
  element: Element,
  outer: Surroundings,
  rules: readonly HidingRule[],
  addresses: readonly string[],
): Surroundings {
  const style = readStyle(element, rules);
  const isClosed =
    (element.tagName === 'details' || element.tagName === 'dialog') &&
    getAttribute(element, 'open') === undefined;
  const color = parseColor(style.get('color') ?? getAttribute(element, 'color')?.toLowerCase());
  const link = isLinkTo(element, addresses);
  return {
    isHidden:
      outer.isHidden ||
      unseen.has(element.tagName) ||
      isClosed ||
      getAttribute(element, 'hidden') !== undefined ||
      isHiding(style),
    isTiny: isTinyFont(style) ?? outer.isTiny,
    // A link without a color of its own has that of links.
    color: color ?? (element.tagName === 'a' ? undefined : outer.color),
    background:
      parseBackground(style) ??
      parseColor(getAttribute(element, 'bgcolor')?.toLowerCase()) ??
      outer.background,
    isLink: outer.isLink || link,
  };
}

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';
const isElement = (node: Node): node is Element => 'tagName' in node;

/** Whether a node, in these surroundings, is something that its reader can see. */
function isSeen(node: Node, { isHidden, isTiny, color, background }: Surroundings): boolean {
  if (isHidden || color === 'transparent') return false;
  // Some characters, such as spaces, have no width or no ink.
  if (isText(node))
    return (
      !isTiny &&
      (color === undefined || color !== background) &&
      /[\p{L}\p{N}\p{P}\p{S}]/u.test(node.value.replace(/[\u115f\u1160\u3164\uffa0]/g, ''))
    );
  if (!isElement(node) || node.tagName !== 'img') return false;
  const size = ['width', 'height'].map((name) => Number.parseFloat(getAttribute(node, name) ?? ''));
  return Boolean(getAttribute(node, 'alt')?.trim()) && !size.some((pixels) => pixels <= 1);
}

/** The nodes of a document in its order, each with what surrounds it. */
function* walk(
  document: Node,
  rules: readonly HidingRule[],
  addresses: readonly string[],
): Generator<readonly [Node, Surroundings]> {
  const start: Surroundings = {
    isHidden: false,
    isTiny: false,
    color: undefined,
    background: '#ffffff',
    isLink: false,
  };
  const waiting: [Node, Surroundings][] = [[document, start]];
  // What stands between these comments is left out by Outlook.
  let isLeftOut = false;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, outer] = next;
    if (node.nodeName === '#comment') {
      const { data } = node as DefaultTreeAdapterTypes.CommentNode;
      if (/^\s*\[if\s*\(?!\s*mso/i.test(data)) isLeftOut = true;
      if (/<!\[endif\]\s*$/i.test(data)) isLeftOut = false;
      continue;
    }
    const inner = isElement(node) ? enter(node, outer, rules, addresses) : outer;
    yield [node, isLeftOut ? { ...inner, isHidden: true } : inner];
    // The content of a template is apart from its child nodes, and is not shown.
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push([child, inner]);
  }
}

/** The text of all style sheets of a document. */
function readSheets(document: Node): string {
  const waiting: Node[] = [document];
  const sheets: string[] = [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('childNodes' in node)) continue;
    if (node.nodeName === 'style') sheets.push(...node.childNodes.filter(isText).map(({ value }) => value));
    else waiting.push(...node.childNodes);
  }
  return sheets.join('\n');
}

/** Whether the reader of the HTML sees a link to one of these addresses, as text or as the description of a picture. */
export function showsLink(html: string, addresses: readonly string[]): boolean {
  const document = parse(html);
  for (const [node, surroundings] of walk(document, listHidingRules(readSheets(document)), addresses))
    if (surroundings.isLink && isSeen(node, surroundings)) return true;
  return false;
}

/** Whether the reader of the HTML sees anything at all: a text, or a picture. */
export function showsAnything(html: string): boolean {
  const document = parse(html);
  for (const [node, surroundings] of walk(document, [], []))
    if (isSeen(node, surroundings) || (isElement(node) && node.tagName === 'img' && !surroundings.isHidden))
      return true;
  return false;
}

// Every mail to many shows how to get no more (docs/interface/communication.md#templates). The mail as it was rendered for one
// recipient decides, its HTML and its text each: a link in a condition, a comment or a hidden part shows nothing.
import { type DefaultTreeAdapterTypes, parse, parseFragment, serialize } from 'parse5';
import { escapeHtml } from '../pages/escape-html.ts';
import { isHiding, parseDeclarations } from './hiding-styles.ts';
import { renderBand } from './mail-html.ts';
import { MAX_SHOWN_BYTES, type MailLook } from './mail-size.ts';
import { showsLink } from './visible-links.ts';

/** The addresses by which a recipient gets no more, or chooses what to get. */
export interface WayOut {
  readonly unsubscribe: string;
  readonly preferences: string;
}

const renderLinks = ({ unsubscribe, preferences }: WayOut): string => {
  const link = (url: string, text: string): string =>
    `<a href="${escapeHtml(url)}" style="color:#555555;text-decoration:underline">${text}</a>`;
  return `${link(unsubscribe, 'Unsubscribe')} &#183; ${link(preferences, 'Choose what you receive')}`;
};

const renderSurface = (content: string): string =>
  renderBand(content, 'padding:24px 25px;text-align:center;font-size:12px;line-height:1.5;color:#555555');

/** The end of the HTML. */
const renderFooter = (association: string, wayOut: WayOut): string =>
  renderSurface(`${escapeHtml(association)}<br />${renderLinks(wayOut)}`);

/** The end of the text. */
const renderTextFooter = (association: string, { unsubscribe, preferences }: WayOut): string =>
  `\n\n--\n${association}\nUnsubscribe: ${unsubscribe}\nChoose what you receive: ${preferences}`;

const listAddresses = ({ unsubscribe, preferences }: WayOut): readonly string[] => [unsubscribe, preferences];

const findBody = (
  document: DefaultTreeAdapterTypes.Document,
): DefaultTreeAdapterTypes.Element | undefined => {
  const html = document.childNodes.find((node) => node.nodeName === 'html') as
    | DefaultTreeAdapterTypes.Element
    | undefined;
  return html?.childNodes.find((node) => node.nodeName === 'body') as
    | DefaultTreeAdapterTypes.Element
    | undefined;
};

/** Puts markup before the end of the body, wherever that is and however it is written; the rest stays as it is. */
export function addToBody(html: string, markup: string): string {
  const body = findBody(parse(html, { sourceCodeLocationInfo: true }));
  const end = body?.sourceCodeLocation?.endTag?.startOffset ?? html.length;
  return html.slice(0, end) + markup + html.slice(end);
}

/**
 * Where what a reader sees begins: behind the start of the body, and behind a hidden text at its beginning, which mail programs
 * show in a list of mails.
 */
function findStart(body: DefaultTreeAdapterTypes.Element | undefined): number {
  const first = body?.childNodes.find(({ nodeName }) => nodeName !== '#comment' && nodeName !== '#text');
  const style =
    first && 'attrs' in first ? first.attrs.find(({ name }) => name === 'style')?.value : undefined;
  const preview =
    style !== undefined && isHiding(parseDeclarations(style)) ? first?.sourceCodeLocation : undefined;
  return preview?.endOffset ?? body?.sourceCodeLocation?.startTag?.endOffset ?? 0;
}

/** Puts what every mail of a tenant shows where its reader begins, and before the end of the body, wherever these are. */
export function addLook(html: string, { header, footer }: MailLook): string {
  const body = findBody(parse(html, { sourceCodeLocationInfo: true }));
  const start = findStart(body);
  const end = body?.sourceCodeLocation?.endTag?.startOffset ?? html.length;
  return html.slice(0, start) + header + html.slice(start, end) + footer + html.slice(end);
}

/** Puts markup before the end of the body, with every element closed that the HTML leaves open. */
function appendToBody(html: string, markup: string): string {
  const document = parse(html);
  const body = findBody(document);
  for (const node of parseFragment(markup).childNodes) {
    body?.childNodes.push(node);
    node.parentNode = body ?? null;
  }
  return serialize(document);
}

/**
 * The HTML with a link to unsubscribe, or to choose, that its reader sees: its own, or a footer.
 * @returns undefined where even the footer would not be seen
 */
export function showWayOut(html: string, association: string, wayOut: WayOut): string | undefined {
  const addresses = listAddresses(wayOut);
  if (showsLink(html, addresses)) return html;
  const footer = renderFooter(association, wayOut);
  return [addToBody, appendToBody]
    .map((add) => add(html, footer))
    .find((result) => showsLink(result, addresses));
}

/** The HTML with its way out where mail programs show it that cut off what is longer: at its beginning. */
export function keepWayOut(html: string, wayOut: WayOut): string {
  const bytes = Buffer.from(html);
  if (bytes.length <= MAX_SHOWN_BYTES) return html;
  const shown = bytes.subarray(0, MAX_SHOWN_BYTES).toString();
  if (showsLink(shown, listAddresses(wayOut))) return html;
  const start = findStart(findBody(parse(html, { sourceCodeLocationInfo: true })));
  return html.slice(0, start) + renderSurface(renderLinks(wayOut)) + html.slice(start);
}

/** The text with the address to unsubscribe, or to choose: its own, or a footer. */
export function showWayOutInText(text: string, association: string, wayOut: WayOut): string {
  // A longer address that begins with it is another one.
  const isShown = listAddresses(wayOut).some((address) =>
    text
      .split(address)
      .slice(1)
      .some((rest) => !/^[\w-]/.test(rest)),
  );
  return isShown ? text : text.trimEnd() + renderTextFooter(association, wayOut);
}

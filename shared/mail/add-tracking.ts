// Puts the links that count clicks, and the picture that counts opens, into the HTML of a mail.
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { escapeHtml } from '../pages/escape-html.ts';
import { encodeTarget, type SampleTracking } from './mail-size.ts';
import { addToBody, keepWayOut } from './way-out.ts';

/** What is counted, by which addresses. */
export interface Tracking {
  /** The address of the picture; undefined where opens are not counted. */
  readonly openUrl: string | undefined;
  /** The address that leads to another; undefined where it stays as it is. */
  readonly clickUrl: (target: string) => string | undefined;
}

/** The elements of a document that link to another page, in their order. */
function* iterateLinks(document: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  const waiting = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node && (node.tagName === 'a' || node.tagName === 'area')) yield node;
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
}

/** The HTML with other addresses; everything else, the comments for single mail programs included, stays as it is. */
export function addTracking(html: string, { openUrl, clickUrl }: Tracking): string {
  const document = parse(html, { sourceCodeLocationInfo: true });
  let done = '';
  let position = 0;
  for (const { attrs, sourceCodeLocation } of iterateLinks(document)) {
    const href = attrs.find(({ name }) => name === 'href')?.value.trim() ?? '';
    const place = sourceCodeLocation?.attrs?.href;
    const url = /^https?:/i.test(href) && place ? clickUrl(href) : undefined;
    if (url === undefined || !place) continue;
    done += `${html.slice(position, place.startOffset)}href="${escapeHtml(url)}"`;
    position = place.endOffset;
  }
  done += html.slice(position);
  if (openUrl === undefined) return done;
  const picture = `<img src="${escapeHtml(openUrl)}" width="1" height="1" alt="" style="display:block;border:0" />`;
  return addToBody(done, picture);
}

/** The bytes of the HTML, which has what the tenant adds, when it is sent with such addresses. */
export const measureAsSent = (
  html: string,
  { links, openUrl, clickPrefix }: Omit<SampleTracking, 'look' | 'association'>,
): number => {
  const own = Object.values(links);
  const clickUrl = (target: string): string | undefined =>
    clickPrefix === undefined || own.includes(target) ? undefined : clickPrefix + encodeTarget(target);
  return Buffer.byteLength(keepWayOut(addTracking(html, { openUrl, clickUrl }), links));
};

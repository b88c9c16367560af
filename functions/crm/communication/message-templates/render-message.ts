// Renders a message for one recipient: the subject, the HTML that mail programs show, and the plain text.

import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import { toPlainText } from '../../../../shared/mail/plain-text.ts';
import { showWayOut, showWayOutInText } from '../../../../shared/mail/way-out.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { assertHarmless } from './assert-harmless.ts';
import { compileMjml } from './compile-mjml.ts';
import { fillIn } from './liquid.ts';
import type { MergeValues } from './merge-fields.ts';
import { RenderFault } from './render-fault.ts';

/** A message as it is sent to one recipient. */
export interface RenderedMessage {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Gmail cuts off what is longer, with the link to unsubscribe (docs/interface/communication.md#templates). */
export const MAX_HTML_BYTES = 100_000;

/** @throws RenderFault for HTML that mail programs would cut off */
export function assertNotCutOff(html: string): void {
  const bytes = Buffer.byteLength(html);
  if (bytes > MAX_HTML_BYTES)
    throw new RenderFault(
      `The HTML has ${bytes} bytes; mail programs cut off what is above ${MAX_HTML_BYTES}.`,
    );
}

/** A subject is one line. */
const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Renders a message. HTML and text in which the recipient sees no link to unsubscribe get a footer with it.
 * @throws RenderFault when it can't be rendered for these values
 */
export function renderMessage({ subject, mjml, text }: MessageContent, values: MergeValues): RenderedMessage {
  const { association, links } = values;
  const line = toLine(fillIn(subject, 'text', values));
  // Who opens the mail in a browser finds it by its title.
  const compiled = compileMjml(fillIn(mjml, 'markup', values)).replace(
    '<title></title>',
    () => `<title>${escapeHtml(line)}</title>`,
  );
  assertHarmless(compiled);
  const html = showWayOut(compiled, association.name, links);
  if (html === undefined)
    throw new RenderFault(
      'The link to unsubscribe would not be seen: a style hides all links, or the end of the mail.',
    );
  assertNotCutOff(html);
  const plain = text === undefined ? toPlainText(html) : fillIn(text, 'text', values);
  return {
    subject: line,
    html,
    text: `${showWayOutInText(plain.trim(), association.name, links)}\n`,
  };
}

// Renders a message for one recipient: the subject, the HTML that mail programs show, and the plain text.

import { Engine } from 'mrml';
import type { MessageContent } from '../../../shared/broadcasts/message-content.ts';
import { toPlainText } from '../../../shared/mail/plain-text.ts';
import { fillIn, mentionsField } from './liquid.ts';
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

const optOutFields = ['links.unsubscribe', 'links.preferences'] as const;

/** What a message ends with that does not say itself how to get no more. */
const footer = {
  mjml: `<mj-section padding="24px 0 0"><mj-column><mj-divider border-width="1px" border-color="#dddddd" /><mj-text font-size="12px" color="#666666" line-height="1.5">{{ association.name }}<br /><a href="{{ links.unsubscribe }}" style="color:#666666">Unsubscribe</a> &#183; <a href="{{ links.preferences }}" style="color:#666666">Choose what you receive</a></mj-text></mj-column></mj-section>`,
  text: '\n\n--\n{{ association.name }}\nUnsubscribe: {{ links.unsubscribe }}\nChoose what you receive: {{ links.preferences }}\n',
} as const;

/** The engine; it loads no font and no other file. */
function createEngine(): Engine {
  const engine = new Engine();
  engine.setParserOptions({ includeLoader: { type: 'noop' } });
  engine.setRenderOptions({ disableComments: true, fonts: {}, socialIconOrigin: null });
  return engine;
}
let engine: Engine | undefined;

/**
 * Turns MJML into the HTML of a mail.
 * @throws RenderFault with what is wrong, and where
 */
function compileMjml(mjml: string): string {
  engine ??= createEngine();
  const result = engine.toHtml(mjml);
  if (result.type === 'error') throw new RenderFault(`The MJML is not valid: ${result.message}.`);
  return result.content;
}

const addFooter = (mjml: string): string => {
  const end = mjml.lastIndexOf('</mj-body>');
  return end < 0 ? mjml : `${mjml.slice(0, end)}${footer.mjml}${mjml.slice(end)}`;
};

/** A subject is one line. */
const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Renders a message. One that has no link to unsubscribe gets a footer with it.
 * @throws RenderFault when it can't be rendered for these values
 */
export function renderMessage({ subject, mjml, text }: MessageContent, values: MergeValues): RenderedMessage {
  const body = mentionsField(mjml, 'markup', optOutFields) ? mjml : addFooter(mjml);
  const html = compileMjml(fillIn(body, 'markup', values));
  assertNotCutOff(html);
  const plain =
    text === undefined
      ? toPlainText(html)
      : fillIn(mentionsField(text, 'text', optOutFields) ? text : text + footer.text, 'text', values);
  return { subject: toLine(fillIn(subject, 'text', values)), html, text: `${plain.trim()}\n` };
}

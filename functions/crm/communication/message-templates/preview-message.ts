// A message as a person gets it, before it is sent: with links that lead nowhere.
import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PersonContent } from '../../../../shared/directory/people/person.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import {
  listSizeWarnings,
  type MailWarning,
  type SampleTracking,
} from '../../../../shared/mail/mail-size.ts';
import { applyLook, type TextLook } from '../../../../shared/mail-settings/apply-look.ts';
import { loadCustomMergeFields } from './custom-merge-fields.ts';
import { buildSampleValues, describePerson } from './merge-fields.ts';
import { measureMessage, renderMessage } from './message-sandbox.ts';
import { RenderFault } from './render-fault.ts';
import type { RenderedMessage } from './render-message.ts';

interface PreviewContext {
  readonly tenant: TenantStore;
  readonly associationName: string;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
  /** Whether the caller sees addresses of others. */
  readonly showsEmails: boolean;
  /** How its use is counted when it is sent, where it is. */
  readonly tracking?: SampleTracking | undefined;
  /** What the tenant adds to it, where it is a mail of the tenant. */
  readonly look?: TextLook | undefined;
}

/** A message as a person gets it, with its size as it is sent. */
export interface PreviewedMessage extends RenderedMessage {
  readonly htmlBytes: number;
  readonly warnings: MailWarning[];
}

/**
 * Renders a message for a person, or for an invented one.
 * @throws Failure VALIDATION_ERROR when it can't be rendered for this person
 */
export async function previewMessage(
  content: MessageContent,
  person: PersonContent | undefined,
  { tenant, associationName, today, showsEmails, tracking, look }: PreviewContext,
): Promise<PreviewedMessage> {
  const fields = await loadCustomMergeFields(tenant, content);
  const described = person && describePerson(person, undefined, fields);
  const values = {
    ...buildSampleValues(fields),
    association: { name: associationName },
    today,
    // As long as those of the mail that is sent; they lead nowhere.
    ...(tracking && { links: tracking.links }),
    ...(described && {
      person: { ...described, ...(!showsEmails && { email: 'hidden@example.org' }) },
    }),
  };
  try {
    const rendered = await renderMessage(content, values);
    const message = look ? await applyLook(rendered, look) : rendered;
    const htmlBytes = tracking
      ? await measureMessage(message.html, tracking)
      : Buffer.byteLength(message.html);
    return { ...message, htmlBytes, warnings: listSizeWarnings(htmlBytes) };
  } catch (error) {
    if (!(error instanceof RenderFault)) throw error;
    throw invalid([{ code: 'INVALID_FORMAT', message: error.message, target: 'mjml' }]);
  }
}

// A message as a person gets it, before it is sent: with links that lead nowhere.
import type { MessageContent } from '../../../shared/broadcasts/message-content.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { PersonContent } from '../../../shared/directory/person.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import { loadCustomMergeFields } from './custom-merge-fields.ts';
import { buildSampleValues, describePerson } from './merge-fields.ts';
import { renderMessage } from './message-sandbox.ts';
import { RenderFault } from './render-fault.ts';
import type { RenderedMessage } from './render-message.ts';

interface PreviewContext {
  readonly tenant: TenantStore;
  readonly associationName: string;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
  /** Whether the caller sees addresses of others. */
  readonly showsEmails: boolean;
}

/**
 * Renders a message for a person, or for an invented one.
 * @throws Failure VALIDATION_ERROR when it can't be rendered for this person
 */
export async function previewMessage(
  content: MessageContent,
  person: PersonContent | undefined,
  { tenant, associationName, today, showsEmails }: PreviewContext,
): Promise<RenderedMessage> {
  const fields = await loadCustomMergeFields(tenant, content);
  const described = person && describePerson(person, undefined, fields);
  const values = {
    ...buildSampleValues(fields),
    association: { name: associationName },
    today,
    ...(described && {
      person: { ...described, ...(!showsEmails && { email: 'hidden@example.org' }) },
    }),
  };
  try {
    return await renderMessage(content, values);
  } catch (error) {
    if (!(error instanceof RenderFault)) throw error;
    throw invalid([{ code: 'INVALID_FORMAT', message: error.message, target: 'mjml' }]);
  }
}

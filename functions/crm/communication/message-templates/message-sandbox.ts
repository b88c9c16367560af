// Validates and renders messages apart from the platform (docs/sandbox.md).
import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import type { SampleTracking } from '../../../../shared/mail/mail-size.ts';
import { ContentFault } from '../../../../shared/sandbox/content-fault.ts';
import { createSandbox } from '../../../../shared/sandbox/sandbox.ts';
import type { MergeValues } from './merge-fields.ts';
import { RenderFault } from './render-fault.ts';
import type { RenderedMessage } from './render-message.ts';
import type { ValidatedMessage } from './validate-message.ts';

const sandbox = createSandbox(() => import('./message-tasks.ts'), {
  what: 'The message',
  seconds: 5,
  megabytes: 250,
});

/**
 * Everything that is wrong with a message, and how large it is when it is sent.
 * @param content with ids in place of the names of custom fields
 * @param tracking the addresses by which its use is counted
 */
export async function validateMessage(
  content: MessageContent,
  customFields: readonly CustomFieldItem[],
  tracking?: SampleTracking,
): Promise<ValidatedMessage> {
  try {
    return await sandbox.run('validate', content, customFields, tracking);
  } catch (error) {
    if (!(error instanceof ContentFault)) throw error;
    return { faults: [{ code: 'INVALID_FORMAT', message: error.message, target: 'mjml' }], htmlBytes: 0 };
  }
}

/** The bytes of the HTML of a message when it is sent. */
export const measureMessage = (html: string, tracking: SampleTracking): Promise<number> =>
  sandbox.run('measure', html, tracking);

/**
 * Renders a message for one recipient. One that has no link to unsubscribe gets a footer with it.
 * @throws RenderFault when it can't be rendered for these values
 */
export async function renderMessage(content: MessageContent, values: MergeValues): Promise<RenderedMessage> {
  try {
    const result = await sandbox.run('render', content, values);
    if ('message' in result) return result.message;
    throw new RenderFault(result.fault);
  } catch (error) {
    if (error instanceof ContentFault) throw new RenderFault(error.message);
    throw error;
  }
}

/** The custom fields that a message mentions, by id; by name in one that was stored before ids were. It must be valid. */
export const listCustomReferences = (content: MessageContent): Promise<readonly string[]> =>
  sandbox.run('listCustomReferences', content);

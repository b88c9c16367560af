// What is done with the texts of messages in a process of its own: they are programs of callers.
import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import type { SampleTracking } from '../../../../shared/mail/mail-size.ts';
import { defineTasks } from '../../../../shared/sandbox/tasks.ts';
import type { MergeValues } from './merge-fields.ts';
import { RenderFault } from './render-fault.ts';
import type { RenderedMessage } from './render-message.ts';
import type { ValidatedMessage } from './validate-message.ts';

/** The message, or why it can't be rendered for these values. */
type RenderResult = { readonly message: RenderedMessage } | { readonly fault: string };

export default defineTasks(import.meta.url, {
  validate: async (
    content: MessageContent,
    customFields: readonly CustomFieldItem[],
    tracking?: SampleTracking,
  ): Promise<ValidatedMessage> =>
    (await import('./validate-message.ts')).validateMessage(content, customFields, tracking),

  /** The bytes of the HTML when it is sent. */
  measure: async (html: string, tracking: SampleTracking): Promise<number> =>
    (await import('../../../../shared/mail/add-tracking.ts')).measureAsSent(html, tracking),

  async render(content: MessageContent, values: MergeValues): Promise<RenderResult> {
    const { renderMessage } = await import('./render-message.ts');
    try {
      return { message: renderMessage(content, values) };
    } catch (error) {
      if (error instanceof RenderFault) return { fault: error.message };
      throw error;
    }
  },

  /** The custom fields that any of its texts mentions, by id or name. */
  async listCustomReferences({ subject, mjml, text }: MessageContent): Promise<readonly string[]> {
    const { listCustomReferences } = await import('./liquid.ts');
    return [
      ...listCustomReferences(subject, 'text'),
      ...listCustomReferences(mjml, 'markup'),
      ...listCustomReferences(text ?? '', 'text'),
    ];
  },
});

// Says everything that is wrong with the content of a message before it is stored.
import type { MessageContent } from '../../../shared/broadcasts/message-content.ts';
import type { CustomFieldItem } from '../../../shared/directory/custom-field.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { type TextKind, validateTemplate } from './liquid.ts';
import { bareValues, buildSampleValues, type MergeValues, mergeFields } from './merge-fields.ts';
import { RenderFault } from './render-fault.ts';
import { renderMessage } from './render-message.ts';

const fields = Object.keys(mergeFields);
const kinds = { subject: 'text', mjml: 'markup', text: 'text' } as const satisfies Record<
  keyof MessageContent,
  TextKind
>;

/** What prevents rendering for these values. */
function tryRendering(content: MessageContent, values: MergeValues): string | undefined {
  try {
    const { subject } = renderMessage(content, values);
    return subject === ''
      ? 'The subject is empty for some recipients: give its fields a default.'
      : undefined;
  } catch (error) {
    if (error instanceof RenderFault) return error.message;
    throw error;
  }
}

/**
 * Everything that is wrong with a message: its Liquid, its merge fields, and its MJML as rendered for somebody about whom
 * everything is known, and for somebody about whom nothing is.
 * @param content with ids in place of the names of custom fields
 */
export function validateMessage(
  content: MessageContent,
  customFields: readonly CustomFieldItem[],
): ErrorDetail[] {
  const faults = (Object.keys(kinds) as (keyof MessageContent)[]).flatMap((member) =>
    validateTemplate(content[member] ?? '', kinds[member], fields, customFields).map(
      (fault): ErrorDetail => ({ ...fault, target: member }),
    ),
  );
  if (faults.length > 0) return faults;
  const messages = new Set(
    [buildSampleValues(customFields), bareValues].map((values) => tryRendering(content, values)),
  );
  return [...messages].flatMap((message) =>
    message === undefined
      ? []
      : [
          {
            code: 'INVALID_FORMAT',
            message,
            target: message.startsWith('The subject') ? 'subject' : 'mjml',
          } as const,
        ],
  );
}

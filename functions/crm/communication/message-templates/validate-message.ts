// Says everything that is wrong with the content of a message before it is stored.
import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { measureAsSent } from '../../../../shared/mail/add-tracking.ts';
import type { SampleTracking } from '../../../../shared/mail/mail-size.ts';
import { showsAnything } from '../../../../shared/mail/visible-links.ts';
import { addLook } from '../../../../shared/mail/way-out.ts';
import { compileMjml } from './compile-mjml.ts';
import { fillIn, type TextKind, validateTemplate } from './liquid.ts';
import { bareValues, buildSampleValues, type MergeValues, mergeFields } from './merge-fields.ts';
import { findBodyLine, listSourceFaults } from './mjml-source.ts';
import { RenderFault } from './render-fault.ts';
import { renderMessage } from './render-message.ts';

const fields = Object.keys(mergeFields);
const kinds = { subject: 'text', mjml: 'markup', text: 'text' } as const satisfies Record<
  keyof MessageContent,
  TextKind
>;

/** What is wrong with a message, and the bytes of its HTML when it is sent: the larger one of two samples. */
export interface ValidatedMessage {
  readonly faults: readonly ErrorDetail[];
  readonly htmlBytes: number;
}

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

/** Why the message has nothing to read: a body that shows something for some recipients only is fine. */
function checkBody({ mjml }: MessageContent, samples: readonly MergeValues[]): string | undefined {
  const shows = samples.some((values) => showsAnything(compileMjml(fillIn(mjml, 'markup', values))));
  return shows
    ? undefined
    : `Line ${findBodyLine(mjml)}: <mj-body> is empty: it shows neither a text nor a picture.`;
}

/**
 * Everything that is wrong with a message: its Liquid, its merge fields, its elements, and its MJML as rendered for a recipient
 * about whom everything is known, and for one about whom nothing is.
 * @param content with ids in place of the names of custom fields
 */
function listFaults(
  content: MessageContent,
  customFields: readonly CustomFieldItem[],
  samples: readonly MergeValues[],
): readonly ErrorDetail[] {
  const faults = (Object.keys(kinds) as (keyof MessageContent)[]).flatMap((member) =>
    validateTemplate(content[member] ?? '', kinds[member], fields, customFields).map(
      (fault): ErrorDetail => ({ ...fault, target: member }),
    ),
  );
  if (faults.length > 0) return faults;
  const toDetail = (message: string): ErrorDetail => ({
    ...{ code: 'INVALID_FORMAT', message },
    target: message.startsWith('The subject') ? 'subject' : 'mjml',
  });
  const messages = new Set(samples.map((values) => tryRendering(content, values)));
  const found = [...messages].filter((message) => message !== undefined);
  const sourceFaults = listSourceFaults(content.mjml);
  // An element that is refused is named with its line, and not once more as a part of the result.
  if (sourceFaults.length > 0)
    return [...sourceFaults, ...found.filter((message) => message.startsWith('The subject'))].map(toDetail);
  const empty = found.length === 0 ? checkBody(content, samples) : undefined;
  return [...found, ...(empty === undefined ? [] : [empty])].map(toDetail);
}

/** Everything that is wrong with a message, and its size where nothing is. */
export function validateMessage(
  content: MessageContent,
  customFields: readonly CustomFieldItem[],
  tracking?: SampleTracking,
): ValidatedMessage {
  const samples = [buildSampleValues(customFields), bareValues].map((values) => ({
    ...values,
    // As in a mail that is sent, where that is known.
    links: tracking?.links ?? values.links,
    association: tracking ? { name: tracking.association } : values.association,
  }));
  const faults = listFaults(content, customFields, samples);
  if (faults.length > 0 || !tracking) return { faults, htmlBytes: 0 };
  const sizes = samples.map((values) =>
    measureAsSent(addLook(renderMessage(content, values).html, tracking.look), tracking),
  );
  return { faults, htmlBytes: Math.max(...sizes) };
}

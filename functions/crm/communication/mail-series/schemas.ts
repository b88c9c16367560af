// Series in requests and replies (docs/interface/communication.md#series).
import * as z from 'zod';
import { broadcastStates } from '../../../../shared/broadcasts/broadcast.ts';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { optionalBoolean, optionalInteger } from '../../../../shared/http/lenient.ts';
import { seriesStates } from '../../../../shared/mail-series/series.ts';
import { idField } from '../../fields/fields.ts';
import { FiguresView } from '../broadcasts/contract.ts';
import { messageFields } from '../message-templates/contract.ts';

const delays = {
  delayDays: z.int().min(0),
  delayHours: z.int().min(0),
};
const Step = z.strictObject({ id: z.uuid(), ...delays });
const SeriesEntry = z.strictObject({
  id: z.uuid(),
  name: z.string().meta({ example: 'Welcome' }),
  status: z.enum(seriesStates),
  listId: z.uuid().nullable().meta({ description: 'The static list whose new members enter.' }),
  topicId: z.uuid().nullable(),
  replyTo: z.string().nullable(),
  createdBy: z.string(),
  startedBy: z.string().nullable(),
  ...auditFields,
});
export const MailSeriesEntry = SeriesEntry.omit({ isActive: true })
  .extend({ steps: z.array(Step) })
  .meta({ id: 'MailSeriesEntry' });
export const MailSeries = SeriesEntry.omit({ isActive: true })
  .extend({
    steps: z.array(
      Step.extend({
        name: z.string(),
        subject: z.string(),
        status: z.enum(broadcastStates),
        pausedReason: z.string().nullable().meta({ description: 'Why mail systems paused this step.' }),
        figures: FiguresView,
      }).meta({ id: 'MailSeriesStep' }),
    ),
  })
  .meta({
    id: 'MailSeries',
    description: 'Mails with delays between them, each once for a person. A step is a broadcast.',
  });

export const MailSeriesRequest = z
  .object({
    name: z.string().trim().min(1).max(100).meta({ example: 'Welcome' }),
    listId: idField().meta({
      description: 'A static mailing list: who joins it from now on enters the series.',
    }),
    topicId: idField().meta({ description: 'A person who does not want the topic gets no mail of it.' }),
    replyTo: z
      .email()
      .max(254)
      .nullish()
      .transform((address) => address ?? undefined)
      .meta({ description: 'The address that answers go to.', example: 'office@association.example' }),
  })
  .meta({ id: 'MailSeriesRequest' });
export type MailSeriesInput = z.output<typeof MailSeriesRequest>;

export const MailSeriesStepRequest = z
  .object({
    name: z.string().trim().min(1).max(120).meta({ example: 'First steps' }),
    templateId: idField().meta({
      description: 'The template whose texts it gets now; or subject and mjml are sent.',
    }),
    subject: messageFields.subject.optional(),
    mjml: messageFields.mjml.optional(),
    text: messageFields.text,
    delayDays: optionalInteger(0, 730).meta({
      description:
        'Calendar days after the step before, or after the person entered, at the same local time of the tenant. Default: 0.',
    }),
    delayHours: optionalInteger(0, 720).meta({ description: 'Hours in addition. Default: 0.' }),
    position: optionalInteger(1, 10).meta({
      description: 'The place among the steps, from 1. Default: the last one, and of a changed step its own.',
    }),
    tracksOpens: optionalBoolean().meta({ description: 'Whether opens are counted. Default: false.' }),
    tracksClicks: optionalBoolean().meta({ description: 'Whether clicks are counted. Default: false.' }),
  })
  .refine(({ templateId, subject, mjml }) => templateId || (subject !== undefined && mjml !== undefined), {
    path: ['templateId'],
    message: 'Send templateId, or subject and mjml.',
  })
  .meta({ id: 'MailSeriesStepRequest' });
export type MailSeriesStepInput = z.output<typeof MailSeriesStepRequest>;

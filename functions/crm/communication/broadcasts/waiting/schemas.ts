// The event that a draft waits for, in requests and replies (docs/interface/communication.md#drafts-that-wait-for-an-event).
import * as z from 'zod';
import { awaitedEvents, waitEnds } from '../../../../../shared/broadcasts/send-when.ts';
import { optionalBoolean } from '../../../../../shared/http/lenient.ts';
import { dayField, idField } from '../../../fields/fields.ts';

export const SendWhenView = z
  .strictObject({
    event: z.enum(awaitedEvents),
    billId: z.int().nullable(),
    committeeId: z.uuid().nullable(),
    positionId: z.uuid().nullable(),
    withoutRelease: z.boolean(),
    expiresOn: z.iso.date(),
    setBy: z.string().meta({ description: 'Who has it wait: the id of a user or client.' }),
    setDate: z.iso.datetime(),
    happened: z
      .strictObject({ recordId: z.string(), what: z.string(), date: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The hearing or the vacancy that came.' }),
    heldBack: z.string().nullable().meta({
      description: 'Why it needs a release although it should have been sent without one.',
    }),
    ended: z
      .strictObject({ reason: z.enum(waitEnds), detail: z.string(), date: z.iso.datetime() })
      .nullable()
      .meta({ description: 'Why it no longer waits although the event did not come.' }),
  })
  .meta({ id: 'BroadcastSendWhen', description: 'The event for which a draft waits, or has waited.' });

export const SendWhenRequest = z
  .object({
    event: z.enum(awaitedEvents).meta({
      description:
        'bill-hearing: a hearing of the bill is scheduled. seat-vacant: a seat of the committee is vacant.',
    }),
    billId: z.int().min(1).nullish().meta({ description: 'The bill, for bill-hearing.', example: 12 }),
    committeeId: idField().meta({ description: 'The committee, for seat-vacant.' }),
    positionId: idField().meta({ description: 'The position of the committee. Default: any of its seats.' }),
    withoutRelease: optionalBoolean().meta({
      description:
        'Whether it is sent as soon as the event is there, without a person who releases it. Default: false. Takes crm.communication.send.',
    }),
    expiresOn: dayField().meta({
      description: 'The last day on which it waits or is ready, within two years. Default: a year from now.',
      example: '2027-12-31',
    }),
  })
  .refine(({ event, billId, committeeId }) => (event === 'bill-hearing' ? billId : committeeId), {
    path: ['event'],
    message: 'Send billId for bill-hearing, and committeeId for seat-vacant.',
  })
  .meta({ id: 'BroadcastSendWhenRequest' });
export type SendWhenInput = z.output<typeof SendWhenRequest>;

// Response schemas of webhooks.
import * as z from 'zod';
import { auditFields } from '../../../shared/directory/record/fields.ts';
import { deliveryStates } from '../../../shared/subscriptions/delivery.ts';

/** A webhook is confirmed by whoever has its secret, so it has no status `unconfirmed`. */
const webhookStatuses = ['active', 'paused', 'disabled'] as const;

export const Webhook = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Membership sync' }),
    url: z.string().meta({ example: 'https://hooks.example.org/rostrum' }),
    topics: z.array(z.string()).meta({ example: ['people', 'memberships'] }),
    status: z.enum(webhookStatuses).meta({
      description: '`disabled`: its receiver accepted nothing for three days, or responded 410.',
    }),
    disabledReason: z.string().nullable(),
    secrets: z
      .array(
        z.strictObject({
          id: z.uuid(),
          createdDate: z.iso.datetime(),
          expires: z.iso.datetime().nullable(),
        }),
      )
      .meta({ description: 'The signing secrets in use, the newest first, without the secrets themselves.' }),
    createdBy: z.string().nullable(),
    ...auditFields,
  })
  .meta({ id: 'Webhook', description: 'Sends the changes of its topics to a receiver.' });

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({
    description: 'The signing secret of Standard Webhooks, `whsec_…`. Store it: it is returned only once.',
  }),
}).meta({ id: 'WebhookWithSecret' });

export const WebhookDelivery = z
  .strictObject({
    id: z.string().meta({ description: 'The id of the change in the change feed.' }),
    state: z.enum(deliveryStates).meta({ description: '`dead`: given up; it can be retried.' }),
    type: z.string().meta({ example: 'person.updated' }),
    message: z.record(z.string(), z.unknown()).meta({ description: 'What was or will be sent.' }),
    attempts: z.array(
      z.strictObject({
        at: z.iso.datetime(),
        status: z.int().optional().meta({ description: 'The status code of the response.' }),
        error: z.string().optional().meta({ description: 'Why there was no response.' }),
        response: z.string().optional().meta({ description: 'The beginning of the response body.' }),
        retryAfterSeconds: z.int().optional().meta({ description: 'The delay that the receiver requested.' }),
        milliseconds: z.int(),
      }),
    ),
    nextTryAt: z.iso.datetime().optional(),
    deliveredDate: z.iso.datetime().optional(),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' });

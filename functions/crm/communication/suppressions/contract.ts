// Addresses that get no broadcast (docs/interface/communication.md#who-gets-no-mail).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { emailAddress } from '../../../../shared/mail-address/email-address.ts';
import { suppressionReasons } from '../../../../shared/mail-consent/consent.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';

const Suppression = z
  .strictObject({
    email: z.string().nullable().meta({
      description: 'Empty for callers who do not see email addresses; null after an erasure.',
    }),
    reason: z.enum(suppressionReasons),
    date: z.iso.datetime().meta({ description: 'When it arose.' }),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'The text of the mail system, or of who excluded it.' }),
    broadcastId: z.uuid().nullable().meta({ description: 'The broadcast that came back.' }),
  })
  .meta({ id: 'Suppression', description: 'An address that gets no broadcast.' });

const email = emailAddress.meta({ description: 'The address.', example: 'gone@example.org' });
const note = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .meta({ description: 'Why; it is kept.', example: 'Asked by telephone' });
const shared = { area: 'crm', tags: ['Communication'] } as const;
const sending = { ...shared, access: { permission: 'crm.communication.send', token: 'required' } } as const;

export const listSuppressions = endpoint({
  ...shared,
  access: { permission: 'crm.communication.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/Suppressions',
  summary: 'List addresses that get no broadcast',
  description:
    'The latest first: hard bounces, soft bounces in a row, complaints, and those that staff excluded.',
  query: searchQuery,
  responses: {
    200: {
      description: 'A page of addresses.',
      body: searchPageSchema(Suppression).meta({ id: 'SuppressionPage' }),
    },
  },
  budget: { roundTrips: 2, readUnits: 8 },
  example: { query: { pageSize: 10 } },
});

export const suppressAddress = endpoint({
  ...sending,
  method: 'POST',
  path: '/api/v1/Suppressions',
  summary: 'Exclude an address from broadcasts',
  description: 'Whoever has the address, now or later. An earlier reason stays.',
  body: z.object({ email, note }).meta({ id: 'SuppressionRequest' }),
  responses: { 200: { description: 'The address gets no broadcast.', body: Suppression } },
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 4, writeUnits: 4 },
  example: { body: { email: 'stop@example.org', note: 'Asked by telephone' } },
});

export const releaseAddress = endpoint({
  ...sending,
  method: 'POST',
  path: '/api/v1/Suppressions/Release',
  summary: 'Admit an address to broadcasts again',
  description:
    'After bounces, once the mailbox works again, and what staff excluded. A complaint is never released. What the people of the address decided themselves stays.',
  body: z.object({ email, note }).meta({ id: 'ReleaseRequest' }),
  responses: { 204: { description: 'The address is not excluded.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 4, writeUnits: 4 },
  example: { body: { email: 'gone@example.org', note: 'The mailbox works again' } },
});

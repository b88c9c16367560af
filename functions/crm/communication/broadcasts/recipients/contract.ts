// Who gets a broadcast, and why somebody does not (docs/interface/communication.md#why-somebody-got-no-mail).
import * as z from 'zod';
import { recipientStates } from '../../../../../shared/broadcasts/broadcast.ts';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { optionalOneOf, optionalText } from '../../../../../shared/http/lenient.ts';
import { refusalReasons } from '../../../../../shared/mail-consent/consent.ts';
import { searchPageSchema, searchQuery } from '../../../lists/list.ts';

export const reasons = [
  ...refusalReasons,
  ...(['not-in-audience', 'not-yet-there', 'not-yet-collected', 'not-yet-due', 'draft', 'paused'] as const),
] as const;

const moment = () => z.iso.datetime().nullable();

export const Recipient = z
  .strictObject({
    personId: z.uuid(),
    displayName: z.string(),
    status: z.enum([...recipientStates, 'none']).meta({ description: 'none: is no recipient.' }),
    reason: z.enum(reasons).nullable().meta({ description: 'Why there is no mail.' }),
    since: moment().meta({ description: 'When the reason arose; null where that is not known.' }),
    explanation: z.string().nullable().meta({ example: 'Opted out of all broadcasts.' }),
    detail: z.string().nullable().meta({ description: 'What the mail system or staff wrote about it.' }),
    excludedBy: z.uuid().nullable().meta({
      description: 'The list, group or broadcast that excludes the person, by the reason.',
    }),
    listIds: z.array(z.uuid()).meta({ description: 'The lists by which the person was chosen.' }),
    sentDate: moment(),
    deliveredDate: moment(),
    bouncedDate: moment(),
    complainedDate: moment(),
    unsubscribedDate: moment(),
    openedDate: moment(),
    machineOpenedDate: moment().meta({
      description: 'When a program, such as a privacy service or a scanner, opened it and not the recipient.',
    }),
    clickedDate: moment(),
    clickedLinks: z.array(z.string()).meta({ description: 'The ids of the links that were clicked.' }),
  })
  .meta({ id: 'BroadcastRecipient' });

const shared = {
  area: 'crm',
  tags: ['Communication'],
  method: 'GET',
  access: { permission: 'crm.communication.read', token: 'required' },
} as const;
const id = z.guid().toLowerCase().meta({ description: 'The id of the broadcast.' });

export const listBroadcastRecipients = endpoint({
  ...shared,
  path: '/api/v1/Broadcasts/{id}/Recipients',
  summary: 'List the recipients of a broadcast',
  description:
    'By id of the person. With status or link, a page may have fewer entries than pageSize; follow nextCursor.',
  params: z.object({ id }),
  query: searchQuery.extend({
    status: optionalOneOf(recipientStates).meta({ description: 'Only those of this status.' }),
    link: optionalText(20).meta({ description: 'Only those who clicked the link with this id.' }),
  }),
  responses: {
    200: {
      description: 'A page of recipients.',
      body: searchPageSchema(Recipient).meta({ id: 'BroadcastRecipientPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 60 },
  example: { params: { id: '{{broadcastId}}' }, query: { pageSize: 10 } },
});

export const getBroadcastRecipient = endpoint({
  ...shared,
  path: '/api/v1/Broadcasts/{id}/Recipients/{personId}',
  summary: 'Say why somebody got a broadcast, or did not',
  description:
    'The status of a person and, where there is no mail, the reason and when it arose. Until the mail is sent, what would happen now: by the audience, the decisions of the person and the status of the address as they are.',
  params: z.object({ id, personId: z.guid().toLowerCase().meta({ description: 'The id of the person.' }) }),
  responses: { 200: { description: 'What became of the mail to the person.', body: Recipient } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 9, readUnits: 26 },
  example: { params: { id: '{{broadcastId}}', personId: '{{personId}}' } },
});

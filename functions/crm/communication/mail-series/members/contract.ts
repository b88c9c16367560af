// People in series (docs/interface/communication.md#series).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { idField } from '../../../fields/fields.ts';
import { searchPageSchema, searchQuery } from '../../../lists/list.ts';
import { Recipient } from '../../broadcasts/recipients/contract.ts';
import { leaveReasons } from './reasons.ts';

/** So many people and the series fit into one transaction. */
export const MAX_ENTERED = 90;

const shared = { area: 'crm', tags: ['Communication'] } as const;
const reading = { ...shared, access: { permission: 'crm.communication.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.communication.write', token: 'required' } } as const;
const sending = { ...shared, access: { permission: 'crm.communication.send', token: 'required' } } as const;
const id = z.guid().toLowerCase().meta({ description: 'The id of the series.' });
const personId = z.guid().toLowerCase().meta({ description: 'The id of the person.' });
const path = '/api/v1/MailSeries/{id}/Members';
const moment = () => z.iso.datetime().nullable();

const Member = z.strictObject({
  personId: z.uuid(),
  displayName: z.string(),
  status: z.enum(['waiting', 'done', 'left', 'none']).meta({
    description: 'waiting: a step is to come; done: all were reached; none: the person has not entered.',
  }),
  listIds: z.array(z.uuid()).meta({ description: 'The list by which the person entered.' }),
  enteredDate: moment(),
  nextStepId: z.uuid().nullable(),
  dueDate: moment().meta({ description: 'When the next step is due; null while the series is paused.' }),
  reason: z.enum(leaveReasons).nullable().meta({ description: 'Why the person gets no further step.' }),
  explanation: z.string().nullable(),
  leftDate: moment(),
});
const MemberEntry = Member.extend({}).meta({ id: 'MailSeriesMember' });

export const addMailSeriesMembers = endpoint({
  ...sending,
  method: 'POST',
  path,
  summary: 'Enter people into a series of mails',
  description: `Up to ${MAX_ENTERED} people, all or none, or everybody of a static list, which takes a while. Who is in it or has had all of it stays; who has left goes on with what they have not had.`,
  params: z.object({ id }),
  body: z
    .object({
      personIds: z.array(z.guid().toLowerCase()).max(MAX_ENTERED).nullish(),
      listId: idField().meta({ description: 'A static list, in place of people.' }),
    })
    .refine(({ personIds, listId }) => (personIds && personIds.length > 0) || listId, {
      path: ['personIds'],
      message: 'Send personIds or listId.',
    })
    .meta({ id: 'MailSeriesMembersRequest' }),
  responses: {
    200: {
      description: 'What was done.',
      body: z
        .strictObject({
          entered: z.int().meta({ description: 'How many of personIds entered now.' }),
          alreadyIn: z.int().meta({ description: 'How many of them were in it, or have had all of it.' }),
          isListBeingEntered: z.boolean(),
        })
        .meta({ id: 'MailSeriesMembersEntered' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 7, readUnits: 20, writeUnits: 14 },
  example: { params: { id: '{{mailSeriesId}}' }, body: { personIds: ['{{personId}}'] } },
});

export const listMailSeriesMembers = endpoint({
  ...reading,
  method: 'GET',
  path,
  summary: 'List the people in a series of mails',
  description: 'By id of the person, those who have left or are done included.',
  params: z.object({ id }),
  query: searchQuery,
  responses: {
    200: {
      description: 'A page of people.',
      body: searchPageSchema(MemberEntry).meta({ id: 'MailSeriesMemberPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 60 },
  example: { params: { id: '{{pausedMailSeriesId}}' }, query: { pageSize: 10 } },
});

export const getMailSeriesMember = endpoint({
  ...reading,
  method: 'GET',
  path: `${path}/{personId}`,
  summary: 'Say why a person got the mails of a series, or did not',
  description:
    'How far the person is, and of each step what became of the mail and, where there is no mail, the reason.',
  params: z.object({ id, personId }),
  responses: {
    200: {
      description: 'How the person stands.',
      body: Member.extend({
        steps: z.array(Recipient.extend({ stepId: z.uuid(), name: z.string() })),
      }).meta({ id: 'MailSeriesMemberStanding' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 6, readUnits: 30 },
  example: { params: { id: '{{pausedMailSeriesId}}', personId: '{{mailingListMemberId}}' } },
});

export const removeMailSeriesMember = endpoint({
  ...writing,
  method: 'DELETE',
  path: `${path}/{personId}`,
  summary: 'Take a person out of a series of mails',
  description: 'A mail that is due by now may still go out.',
  params: z.object({ id, personId }),
  responses: { 204: { description: 'The person has left the series.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 4 },
  example: { params: { id: '{{pausedMailSeriesId}}', personId: '{{mailingListMemberId}}' } },
});

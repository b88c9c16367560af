// How many people get a broadcast, before it is sent (docs/interface/communication.md#how-many-get-it).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { reasons } from '../recipients/contract.ts';

const count = z.int().min(0);
const counts = (description: string) =>
  z.record(z.string(), count).meta({ description, example: { 'opted-out': 1 } });

const SampledPerson = z
  .strictObject({
    ...{ personId: z.uuid(), displayName: z.string() },
    email: z.string().nullable().meta({
      description: 'The address as it is now; null without one, and for callers who may not see it.',
    }),
    outcome: z.enum(['receives', 'missed', 'gone']).meta({
      description: 'gone: got the broadcast of the comparison and would not get this one.',
    }),
    isNew: z.boolean().meta({ description: 'Would get it and did not get the broadcast of the comparison.' }),
    reason: z.enum(reasons).nullable().meta({ description: 'Why the person would not get it.' }),
    explanation: z.string().nullable().meta({ example: 'The person wants no broadcasts.' }),
  })
  .meta({ id: 'BroadcastAudienceSample' });

const AudienceCount = z
  .strictObject({
    broadcastId: z.uuid(),
    status: z
      .enum(['running', 'done', 'failed'])
      .meta({ description: 'The numbers are 0 until it is done.' }),
    failure: z.string().nullable().meta({ description: 'Why it failed.' }),
    startedDate: z.iso.datetime(),
    finishedDate: z.iso.datetime().nullable(),
    isCurrent: z.boolean().meta({
      description:
        'Whether the broadcast is as it was when the count began. People and lists may have changed.',
    }),
    people: count.meta({ description: 'All people in the audience, once each.' }),
    receive: count.meta({ description: 'Who would get it.' }),
    missed: count.meta({ description: 'Who would not get it.' }),
    reasons: counts('Who would not get it, by reason.'),
    sample: z.array(SampledPerson).nullable().meta({
      description:
        'A few people, chosen at random by each count: up to ten who would get it, and up to three for each reason why a person would not. null until it is done, and for callers without crm.people.read.',
    }),
    comparison: z
      .strictObject({
        ...{ broadcastId: z.uuid(), name: z.string(), dueDate: z.iso.datetime().nullable() },
        added: count.meta({ description: 'Who would get it and did not get that one.' }),
        gone: count.meta({ description: 'Who got that one and would not get it.' }),
        goneReasons: counts('Why they would not get it.'),
      })
      .nullable()
      .meta({
        description:
          'Compared with the broadcast of the same kind that was sent last: with the same topic or, without one, to the same lists, groups and filter.',
      }),
  })
  .meta({ id: 'BroadcastAudienceCount' });

const shared = {
  area: 'crm',
  tags: ['Communication'],
  path: '/api/v1/Broadcasts/{id}/AudienceCount',
} as const;
const params = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the broadcast.' }) });

export const countBroadcastAudience = endpoint({
  ...shared,
  method: 'POST',
  summary: 'Count the audience of a broadcast',
  description:
    'Before it is sent. All people in the audience are looked at in the background, as when it is sent; a GET has the numbers once it is done. Replaces the former count.',
  params,
  responses: { 202: { description: 'The count has begun.', body: AudienceCount } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  access: { permission: 'crm.communication.write', token: 'required' },
  budget: { roundTrips: 4, readUnits: 60, writeUnits: 16 },
  example: { params: { id: '{{draftBroadcastId}}' } },
});

export const getBroadcastAudienceCount = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get the count of the audience of a broadcast',
  description:
    'By outcome and reason, with who is new and who is gone since the last broadcast of its kind, and a few people of each. People who are removed meanwhile are left out of the sample.',
  params,
  responses: { 200: { description: 'The latest count.', body: AudienceCount } },
  refuses: ['RESOURCE_NOT_FOUND'],
  also: ['crm.people.read'],
  access: { permission: 'crm.communication.read', token: 'required' },
  budget: { roundTrips: 6, readUnits: 60 },
  example: { params: { id: '{{draftBroadcastId}}' } },
});

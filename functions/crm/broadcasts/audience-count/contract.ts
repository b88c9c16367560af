// How many people get a broadcast, before it is sent (docs/interface/communication.md#how-many-get-it).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const count = z.int().min(0);
const counts = (description: string) =>
  z.record(z.string(), count).meta({ description, example: { 'opted-out': 1 } });

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
  description: 'By outcome and reason, with who is new and who is gone since the last broadcast of its kind.',
  params,
  responses: { 200: { description: 'The latest count.', body: AudienceCount } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'crm.communication.read', token: 'required' },
  budget: { roundTrips: 5, readUnits: 11 },
  example: { params: { id: '{{draftBroadcastId}}' } },
});

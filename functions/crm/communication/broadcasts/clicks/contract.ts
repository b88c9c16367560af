// Clicks by link (docs/interface/communication.md#opens-and-clicks).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';

const Link = z
  .strictObject({
    id: z.string().meta({
      description:
        'The id by which Recipients lists who clicked; other: links that no address of the text names, such as those of social networks.',
      example: '0',
    }),
    address: z.string().nullable().meta({
      description: 'As in the text, with … in the place of each value.',
      example: 'https://association.example/conference?member=…',
    }),
    clicked: z.int().min(0).meta({ description: 'How many recipients clicked it.' }),
  })
  .meta({ id: 'BroadcastLink' });

export const listBroadcastLinks = endpoint({
  area: 'crm',
  tags: ['Communication'],
  method: 'GET',
  path: '/api/v1/Broadcasts/{id}/Links',
  summary: 'List the links of a broadcast',
  description:
    'In the order of its text, each with how many recipients clicked it. None before it is sent, or where it does not track clicks.',
  params: z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the broadcast.' }) }),
  responses: {
    200: {
      description: 'The links.',
      body: z.strictObject({ data: z.array(Link) }).meta({ id: 'BroadcastLinks' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'crm.communication.read', token: 'required' },
  budget: { roundTrips: 4, readUnits: 12 },
  example: { params: { id: '{{broadcastId}}' } },
});

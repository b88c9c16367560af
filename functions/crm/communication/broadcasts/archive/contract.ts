// The public archive of broadcasts (docs/interface/communication.md#public-archive).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../../shared/http/lenient.ts';
import { Broadcast } from '../contract.ts';

const shared = { area: 'crm', tags: ['Communication'] } as const;
const page = {
  ...shared,
  method: 'GET',
  access: 'public',
  responses: {
    200: {
      description: 'An HTML page, also when there is nothing at the address.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
} as const;
const tenantCode = z.string();
const id = z.guid().toLowerCase().meta({ description: 'The id of the broadcast.' });

export const archiveBroadcast = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Broadcasts/{id}/Archive',
  summary: 'Put a broadcast into the public archive',
  description:
    'Of a broadcast that was sent: its page is as for a recipient about whom nothing is known, and stays as it is now. It can be taken out again.',
  params: z.object({ id }),
  body: z
    .object({
      isPublic: optionalBoolean().meta({
        description: 'false takes it out of the archive. Default: true.',
        example: true,
      }),
    })
    .meta({ id: 'ArchiveBroadcastRequest' }),
  responses: { 200: { description: 'The broadcast.', body: Broadcast } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'crm.communication.send', token: 'required' },
  budget: { roundTrips: 7, readUnits: 32, writeUnits: 40 },
  example: { params: { id: '{{broadcastId}}' }, body: { isPublic: true } },
});

export const getMailArchivePage = endpoint({
  ...page,
  path: '/api/v1/MailArchive/{tenantCode}',
  summary: 'Show the public archive of mails',
  description: 'The broadcasts that the association has put there, the latest first.',
  params: z.object({ tenantCode }),
  budget: { roundTrips: 2, readUnits: 8 },
  example: { params: { tenantCode: '{{tenantCode}}' } },
});

export const getArchivedMailPage = endpoint({
  ...page,
  path: '/api/v1/MailArchive/{tenantCode}/{id}',
  summary: 'Show a mail of the public archive',
  description: 'Nothing in it runs, and nothing is counted.',
  params: z.object({ tenantCode, id }),
  budget: { roundTrips: 2, readUnits: 28 },
  example: { params: { tenantCode: '{{tenantCode}}', id: '{{archivedBroadcastId}}' } },
});

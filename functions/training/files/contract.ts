// Files that the platform created, downloaded through signed links that expire.
import * as z from 'zod';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const downloadFile = endpoint({
  area: 'training',
  method: 'GET',
  path: '/api/v1/Files/{tenantCode}/{token}',
  summary: 'Download a file',
  description:
    'The address comes from a report or another job, or is that of a photo. A browser can open it, because it needs no header. It returns ' +
    '404 once it has expired.',
  tags: ['Files'],
  access: 'public',
  params: z.object({
    tenantCode: z.string().meta({ description: 'The tenant whose file it is.' }),
    token: z.string().meta({ description: 'The token of the link.' }),
  }),
  responses: {
    200: {
      description: 'The file in its own content type; compressed with gzip when the request accepts it.',
      body: Bytes,
      contentType: 'application/pdf',
      alsoAs: {
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': Bytes,
        'text/csv': Bytes,
        'application/jsonl': Bytes,
        'image/jpeg': Bytes,
        'image/png': Bytes,
        'application/json': z.unknown(),
      },
      headers: { 'Content-Disposition': 'The file name (RFC 6266).' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 2 },
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{fileToken}}' } },
});

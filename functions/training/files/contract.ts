// Files that the platform made for somebody, behind links that expire.
import * as z from 'zod';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const downloadFile = endpoint({
  area: 'training',
  method: 'GET',
  path: '/api/v1/Files/{tenantCode}/{token}',
  summary: 'Download a file',
  description:
    'The address is the one that a report or another job gave out; a browser can open it, as it needs no header. It ' +
    'leads nowhere once it has expired.',
  tags: ['Files'],
  access: 'public',
  params: z.object({
    tenantCode: z.string().meta({ description: 'The tenant whose file it is.' }),
    token: z.string().meta({ description: 'What the link was given out with.' }),
  }),
  responses: {
    200: {
      description: 'The file, in its own content type; compressed (gzip) for those who take it so.',
      body: Bytes,
      contentType: '*/*',
      headers: { 'Content-Disposition': 'The name it is saved under (RFC 6266).' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 2 },
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{fileToken}}' } },
});

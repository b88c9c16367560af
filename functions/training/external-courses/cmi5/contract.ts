// How a cmi5 course gets the credential of its launch (cmi5 8.2).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

export const fetchCredential = endpoint({
  area: 'training',
  tags: ['Courses elsewhere'],
  method: 'POST',
  path: '/api/v1/Cmi5/{tenantCode}/Fetch/{token}',
  summary: 'Fetch the credential of a launch',
  description:
    'The fetch URL of a cmi5 launch: it returns the credential once. Errors have the status 200 too, and a code (cmi5 8.2.3).',
  params: z.object({
    tenantCode: z.string().meta({ description: 'The tenant.' }),
    token: z.string().max(200).meta({ description: 'The secret part of the fetch URL.' }),
  }),
  responses: {
    200: {
      description: 'The credential, or why there is none.',
      body: z.union([
        z.strictObject({ 'auth-token': z.string() }).meta({ id: 'Cmi5AuthToken' }),
        z
          .strictObject({
            'error-code': z.enum(['1', '2', '3']).meta({
              description: '1: fetched already, or expired. 2: unknown.',
            }),
            'error-text': z.string(),
          })
          .meta({ id: 'Cmi5FetchError' }),
      ]),
    },
  },
  access: 'public',
  ifMatch: 'ignored',
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 2 },
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{courseFetchToken}}' } },
});

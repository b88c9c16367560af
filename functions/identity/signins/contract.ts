// The sign-in log of a tenant.
import * as z from 'zod';
import { signInOutcomes, signInSteps } from '../../../shared/auth/throttles/sign-in-log.ts';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { integerWithDefault } from '../../../shared/http/lenient.ts';
import { Timestamp } from '../administration/administration.ts';
import { listQuery, pageSchema } from '../lists/list.ts';

export const SignIn = z
  .strictObject({
    id: z.string(),
    createdDate: Timestamp,
    step: z.enum(signInSteps),
    outcome: z.enum(signInOutcomes),
    kind: z.enum(['user', 'client', 'unknown']),
    subjectId: z.string().optional(),
    name: z.string().optional().meta({ description: 'The user name, or the name of the client.' }),
    address: z.string().meta({ description: 'The network address of the attempt.' }),
    userAgent: z.string().optional(),
  })
  .meta({ id: 'SignIn' });

export const listSignIns = endpoint({
  area: 'identity',
  method: 'GET',
  path: '/api/v1/SignIns',
  summary: "List the tenant's sign-in attempts, newest first",
  description:
    'Every attempt of a user or client of the tenant, with its outcome; stored for a year. ' +
    'Passwords and unknown names are never stored.',
  tags: ['Sign-in'],
  access: { permission: 'identity.signins.read', token: 'required' },
  query: z.object(listQuery),
  responses: { 200: { description: 'A page of attempts.', body: pageSchema(SignIn) } },
  budget: { roundTrips: 2, readUnits: 9 },
  example: { query: { pageSize: 10 } },
});

export const exportSignIns = endpoint({
  area: 'identity',
  method: 'GET',
  path: '/api/v1/SignIns/Export',
  summary: "Export the tenant's sign-in attempts as CSV, newest first",
  tags: ['Sign-in'],
  access: { permission: 'identity.signins.read', token: 'required' },
  query: z.object({
    pageSize: integerWithDefault(1000, 1, 2000).meta({ description: 'Rows per reply, 1 to 2000.' }),
    cursor: listQuery.cursor,
  }),
  responses: {
    200: {
      description: 'The attempts as CSV (RFC 4180) with a row of titles; every field is quoted.',
      contentType: 'text/csv; charset=utf-8',
      body: Bytes,
      headers: {
        'Content-Disposition': 'The name under which to save the file.',
        Link: 'The address of the next rows, if there are any (RFC 8288).',
      },
    },
  },
  budget: { roundTrips: 2, readUnits: 40 },
  example: { query: { pageSize: 100 } },
});

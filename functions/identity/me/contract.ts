// Who the caller is and what they may do in the tenant (docs/interface/identity.md#who-am-i).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { Timestamp } from '../administration/administration.ts';

const Me = z
  .strictObject({
    kind: z.enum(['user', 'client']),
    user: z
      .strictObject({
        id: z.string(),
        userName: z.string(),
        email: z.string().optional().meta({ description: 'Where mail about the account goes.' }),
        isEmailConfirmed: z.boolean().meta({ description: 'Whether the person has confirmed that address.' }),
        secondFactorSince: Timestamp.optional(),
      })
      .optional()
      .meta({ description: 'The account; absent for a client.' }),
    client: z
      .strictObject({ id: z.string(), name: z.string() })
      .optional()
      .meta({ description: 'The client that calls for itself; absent for a user.' }),
    person: z
      .strictObject({
        id: z.string().meta({ description: 'personId and memberId of every area.' }),
        firstName: z.string().optional(),
        lastName: z.string().optional(),
      })
      .optional()
      .meta({
        description: 'The person of the directory that the user is; absent where the tenant has not said.',
      }),
    tenant: z.strictObject({ code: z.string(), name: z.string() }),
    roles: z.array(z.string()),
    permissions: z.array(z.string()).meta({ description: 'What the caller may do now.' }),
    mayDo: z
      .array(
        z.strictObject({
          permission: z.string(),
          description: z.string(),
          requires: z
            .strictObject({ secondFactor: z.boolean(), maxAge: z.int().optional() })
            .optional()
            .meta({
              description: 'The sign-in that it takes first: with two factors, at most so many seconds ago.',
            }),
        }),
      )
      .meta({ description: 'In words, with what only another sign-in allows.' }),
  })
  .meta({ id: 'Me' });

export const getMe = endpoint({
  area: 'identity',
  method: 'GET',
  path: '/api/v1/Me',
  summary: 'Get who the caller is and what they may do in the tenant',
  description:
    'The account, the person of the directory, the tenant, roles and permissions. A token with a scope shows the names with `profile` and the address with `email` only.',
  tags: ['Subject'],
  access: { permission: 'own', token: 'required', platform: true },
  responses: { 200: { description: 'The caller.', body: Me } },
  budget: { roundTrips: 4, readUnits: 6 },
  example: { user: '{{accountUserId}}' },
});

// Users as a tenant's own directory provisions them (RFC 7643, 4.1; RFC 7644, 3).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { scimMediaType } from '../../../../shared/http/envelopes/scim.ts';
import { optionalBoolean, optionalText } from '../../../../shared/http/lenient.ts';
import { foldId } from '../../administration/administration.ts';
import { email, userName } from '../../users/contract.ts';
import { attributesQuery, listQuery, listSchema, Meta, patchUrn, provisioning, userUrn } from '../message.ts';
import { PatchInput } from '../patch-input.ts';

const Name = z.strictObject({
  formatted: z.string().optional(),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
});

const ProvisionedUser = z
  .strictObject({
    schemas: z.array(z.literal(userUrn)),
    id: z.string(),
    externalId: z.string().optional().meta({ description: "The user's id in the tenant's own directory." }),
    userName: z.string().optional(),
    name: Name.optional(),
    displayName: z.string().optional(),
    active: z.boolean().optional().meta({ description: 'Whether the user may enter this tenant.' }),
    emails: z
      .array(z.strictObject({ value: z.string(), type: z.literal('work'), primary: z.literal(true) }))
      .optional(),
    groups: z
      .array(
        z.strictObject({
          value: z.string(),
          display: z.string(),
          $ref: z.url().optional(),
          type: z.literal('direct'),
        }),
      )
      .optional()
      .meta({ description: "The user's roles in the tenant; changed by its groups." }),
    meta: Meta('User').optional(),
  })
  .meta({ id: 'ProvisionedUser' });

/** What a directory says of a user. Attributes that are not here are ignored, as RFC 7644, 3.3 has it. */
export const ProvisionedUserInput = z
  .object({
    schemas: z.array(z.string().max(200)).max(20).optional(),
    externalId: optionalText(256),
    userName,
    name: z
      .object({ givenName: optionalText(100), familyName: optionalText(100) })
      .nullish()
      .transform((name) => name ?? undefined),
    displayName: optionalText(200),
    active: optionalBoolean(),
    emails: z
      // Without a value is what a PATCH leaves that removes `emails[type eq "work"].value`.
      .array(z.object({ value: email.optional(), primary: optionalBoolean() }))
      .max(20)
      .optional(),
  })
  .meta({ id: 'ProvisionedUserInput' });

const user = { description: 'The user.', body: ProvisionedUser, contentType: scimMediaType };
/** Any text: an id that no user can have is one that no user has (RFC 7644, 3.12). */
const byId = z.object({
  id: z.string().min(1).max(100).overwrite(foldId).meta({ description: 'The id of the user.' }),
});
const exampleUser = { id: '{{exampleUserId}}' };

export const listProvisionedUsers = endpoint({
  ...provisioning,
  method: 'GET',
  path: '/scim/v2/Users',
  summary: 'List users of the tenant (SCIM)',
  description:
    'By userName. With an empty cursor and then with each nextCursor (RFC 9865) every page costs the same. Without a cursor, ' +
    'and with a filter other than `userName eq` and `id eq`, all users of the tenant are read, at most 2,000.',
  query: z.object({
    ...listQuery,
    cursor: z
      .string()
      .max(2000)
      .optional()
      .meta({ description: 'The nextCursor of the page before; empty for the first page.' }),
  }),
  responses: {
    200: { description: 'A page of users.', body: listSchema(ProvisionedUser), contentType: scimMediaType },
  },
  budget: { roundTrips: 4, readUnits: 12 },
  example: { query: { filter: 'userName eq "fay@demo.example"' } },
});

export const createProvisionedUser = endpoint({
  ...provisioning,
  method: 'POST',
  path: '/scim/v2/Users',
  summary: 'Create a user of the tenant (SCIM)',
  description:
    'The user has no roles until a group has them, and no password: they enter through the tenant’s own provider, or by an ' +
    'invitation. A name that another user of the directory has is refused with `uniqueness`; what other tenants know of the ' +
    'person does not matter, and does not change.',
  body: ProvisionedUserInput,
  responses: { 201: { ...user, headers: { Location: 'The address of the user.' } } },
  refuses: ['ALREADY_EXISTS'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 22 },
  example: {
    body: {
      schemas: [userUrn],
      userName: 'iris@demo.example',
      externalId: '00u1a2b3c4',
      name: { givenName: 'Iris', familyName: 'Halvorsen' },
      active: true,
      emails: [{ value: 'iris@demo.example', primary: true }],
    },
  },
});

export const getProvisionedUser = endpoint({
  ...provisioning,
  method: 'GET',
  path: '/scim/v2/Users/{id}',
  summary: 'Get a user of the tenant (SCIM)',
  params: byId,
  query: z.object(attributesQuery),
  responses: { 200: user },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 6 },
  example: { params: exampleUser },
});

export const replaceProvisionedUser = endpoint({
  ...provisioning,
  method: 'PUT',
  path: '/scim/v2/Users/{id}',
  summary: 'Replace a user of the tenant (SCIM)',
  params: byId,
  body: ProvisionedUserInput,
  responses: { 200: user },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 9 },
  example: {
    params: exampleUser,
    body: { schemas: [userUrn], userName: 'fay@demo.example', displayName: 'Fay Okafor', active: true },
  },
});

export const patchProvisionedUser = endpoint({
  ...provisioning,
  method: 'PATCH',
  path: '/scim/v2/Users/{id}',
  summary: 'Change attributes of a user of the tenant (SCIM)',
  params: byId,
  body: PatchInput,
  responses: { 200: user },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 9 },
  example: {
    params: exampleUser,
    body: { schemas: [patchUrn], Operations: [{ op: 'replace', path: 'active', value: false }] },
  },
});

export const deleteProvisionedUser = endpoint({
  ...provisioning,
  method: 'DELETE',
  path: '/scim/v2/Users/{id}',
  summary: 'Remove a user from the tenant (SCIM)',
  description: 'Tokens are revoked. A user who can enter no other tenant is removed from the platform.',
  params: byId,
  responses: { 204: { description: 'The user is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 20 },
  example: { params: exampleUser },
});

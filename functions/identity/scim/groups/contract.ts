// Groups as a tenant's own directory provisions them: the tenant's roles (RFC 7643, 4.2).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { scimMediaType } from '../../../../shared/http/envelopes/scim.ts';
import { foldId } from '../../administration.ts';
import {
  attributesQuery,
  groupUrn,
  listQuery,
  listSchema,
  Meta,
  patchUrn,
  provisioning,
} from '../message.ts';
import { PatchInput } from '../patch-input.ts';

/** The most users whose roles one request changes, because it does so in one transaction. */
export const maxMembersChanged = 25;

const ProvisionedGroup = z
  .strictObject({
    schemas: z.array(z.literal(groupUrn)),
    id: z.string(),
    displayName: z.string().optional(),
    members: z
      .array(
        z.strictObject({
          value: z.string(),
          display: z.string(),
          $ref: z.url().optional(),
          type: z.literal('User'),
        }),
      )
      .optional()
      .meta({ description: 'Only where the caller asks for it: attributes=members.' }),
    meta: Meta('Group').optional(),
  })
  .meta({ id: 'ProvisionedGroup' });

const ProvisionedGroupInput = z
  .object({
    schemas: z.array(z.string().max(200)).max(20).optional(),
    displayName: z.string().min(1).max(64),
    members: z
      .array(z.object({ value: z.string().min(1).max(100).overwrite(foldId) }))
      .max(1000)
      .optional()
      .meta({ description: 'Nobody by default.' }),
  })
  .meta({ id: 'ProvisionedGroupInput' });

const byId = z.object({ id: z.string().min(1).max(64).meta({ description: 'The name of the role.' }) });
const group = { description: 'The group.', body: ProvisionedGroup, contentType: scimMediaType };
const exampleGroup = { id: 'staff' };

export const listProvisionedGroups = endpoint({
  ...provisioning,
  method: 'GET',
  path: '/scim/v2/Groups',
  summary: 'List the roles of the tenant as groups (SCIM)',
  query: z.object(listQuery),
  responses: {
    200: { description: 'A page of groups.', body: listSchema(ProvisionedGroup), contentType: scimMediaType },
  },
  budget: { roundTrips: 3, readUnits: 12 },
  example: { query: { filter: 'displayName eq "staff"' } },
});

export const getProvisionedGroup = endpoint({
  ...provisioning,
  method: 'GET',
  path: '/scim/v2/Groups/{id}',
  summary: 'Get a role of the tenant as a group (SCIM)',
  params: byId,
  query: z.object(attributesQuery),
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 12 },
  example: { params: exampleGroup, query: { attributes: 'displayName,members' } },
});

export const replaceProvisionedGroup = endpoint({
  ...provisioning,
  method: 'PUT',
  path: '/scim/v2/Groups/{id}',
  summary: 'Replace the members of a group (SCIM)',
  description: `Changes the roles of at most ${maxMembersChanged} users.`,
  params: byId,
  body: ProvisionedGroupInput,
  ifMatch: 'ignored',
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 16, writeUnits: 16 },
  example: {
    params: { id: 'Class host' },
    body: { schemas: [groupUrn], displayName: 'Class host', members: [{ value: '{{exampleUserId}}' }] },
  },
});

export const patchProvisionedGroup = endpoint({
  ...provisioning,
  method: 'PATCH',
  path: '/scim/v2/Groups/{id}',
  summary: 'Add members to a group, or remove them (SCIM)',
  description: `Changes the roles of at most ${maxMembersChanged} users. The reply has no members.`,
  params: byId,
  body: PatchInput,
  ifMatch: 'ignored',
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 16, writeUnits: 16 },
  example: {
    params: exampleGroup,
    body: {
      schemas: [patchUrn],
      Operations: [{ op: 'add', path: 'members', value: [{ value: '{{exampleUserId}}' }] }],
    },
  },
});

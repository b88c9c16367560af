// Groups as a tenant's own directory provisions them: the tenant's roles (RFC 7643, 4.2).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { scimMediaType } from '../../../../shared/http/envelopes/scim.ts';
import { optionalText } from '../../../../shared/http/lenient.ts';
import { foldId } from '../../administration/administration.ts';
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
    externalId: z.string().optional().meta({ description: "The group's id in the tenant's own directory." }),
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

/** The attributes of a group that a directory changes, but for its members. */
export const groupFields = {
  displayName: z.string().trim().min(1).max(256),
  externalId: optionalText(256),
};

const ProvisionedGroupInput = z
  .object({
    schemas: z.array(z.string().max(200)).max(20).optional(),
    ...groupFields,
    members: z
      .array(z.object({ value: z.string().min(1).max(100).overwrite(foldId) }))
      .max(1000)
      .optional()
      .meta({ description: 'Nobody by default.' }),
  })
  .meta({ id: 'ProvisionedGroupInput' });

const byId = z.object({
  id: z.string().min(1).max(64).meta({ description: 'The name of the role that the group is.' }),
});
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

export const createProvisionedGroup = endpoint({
  ...provisioning,
  method: 'POST',
  path: '/scim/v2/Groups',
  summary: 'Create a group (SCIM)',
  description: `The group is a role of the tenant without permissions, which an administrator gives it in the settings. Its members are at most ${maxMembersChanged}; more are added by PATCH.`,
  body: ProvisionedGroupInput,
  responses: { 201: { ...group, headers: { Location: 'The address of the group.' } } },
  refuses: ['ALREADY_EXISTS', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 16, writeUnits: 14 },
  example: {
    body: { schemas: [groupUrn], displayName: 'Finance committee', externalId: '8aa1a0c0-c4c3-4bc0-b4a5' },
  },
});

export const deleteProvisionedGroup = endpoint({
  ...provisioning,
  method: 'DELETE',
  path: '/scim/v2/Groups/{id}',
  summary: 'Delete a group that the directory created (SCIM)',
  description: 'With its role. Roles that the tenant created itself, or that every tenant has, stay.',
  params: byId,
  responses: { 204: { description: 'The group is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 14, writeUnits: 10 },
  example: { params: { id: '{{provisionedGroupId}}' } },
});

export const replaceProvisionedGroup = endpoint({
  ...provisioning,
  method: 'PUT',
  path: '/scim/v2/Groups/{id}',
  summary: 'Replace a group (SCIM)',
  description: `Changes the roles of at most ${maxMembersChanged} users.`,
  params: byId,
  body: ProvisionedGroupInput,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 7, readUnits: 18, writeUnits: 18 },
  example: {
    user: '{{tenantAdminId}}',
    params: { id: 'Class host' },
    body: { schemas: [groupUrn], displayName: 'Class host', members: [{ value: '{{exampleUserId}}' }] },
  },
});

export const patchProvisionedGroup = endpoint({
  ...provisioning,
  method: 'PATCH',
  path: '/scim/v2/Groups/{id}',
  summary: 'Change a group, or its members (SCIM)',
  description: `Changes the roles of at most ${maxMembersChanged} users. The reply has no members.`,
  params: byId,
  body: PatchInput,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 7, readUnits: 18, writeUnits: 18 },
  example: {
    user: '{{tenantAdminId}}',
    params: exampleGroup,
    body: {
      schemas: [patchUrn],
      Operations: [{ op: 'add', path: 'members', value: [{ value: '{{exampleUserId}}' }] }],
    },
  },
});

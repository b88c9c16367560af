// Invitations to a tenant by its own administrators (docs/interface/identity.md#a-tenants-users).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { Timestamp } from '../administration/administration.ts';
import { listQuery, pageSchema } from '../lists/list.ts';
import { linkParams, pageForm, publicPage } from '../pages/page-contract.ts';
import { email, personId, roles } from '../users/contract.ts';

const TenantInvitation = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    roles: z.array(z.string()),
    personId: z.string().optional(),
    status: z.enum(['open', 'expired']),
    expires: Timestamp,
    version: z.int(),
    createdDate: Timestamp,
    modifiedDate: Timestamp,
  })
  .meta({ id: 'TenantInvitation' });

const shared = { area: 'identity', tags: ['Users of a tenant'] } as const;
const writes = {
  ...shared,
  access: { permission: 'identity.users.write', token: 'required', platform: true },
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 14 },
} as const;
const byId = z.object({ id: z.guid().meta({ description: 'The id of the invitation.' }) });
const invitationResponse = { description: 'The invitation.', body: TenantInvitation };
const example = { user: '{{tenantAdminId}}', params: { id: '{{tenantInvitationId}}' } };

export const listTenantInvitations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/TenantInvitations',
  summary: 'List the invitations to the tenant that nobody has accepted yet, by address',
  access: { permission: 'identity.users.read', token: 'required' },
  query: z.object(listQuery),
  responses: { 200: { description: 'A page of invitations.', body: pageSchema(TenantInvitation) } },
  budget: { roundTrips: 2, readUnits: 6 },
  example: { query: { pageSize: 10 } },
});

export const getTenantInvitation = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/TenantInvitations/{id}',
  summary: 'Get an invitation to the tenant',
  access: { permission: 'identity.users.read', token: 'required' },
  params: byId,
  responses: { 200: invitationResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example,
});

export const createTenantInvitation = endpoint({
  ...writes,
  method: 'POST',
  path: '/api/v1/TenantInvitations',
  summary: 'Invite the owner of a mail address to the tenant',
  description:
    'The mail has a link, valid for seven days. It is the same whether or not there is an account with the address as its name: an account is not changed before its owner accepts.',
  body: z.object({ email, roles, personId }).meta({ id: 'TenantInvitationRequest' }),
  responses: { 201: { ...invitationResponse, headers: { Location: 'The address of the invitation.' } } },
  refuses: ['ALREADY_EXISTS'],
  example: { user: '{{tenantAdminId}}', body: { email: 'lena@demo.example', roles: ['member'] } },
});

export const renewTenantInvitation = endpoint({
  ...writes,
  method: 'POST',
  path: '/api/v1/TenantInvitations/{id}/Renew',
  summary: 'Send an invitation again; the earlier link ends',
  params: byId,
  responses: { 200: invitationResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  example,
});

export const withdrawTenantInvitation = endpoint({
  ...writes,
  method: 'DELETE',
  path: '/api/v1/TenantInvitations/{id}',
  summary: 'Withdraw an invitation',
  params: byId,
  responses: { 204: { description: 'The link no longer works.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  example,
});

const page = {
  ...shared,
  ...publicPage,
  path: '/Account/Invitation/{token}',
  params: linkParams,
} as const;

export const getInvitationPage = endpoint({
  ...page,
  method: 'GET',
  summary: 'Show the page on which somebody accepts an invitation',
  description: 'Changes nothing; the button on the page sends the POST.',
  budget: { roundTrips: 6, readUnits: 8 },
  example: { params: { token: '{{tenantInvitationToken}}' } },
});

export const sendInvitationPage = endpoint({
  ...page,
  ...pageForm,
  ifMatch: 'ignored',
  summary: 'Accept an invitation',
  description: 'With an account that has the address as its name, or with a new one and the password sent.',
  budget: { roundTrips: 10, readUnits: 14, writeUnits: 34 },
  example: {
    params: { token: '{{tenantInvitationToken}}' },
    body: { password: 'the ferry leaves at seven' },
  },
});

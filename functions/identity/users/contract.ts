// Users: who may sign in, and to which tenants. Administered by the platform's operators.
import * as z from 'zod';
import { maxPasswordLength, minPasswordLength } from '../../../shared/auth/passwords/passwords.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { needsSmtpUtf8, toAsciiDomain } from '../../../shared/mail-address/international-address.ts';
import {
  foldId,
  platformAdministration,
  TenantCodeText,
  Timestamp,
  UserId,
} from '../administration/administration.ts';
import { listQuery, pageSchema } from '../lists/list.ts';
import { isShortEnough, nameTooLong } from '../lists/names.ts';

export const userName = z
  .string()
  .max(256)
  .regex(
    /^[^\p{C}\s#](?:[^\p{C}#]*[^\p{C}\s#])?$/u,
    'a name without #, control characters or spaces around it',
  )
  .refine(isShortEnough, nameTooLong)
  .meta({ description: 'Unique on the platform, without regard to case.', example: 'grace@demo.example' });

export const password = z
  .string()
  .min(1)
  .max(1024)
  .meta({
    format: 'password',
    description: `${minPasswordLength} to ${maxPasswordLength} characters; not the user name, and not a common password.`,
  });

export const roles = z
  .array(z.string().min(1).max(64))
  .max(20)
  .meta({
    description: 'Names of roles of the tenant: admin, staff, member, or its own.',
    example: ['staff'],
  });

/** Stored with its domain in ASCII, which every mail server accepts. */
export const email = z.preprocess(
  (sent) => (typeof sent === 'string' ? toAsciiDomain(sent) : sent),
  z
    .email({
      error: ({ input }) =>
        typeof input === 'string' && needsSmtpUtf8(input)
          ? 'a mail address with plain letters (a to z) before the @, which every mail server accepts'
          : undefined,
    })
    .max(254)
    .refine(isShortEnough, nameTooLong),
);

export const personId = z
  .string()
  .min(1)
  .max(100)
  .overwrite(foldId)
  .optional()
  .meta({ description: "The id of the user's person in the tenant's directory." });

export const User = z
  .strictObject({
    id: z.string(),
    userName: z.string(),
    email: z.string().optional(),
    status: z.enum(['active', 'invited', 'disabled']),
    tenantCodes: z.array(z.string()),
    invitedUntil: Timestamp.optional(),
    secondFactorSince: Timestamp.optional().meta({
      description: 'Since when a code is needed to sign in; absent while it is not.',
    }),
    version: z.int(),
    createdDate: Timestamp,
    modifiedDate: Timestamp,
  })
  .meta({ id: 'User' });

const AssignmentSchema = z
  .strictObject({ tenantCode: z.string(), roles: z.array(z.string()), personId: z.string().optional() })
  .meta({ id: 'TenantAssignment' });

const UserDetail = User.extend({ assignments: z.array(AssignmentSchema) }).meta({ id: 'UserDetail' });

const shared = { area: 'identity', tags: ['Users'], access: platformAdministration } as const;
const byId = z.object({ id: UserId });
const userResponse = { description: 'The user.', body: User };
const exampleUser = { id: '{{exampleUserId}}' };

export const createUser = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Users',
  summary: 'Create a user',
  body: z
    .object({
      userName,
      email: email.optional(),
      password: password.optional(),
      assignments: z
        .array(z.object({ tenantCode: TenantCodeText, roles, personId }))
        .max(20)
        .optional(),
    })
    .meta({ id: 'UserCreateRequest' }),
  responses: { 201: { ...userResponse, headers: { Location: 'The address of the user.' } } },
  refuses: ['ALREADY_EXISTS', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 22 },
  example: {
    body: {
      userName: 'grace@demo.example',
      password: 'a lantern on the north quay',
      assignments: [{ tenantCode: '{{tenantCode}}', roles: ['staff'] }],
    },
  },
});

export const inviteUser = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Users/Invite',
  summary: 'Invite a user: create them without a password and send a mail to choose one',
  body: z
    .object({ userName: userName.optional(), email, tenantCode: TenantCodeText, roles, personId })
    .meta({ id: 'UserInviteRequest' }),
  responses: { 201: { ...userResponse, headers: { Location: 'The address of the user.' } } },
  refuses: ['ALREADY_EXISTS', 'RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 6, readUnits: 9, writeUnits: 50 },
  example: { body: { email: 'henry@demo.example', tenantCode: '{{tenantCode}}', roles: ['member'] } },
});

export const renewInvitation = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Users/{id}/Invite',
  summary: 'Renew the invitation of a user who has no password yet; the earlier one ends',
  params: byId,
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 7, writeUnits: 50 },
  example: { params: { id: '{{reinvitedUserId}}' } },
});

export const acceptInvitation = endpoint({
  area: 'identity',
  tags: ['Users'],
  access: 'public',
  method: 'POST',
  path: '/api/v1/Users/AcceptInvitation',
  summary: 'Accept an invitation by choosing a password',
  body: z.object({ token: z.string().min(1).max(200), password }).meta({ id: 'AcceptInvitationRequest' }),
  repeatable: true,
  responses: {
    200: {
      description: 'The user can now sign in.',
      body: z.strictObject({ userName: z.string() }).meta({ id: 'InvitationAccepted' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'SERVICE_BUSY'],
  budget: { roundTrips: 4, readUnits: 4, writeUnits: 12 },
  example: { body: { token: '{{invitationToken}}', password: 'the ferry leaves at seven' } },
});

export const listUsers = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Users',
  summary: 'List users by name',
  query: z.object(listQuery),
  responses: { 200: { description: 'A page of users.', body: pageSchema(User) } },
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { pageSize: 10 } },
});

export const getUser = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Users/{id}',
  summary: 'Get a user with their roles in each tenant',
  params: byId,
  responses: { 200: { description: 'The user.', body: UserDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 7 },
  example: { params: { id: '{{userId}}' } },
});

export const setPassword = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Users/{id}/Password',
  summary: "Set a user's password; all of their tokens are revoked",
  params: byId,
  body: z.object({ password }).meta({ id: 'PasswordRequest' }),
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 18 },
  example: { params: exampleUser, body: { password: 'two herons on a mooring' } },
});

export const assignToTenant = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Users/{id}/Tenants/{tenantCode}',
  summary: 'Assign a user to a tenant with these roles, or change their roles there',
  params: z.object({ id: UserId, tenantCode: TenantCodeText }),
  body: z.object({ roles, personId }).meta({ id: 'AssignRequest' }),
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'ALREADY_EXISTS'],
  budget: { roundTrips: 7, readUnits: 10, writeUnits: 24 },
  example: { params: { id: '{{exampleUserId}}', tenantCode: '{{tenantCode}}' }, body: { roles: ['member'] } },
});

export const removeFromTenant = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Users/{id}/Tenants/{tenantCode}',
  summary: 'Remove a user from a tenant; their tokens there are revoked',
  params: z.object({ id: UserId, tenantCode: TenantCodeText }),
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 20 },
  example: { params: { id: '{{exampleUserId}}', tenantCode: '{{tenantCode}}' } },
});

export const disableUser = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Users/{id}/Disable',
  summary: 'Disable a user: sign-in fails and all of their tokens are revoked',
  params: byId,
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 18 },
  example: { params: exampleUser },
});

export const enableUser = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Users/{id}/Enable',
  summary: 'Enable a disabled user',
  params: byId,
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 18 },
  example: { params: exampleUser },
});

export const revokeTokens = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Users/{id}/RevokeTokens',
  summary: 'Revoke all tokens of a user in one tenant',
  params: byId,
  body: z.object({ tenantCode: TenantCodeText }).meta({ id: 'RevokeTokensRequest' }),
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 14 },
  example: { params: exampleUser, body: { tenantCode: '{{tenantCode}}' } },
});

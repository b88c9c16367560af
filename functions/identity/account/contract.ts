// What users do about their own accounts (docs/interface/identity.md#own-account).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { Timestamp } from '../administration/administration.ts';
import { listQuery, pageSchema } from '../lists/list.ts';
import { SignIn } from '../signins/contract.ts';
import { email, password } from '../users/contract.ts';

const shared = { area: 'identity', tags: ['Account'] } as const;
const open = { ...shared, access: 'public', method: 'POST', repeatable: true } as const;
const own = { ...shared, access: { permission: 'own', token: 'required', platform: true } } as const;

const userName = z.string().min(1).max(256).meta({ example: 'dora@demo.example' });
const currentPassword = z.string().min(1).max(1024).meta({ format: 'password' });
const endSessions = z.boolean().optional().meta({
  description: 'Whether all other sign-ins end at once, everywhere; they do by default.',
});

/** A token that takes the place of the one of the request. */
export const RenewedToken = z
  .strictObject({
    accessToken: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().meta({ description: 'Seconds.' }),
  })
  .meta({ id: 'RenewedToken' });

export const forgotPassword = endpoint({
  ...open,
  path: '/api/v1/Account/ForgotPassword',
  summary: 'Ask for a link to choose a new password',
  description:
    'The link goes to the mail address of the user, is valid for an hour and works once. The reply is the same, in the same time, whether or not there is such a user.',
  body: z.object({ userName }).meta({ id: 'ForgotPasswordRequest' }),
  responses: {
    202: { description: 'If there is such a user with a mail address, a link is on its way.', body: null },
  },
  budget: { roundTrips: 12, readUnits: 10, writeUnits: 20 },
  example: { body: { userName: 'dora@demo.example' } },
});

export const resetPassword = endpoint({
  ...open,
  path: '/api/v1/Account/ResetPassword',
  summary: 'Choose a new password with the secret of a link',
  body: z
    .object({ token: z.string().min(1).max(200), password, endSessions })
    .meta({ id: 'ResetPasswordRequest' }),
  responses: {
    200: {
      description: 'The user can sign in with the new password.',
      body: z.strictObject({ userName: z.string() }).meta({ id: 'PasswordReset' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 6, readUnits: 7, writeUnits: 30 },
  example: { body: { token: '{{resetToken}}', password: 'the ferry leaves at seven' } },
});

export const changeOwnPassword = endpoint({
  ...own,
  method: 'POST',
  repeatable: true,
  path: '/api/v1/Account/ChangePassword',
  summary: "Change one's own password",
  description: 'Wrong current passwords count like failed sign-ins.',
  body: z.object({ currentPassword, password, endSessions }).meta({ id: 'ChangePasswordRequest' }),
  responses: {
    200: {
      description: 'The password is changed. The token takes the place of the one of the request.',
      body: RenewedToken,
    },
  },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 16, readUnits: 20, writeUnits: 40 },
  example: {
    user: '{{passwordUserId}}',
    body: { currentPassword: '{{accountPassword}}', password: 'the ferry leaves at seven' },
  },
});

export const changeOwnEmail = endpoint({
  ...own,
  method: 'POST',
  repeatable: true,
  path: '/api/v1/Account/ChangeEmail',
  summary: "Ask for another mail address of one's own account",
  description:
    'Both the old and the new address get a link, valid for a day; the address changes once both are confirmed. The user name stays as it is.',
  body: z.object({ email, currentPassword }).meta({ id: 'ChangeEmailRequest' }),
  responses: { 202: { description: 'The links are on their way.', body: null } },
  budget: { roundTrips: 16, readUnits: 16, writeUnits: 40 },
  example: {
    user: '{{accountUserId}}',
    body: { email: 'ines.moreau@demo.example', currentPassword: '{{accountPassword}}' },
  },
});

export const listOwnSignIns = endpoint({
  ...shared,
  access: { permission: 'own', token: 'required' },
  method: 'GET',
  path: '/api/v1/Account/SignIns',
  summary: "List the attempts to sign in to one's own account in the tenant, newest first",
  query: z.object(listQuery),
  responses: { 200: { description: 'A page of attempts.', body: pageSchema(SignIn) } },
  budget: { roundTrips: 2, readUnits: 9 },
  example: { user: '{{accountUserId}}', query: { pageSize: 10 } },
});

const Session = z
  .strictObject({
    kind: z.enum(['browser', 'token']).meta({
      description: 'A browser that is signed in on the page, or a token of the two-step sign-in.',
    }),
    id: z.string(),
    createdDate: Timestamp,
    expires: Timestamp,
    address: z.string().meta({ description: 'The network address of the sign-in.' }),
    userAgent: z.string().optional(),
    isRemembered: z.boolean().meta({ description: 'Whether the browser stays signed in for a month.' }),
    isCurrent: z.boolean().meta({ description: 'Whether it is the token of this request.' }),
    applications: z.array(z.strictObject({ clientId: z.string(), tenantCode: z.string() })),
  })
  .meta({ id: 'Session' });

export const listOwnSessions = endpoint({
  ...own,
  method: 'GET',
  path: '/api/v1/Account/Sessions',
  summary: 'List where one is signed in, latest first',
  description:
    'Browsers with the applications that were entered from each, and tokens of the two-step sign-in; at most a hundred of each.',
  responses: {
    200: {
      description: 'The sessions.',
      body: z.strictObject({ items: z.array(Session) }).meta({ id: 'Sessions' }),
    },
  },
  budget: { roundTrips: 5, readUnits: 40 },
  example: { user: '{{accountUserId}}' },
});

export const endOwnSession = endpoint({
  ...own,
  method: 'DELETE',
  ifMatch: 'ignored',
  path: '/api/v1/Account/Sessions/{id}',
  summary: 'Sign a browser out, or end a token',
  description:
    'The access tokens that the applications of a browser got in it end at once, and the applications are notified (back-channel logout).',
  params: z.object({ id: z.string().max(100) }),
  responses: { 204: { description: 'The browser is signed out.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 8, readUnits: 44, writeUnits: 4 },
  example: { user: '{{accountUserId}}', params: { id: '{{ownSessionId}}' } },
});

export const endOwnAccess = endpoint({
  ...own,
  method: 'POST',
  path: '/api/v1/Account/SignOutEverywhere',
  summary: 'End all sign-ins and revoke all tokens, in every tenant',
  responses: {
    200: { description: 'The token takes the place of the one of the request.', body: RenewedToken },
  },
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 20 },
  example: { user: '{{accountUserId}}' },
});

// The second factor of an account (docs/interface/identity.md#second-factor).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { RenewedToken } from '../account/contract.ts';
import { platformAdministration, Timestamp, UserId } from '../administration/administration.ts';
import { User } from '../users/contract.ts';

const currentPassword = z.string().min(1).max(1024).meta({ format: 'password' });
const code = z.string().min(1).max(40).meta({
  description: 'The six digits that the authenticator shows, or a recovery code.',
  example: '492039',
});
const recoveryCodes = z.array(z.string()).meta({
  description: 'Ten codes for when the authenticator is lost; each works once. They are shown only here.',
});

const own = {
  area: 'identity',
  tags: ['Account'],
  access: { permission: 'own', token: 'required', platform: true },
} as const;
const change = { ...own, method: 'POST', repeatable: true } as const;
const password = '{{accountPassword}}';

export const getSecondFactor = endpoint({
  ...own,
  method: 'GET',
  path: '/api/v1/Account/SecondFactor',
  summary: 'Whether a code is needed to sign in to the account',
  responses: {
    200: {
      description: 'The second factor.',
      body: z
        .strictObject({
          isActive: z.boolean(),
          since: Timestamp.optional(),
          hasAuthenticator: z.boolean(),
          passkeys: z
            .array(
              z.strictObject({
                name: z.string(),
                createdDate: Timestamp,
                lastUsed: Timestamp.optional(),
              }),
            )
            .meta({ description: 'Added and removed on the page /Account/SecondFactor.' }),
          recoveryCodesLeft: z.int(),
        })
        .meta({ id: 'SecondFactor' }),
    },
  },
  budget: { roundTrips: 4, readUnits: 7 },
  example: { user: '{{factorUserId}}' },
});

export const setUpSecondFactor = endpoint({
  ...change,
  path: '/api/v1/Account/SecondFactor/SetUp',
  summary: 'Begin to use an authenticator',
  description:
    'Gives the key for the authenticator and the recovery codes. Nothing changes until it is confirmed; before that it can be set up again.',
  body: z.object({ currentPassword }).meta({ id: 'SecondFactorSetUp' }),
  responses: {
    200: {
      description: 'The key for the authenticator, and the recovery codes.',
      body: z
        .strictObject({
          secret: z.string().meta({ description: 'The key in base32, to type.' }),
          uri: z.string().meta({ description: 'To show as a QR code.' }),
          recoveryCodes,
        })
        .meta({ id: 'SecondFactorKey' }),
    },
  },
  refuses: ['CONFLICT', 'SERVICE_BUSY'],
  budget: { roundTrips: 14, readUnits: 14, writeUnits: 16 },
  example: { user: '{{tenantAdminId}}', body: { currentPassword: password } },
});

export const confirmSecondFactor = endpoint({
  ...change,
  path: '/api/v1/Account/SecondFactor/Confirm',
  summary: 'Confirm the authenticator: from now on a code is needed to sign in',
  description:
    'All other tokens and sessions end, in every tenant, because they began with the password alone.',
  body: z.object({ code }).meta({ id: 'SecondFactorConfirmation' }),
  responses: {
    200: { description: 'The token takes the place of the one of the request.', body: RenewedToken },
  },
  refuses: ['CONFLICT', 'SERVICE_BUSY'],
  budget: { roundTrips: 16, readUnits: 20, writeUnits: 40 },
  example: { user: '{{pendingFactorUserId}}', body: { code: '{{recoveryCode}}' } },
});

export const renewRecoveryCodes = endpoint({
  ...change,
  path: '/api/v1/Account/SecondFactor/RecoveryCodes',
  summary: 'Replace the recovery codes by ten others',
  body: z.object({ currentPassword, code }).meta({ id: 'RecoveryCodesRequest' }),
  responses: {
    200: {
      description: 'The recovery codes.',
      body: z.strictObject({ recoveryCodes }).meta({ id: 'RecoveryCodes' }),
    },
  },
  refuses: ['CONFLICT', 'SERVICE_BUSY'],
  budget: { roundTrips: 26, readUnits: 20, writeUnits: 48 },
  example: { user: '{{factorUserId}}', body: { currentPassword: password, code: '{{recoveryCode}}' } },
});

export const removeSecondFactor = endpoint({
  ...change,
  path: '/api/v1/Account/SecondFactor/Remove',
  summary: 'Remove the authenticator and the recovery codes',
  body: z.object({ currentPassword, code }).meta({ id: 'SecondFactorRemoval' }),
  responses: { 204: { description: 'The password alone is enough again.', body: null } },
  refuses: ['CONFLICT', 'SERVICE_BUSY'],
  budget: { roundTrips: 26, readUnits: 24, writeUnits: 55 },
  example: { user: '{{formerFactorUserId}}', body: { currentPassword: password, code: '{{recoveryCode}}' } },
});

export const removeUserSecondFactor = endpoint({
  area: 'identity',
  tags: ['Users'],
  access: platformAdministration,
  method: 'DELETE',
  path: '/api/v1/Users/{id}/SecondFactor',
  summary: 'Remove the second factor of a user who lost it; all of their tokens are revoked',
  params: z.object({ id: UserId }),
  responses: { 200: { description: 'The user.', body: User } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 30 },
  example: { params: { id: '{{factorUserId}}' } },
});

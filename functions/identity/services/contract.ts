// Sign-in in two steps: the workspaces of a user, then a token for one of them
// (docs/interface/identity.md#two-step-sign-in).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';

const userName = z.string().min(1).max(256).meta({ example: 'ada@demo.example' });
const password = z.string().min(1).max(1024).meta({ format: 'password' });

const Workspace = z
  .strictObject({
    tenantCode: z.string(),
    name: z.string(),
    roles: z.array(z.string()),
    permissions: z.array(z.string()).meta({ description: 'What these roles allow in this workspace.' }),
  })
  .meta({ id: 'Workspace' });

const shared = {
  area: 'identity',
  tags: ['Sign-in'],
  access: 'public',
  method: 'POST',
  repeatable: true,
} as const;

export const signInUser = endpoint({
  ...shared,
  path: '/api/v1/Services/Authrize',
  summary: 'Sign in and list the workspaces of the user',
  description:
    'A wrong password, an unknown user and a disabled one get the same reply in the same time. ' +
    'After several failures the reply is 429 with Retry-After.',
  body: z.object({ userName, password }).meta({ id: 'SignInRequest' }),
  responses: {
    200: {
      description: 'The workspaces, by tenant code. Suspended ones are left out.',
      body: z.strictObject({ workSpaceList: z.array(Workspace) }).meta({ id: 'WorkspaceList' }),
    },
  },
  refuses: ['SIGN_IN_FAILED', 'SERVICE_BUSY'],
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 28 },
  example: { body: { userName: '{{userName}}', password: '{{password}}' } },
});

export const authorizeUserForWorkSpace = endpoint({
  ...shared,
  path: '/api/v1/Services/AuthorizeUserForWorkSpace',
  summary: 'Get an access token for one workspace',
  body: z
    .object({
      tenantCode: z.string().min(1).max(100).meta({ example: 'demo' }),
      userName,
      password,
      code: z.string().max(40).optional().meta({
        description: 'A code of the authenticator or a recovery code, where the user has a second factor.',
      }),
    })
    .meta({ id: 'WorkspaceTokenRequest' }),
  responses: {
    200: {
      description: 'The token, to be sent as Authorization: Bearer together with tenant-code.',
      body: z
        .strictObject({
          accessToken: z.string(),
          tokenType: z.literal('Bearer'),
          expiresIn: z.int().meta({ description: 'Seconds.' }),
          tenantCode: z.string(),
        })
        .meta({ id: 'WorkspaceToken' }),
    },
  },
  refuses: [
    'SIGN_IN_FAILED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_SETUP_REQUIRED',
    'WORKSPACE_DENIED',
    'TENANT_SUSPENDED',
    'SERVICE_BUSY',
  ],
  budget: { roundTrips: 10, readUnits: 12, writeUnits: 24 },
  example: { body: { tenantCode: '{{tenantCode}}', userName: '{{userName}}', password: '{{password}}' } },
});

// Clients: programs that call the platform for one tenant, with their own secrets.
import * as z from 'zod';
import { grantTypes } from '../../../shared/auth/clients/clients.ts';
import { maxLiveSecrets } from '../../../shared/auth/clients/secrets.ts';
import { signingAlgorithms } from '../../../shared/auth/tokens/keys.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalText } from '../../../shared/http/lenient.ts';
import {
  foldId,
  platformAdministration,
  TenantCodeText,
  Timestamp,
} from '../administration/administration.ts';
import { listQuery, pageSchema } from '../lists/list.ts';
import { isShortEnough, nameTooLong } from '../lists/names.ts';
import { listSignInFaults } from './sign-in.ts';

export const scopes = z
  .array(z.string().min(1).max(100))
  .max(100)
  .meta({
    description: 'Names of permissions, or the sets UsersAPI, AccreditationAPI, BilltrackingApi.',
    example: ['crm.people.read'],
  });

const Secret = z
  .strictObject({ id: z.string(), createdDate: Timestamp, expires: Timestamp.optional() })
  .meta({ id: 'ClientSecret' });

const address = z.string().trim().min(1).max(2000);

const base64url = (least: number, most: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'base64url')
    .min(least)
    .max(most);
const keyFields = { kid: z.string().min(1).max(200), use: z.literal('sig') };

/** A key as the platform publishes its own, with the lengths that a registered one may have. */
const ClientJwk = z
  .discriminatedUnion('kty', [
    z.strictObject({
      ...{ kty: z.literal('EC'), crv: z.literal('P-256'), alg: z.literal('ES256'), ...keyFields },
      ...{ x: base64url(43, 43), y: base64url(43, 43) },
    }),
    z.strictObject({
      ...{ kty: z.literal('RSA'), alg: z.literal('RS256'), ...keyFields },
      ...{ n: base64url(342, 700), e: base64url(1, 8) },
    }),
  ])
  .meta({ id: 'ClientKey' });

/** The name of a client, which the page for consent shows. */
export const clientName = z.string().trim().min(1).max(200).refine(isShortEnough, nameTooLong);

/** Every field of how people sign in through a client. */
export const SignInFields = {
  clientType: z.enum(['confidential', 'public']).meta({
    description: 'Public clients have no secret: apps on devices and pages in browsers.',
  }),
  grantTypes: z
    .array(z.enum(grantTypes))
    .min(1)
    .max(grantTypes.length)
    .meta({ example: ['authorization_code', 'refresh_token'] }),
  redirectUris: z
    .array(address)
    .max(20)
    .meta({
      description: 'Where people are sent after signing in; compared exactly (RFC 9700 2.1).',
      example: ['https://www.cascadia.example/auth-callback'],
    }),
  postLogoutRedirectUris: z
    .array(address)
    .max(20)
    .meta({
      description: 'Where people may return after signing out; compared exactly.',
      example: ['https://www.cascadia.example/'],
    }),
  isFirstParty: z.boolean().meta({ description: "The association's own: people are not asked for consent." }),
  workspaces: z.enum(['own', 'any']).meta({
    description:
      "Whether people sign in to the client's tenant, or choose among theirs (first-party clients only).",
  }),
  isLegacy: z.boolean().meta({
    description: 'May leave out state and PKCE, and send redirect_uri unencoded (confidential clients only).',
  }),
  requiresPushedRequests: z.boolean().meta({ description: 'Must push its requests first (RFC 9126).' }),
  backchannelLogoutUri: address.optional().meta({
    description:
      'Where logout tokens are sent when a session ends (OpenID Connect Back-Channel Logout 1.0): a public https address.',
    example: 'https://www.cascadia.example/backchannel-logout',
  }),
  dpopBoundAccessTokens: z.boolean().meta({
    description: 'Gets tokens with a DPoP proof only, which are bound to its key (RFC 9449).',
  }),
  idTokenSignedResponseAlg: z.enum(signingAlgorithms).meta({
    description:
      'With what ID tokens and logout tokens are signed: RS256 by default; ES256 for clients that an earlier version registered.',
  }),
  backchannelLogoutSessionRequired: z
    .boolean()
    .meta({ description: 'Whether the client needs sid in logout tokens, which always have it.' }),
  jwks: z
    .strictObject({ keys: z.array(ClientJwk).min(1).max(5) })
    .optional()
    .meta({
      description:
        'Public keys (RFC 7517) by whose signatures the client authenticates in the place of a secret (private_key_jwt); confidential clients only.',
    }),
};

const SignIn = z.strictObject(SignInFields).meta({ id: 'ClientSignIn' });

const SignInRequest = z
  .object(SignInFields)
  .partial()
  .superRefine((signIn, context) => {
    for (const { code, message, target } of listSignInFaults(signIn))
      context.addIssue({
        code: 'custom',
        path: target.split(/[[\].]+/).filter(Boolean),
        message,
        params: { code },
      });
  })
  .meta({
    id: 'ClientSignInRequest',
    description: 'How people sign in; what is absent has its default.',
    example: { redirectUris: ['https://www.cascadia.example/auth-callback'] },
  });

export const Client = z
  .strictObject({
    client_id: z.string(),
    name: z.string(),
    tenantCode: z.string(),
    scopes: z.array(z.string()),
    status: z.enum(['active', 'revoked']),
    registeredBy: z
      .literal('tenant')
      .optional()
      .meta({ description: 'Present where an administrator of the tenant registered it.' }),
    signIn: SignIn,
    secrets: z.array(Secret).meta({ description: 'The valid secrets, without their texts.' }),
    version: z.int(),
    createdDate: Timestamp,
    modifiedDate: Timestamp,
  })
  .meta({ id: 'Client' });

export const IssuedClient = Client.extend({
  client_secret: z.string().optional().meta({
    description:
      'Returned only this once; it is not stored. Public clients, and those issued with keys, have none.',
  }),
}).meta({ id: 'IssuedClient' });

const shared = { area: 'identity', tags: ['Clients'], access: platformAdministration } as const;
export const byId = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/, 'a client_id')
    .overwrite(foldId),
});
const clientResponse = { description: 'The client.', body: Client };
const exampleClient = { id: '{{exampleClientId}}' };

export const issueClient = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Clients',
  summary: 'Issue a client; its secret is returned only once',
  body: z
    .object({
      name: clientName,
      tenantCode: TenantCodeText,
      scopes,
      signIn: SignInRequest.optional(),
    })
    .meta({ id: 'ClientIssueRequest' }),
  responses: {
    201: {
      description: 'The client with its secret.',
      body: IssuedClient,
      headers: { Location: 'The address of the client.' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  budget: { roundTrips: 2, readUnits: 3, writeUnits: 26 },
  example: {
    body: {
      name: 'Website',
      tenantCode: '{{tenantCode}}',
      scopes: ['crm.people.read', 'crm.organizations.read'],
    },
  },
});

export const listClients = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Clients',
  summary: 'List clients by tenant and name',
  query: z.object({
    ...listQuery,
    tenantCode: optionalText(100).meta({ description: 'Only the clients of this tenant.' }),
  }),
  responses: { 200: { description: 'A page of clients.', body: pageSchema(Client) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { tenantCode: '{{tenantCode}}' } },
});

export const getClient = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Clients/{id}',
  summary: 'Get a client',
  params: byId,
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: exampleClient },
});

export const setScopes = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Clients/{id}/Scopes',
  summary: "Replace a client's scopes; its tokens are restricted at once",
  params: byId,
  body: z.object({ scopes }).meta({ id: 'ScopesRequest' }),
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 18 },
  example: { params: exampleClient, body: { scopes: ['crm.people.read', 'crm.committees.read'] } },
});

export const setSignIn = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Clients/{id}/SignIn',
  summary: 'Replace how people sign in through a client: grants, addresses, consent',
  description: 'What is absent gets its default. A client that becomes public loses its secrets.',
  params: byId,
  body: SignInRequest,
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 22 },
  example: {
    params: exampleClient,
    body: {
      grantTypes: ['authorization_code', 'refresh_token'],
      redirectUris: ['https://www.cascadia.example/auth-callback'],
      postLogoutRedirectUris: ['https://www.cascadia.example/'],
      isFirstParty: true,
    },
  },
});

export const addSecret = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Clients/{id}/Secrets',
  summary: `Add a secret to a client, to replace one without interruption; at most ${maxLiveSecrets} are valid`,
  params: byId,
  responses: { 201: { description: 'The client with the new secret.', body: IssuedClient } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 16 },
  example: { params: exampleClient },
});

export const retireSecret = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Clients/{id}/Secrets/{secretId}',
  summary: 'Retire a secret of a client; it is rejected from now on',
  params: byId.extend({ secretId: z.string().min(1).max(100).overwrite(foldId) }),
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 14 },
  example: { params: { id: '{{exampleClientId}}', secretId: '{{exampleSecretId}}' } },
});

export const revokeClient = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Clients/{id}/Revoke',
  summary: 'Revoke a client permanently, with all of its tokens',
  params: byId,
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 20 },
  example: { params: { id: '{{revocableClientId}}' } },
});

// The clients of a tenant, which it registers itself (docs/interface/identity.md#a-tenants-clients).
import * as z from 'zod';
import { maxLiveSecrets } from '../../../shared/auth/clients/secrets.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { foldId } from '../administration/administration.ts';
import { byId, Client, clientName, IssuedClient, SignInFields, scopes } from '../clients/contract.ts';

/** What is wrong with a sign-in is found by the rules (`parseSignIn`), so that the requests have plans. */
const SignInRequest = z
  .object(SignInFields)
  .omit({ isFirstParty: true, workspaces: true, isLegacy: true })
  .partial()
  .meta({
    id: 'TenantClientSignInRequest',
    description:
      'How people of the tenant sign in, who are asked for consent; what is absent has its default.',
    example: { redirectUris: ['https://www.cascadia.example/auth-callback'] },
  });

const shared = {
  area: 'identity',
  tags: ['Clients of a tenant'],
  access: { permission: 'identity.clients.write', token: 'required', platform: true },
} as const;
const path = '/api/v1/TenantClients';
const clientResponse = { description: 'The client.', body: Client };
const example = { user: '{{tenantAdminId}}', params: { id: '{{tenantClientId}}' } };

export const registerTenantClient = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Register a client of the tenant; its secret is returned only once',
  description: 'Nobody gives a client more than they hold. A tenant has at most 50 clients of its own.',
  body: z
    .object({ name: clientName, scopes, signIn: SignInRequest.optional() })
    .meta({ id: 'TenantClientRequest' }),
  responses: {
    201: {
      description: 'The client with its secret.',
      body: IssuedClient,
      headers: { Location: 'The address of the client.' },
    },
  },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 28 },
  example: {
    user: '{{tenantAdminId}}',
    body: {
      name: 'Chapter website',
      scopes: ['crm.people.read'],
      signIn: { redirectUris: ['https://www.cascadia.example/auth-callback'] },
    },
  },
});

export const listTenantClients = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List the clients that the tenant has registered, by name',
  responses: {
    200: {
      description: 'The clients.',
      body: z.strictObject({ items: z.array(Client) }).meta({ id: 'TenantClients' }),
    },
  },
  budget: { roundTrips: 3, readUnits: 8 },
  example: {},
});

export const getTenantClient = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a client of the tenant',
  params: byId,
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example,
});

export const setTenantClientScopes = endpoint({
  ...shared,
  method: 'PUT',
  path: `${path}/{id}/Scopes`,
  summary: 'Replace the scopes of a client of the tenant; its tokens are restricted at once',
  params: byId,
  body: z.object({ scopes }).meta({ id: 'TenantClientScopesRequest' }),
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 18 },
  example: { ...example, body: { scopes: ['crm.people.read', 'crm.committees.read'] } },
});

export const setTenantClientSignIn = endpoint({
  ...shared,
  method: 'PUT',
  path: `${path}/{id}/SignIn`,
  summary: 'Replace how people sign in through a client of the tenant',
  description: 'What is absent gets its default. A client that becomes public loses its secrets.',
  params: byId,
  body: SignInRequest,
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 22 },
  example: { ...example, body: { redirectUris: ['https://www.cascadia.example/auth-callback'] } },
});

export const addTenantClientSecret = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Secrets`,
  summary: `Add a secret to a client of the tenant, to replace one without interruption; at most ${maxLiveSecrets} are valid`,
  params: byId,
  responses: { 201: { description: 'The client with the new secret.', body: IssuedClient } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 14 },
  example,
});

export const retireTenantClientSecret = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${path}/{id}/Secrets/{secretId}`,
  summary: 'Retire a secret of a client of the tenant; it is rejected from now on',
  params: byId.extend({ secretId: z.string().min(1).max(100).overwrite(foldId) }),
  responses: { 200: clientResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 14 },
  example: { ...example, params: { ...example.params, secretId: '{{tenantClientSecretId}}' } },
});

export const removeTenantClient = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a client of the tenant, with all of its tokens',
  description: 'It is revoked permanently; administrators of the platform still find it as revoked.',
  params: byId,
  responses: { 204: { description: 'The client is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 20 },
  example: { ...example, params: { id: '{{removableTenantClientId}}' } },
});

// A tenant's own identity provider, through which its people sign in (docs/interface/identity.md#federation).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { platformAdministration, TenantCodeText, Timestamp } from '../administration/administration.ts';

const role = z.string().min(1).max(64);

const IdentityProvider = z
  .strictObject({
    issuer: z.string().optional().meta({ description: 'Absent where there is no provider yet.' }),
    clientId: z.string().optional(),
    isActive: z.boolean(),
    trustsAddresses: z.boolean(),
    rolesClaim: z.string().optional(),
    roleMapping: z.record(z.string(), z.string()),
    defaultRoles: z.array(z.string()),
    domains: z
      .array(z.string())
      .meta({ description: 'Whose people it signs in; set by an administrator of the platform.' }),
    keepsSession: z.boolean(),
    redirectUri: z.url().meta({ description: 'The address to register at the provider.' }),
    postLogoutRedirectUri: z
      .url()
      .meta({ description: 'The address to register for the return from a sign-out there.' }),
    backchannelLogoutUri: z
      .url()
      .meta({ description: 'The address to register for logout tokens of the provider.' }),
    version: z.int(),
    modifiedDate: Timestamp.optional(),
  })
  .meta({ id: 'IdentityProvider' });

const IdentityProviderInput = z
  .object({
    issuer: z.string().max(500).meta({
      description: 'The issuer identifier: an https address, below which the configuration is.',
      example: 'https://login.example.org',
    }),
    clientId: z.string().min(1).max(256),
    clientSecret: z
      .string()
      .min(1)
      .max(1024)
      .optional()
      .meta({ format: 'password', description: 'Absent: stays as it is. It is never returned.' }),
    isActive: z
      .boolean()
      .optional()
      .meta({ description: 'Whether people sign in through it; yes by default.' }),
    trustsAddresses: z.boolean().optional().meta({
      description:
        'Whether an address in the domains of the tenant counts without `email_verified`, and also as `preferred_username` or `upn`, as Entra ID sends them; no by default. Only for a provider where nobody can choose their own address: whoever can becomes the user with that address at their first sign-in.',
    }),
    keepsSession: z.boolean().optional().meta({
      description:
        'Whether a sign-out here leaves people signed in at the provider; no by default. It takes effect where the provider publishes an `end_session_endpoint`.',
    }),
    rolesClaim: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The claim that names groups or roles. Absent: roles are given here alone.' }),
    roleMapping: z
      .record(z.string().min(1).max(200), role)
      .optional()
      .meta({ description: 'Roles of the tenant by the values of the claim.', example: { board: 'staff' } }),
    defaultRoles: z
      .array(role)
      .max(20)
      .optional()
      .meta({ description: 'The roles of whom the claim gives none, and of new people.' }),
  })
  .meta({ id: 'IdentityProviderInput' });

const access = { permission: 'identity.federation.write', token: 'required' } as const;
const provider = { description: 'The provider, without its secret.', body: IdentityProvider };

export const getIdentityProvider = endpoint({
  area: 'identity',
  tags: ['Federation'],
  access,
  method: 'GET',
  path: '/api/v1/IdentityProvider',
  summary: "Get the tenant's own identity provider",
  description: 'Also where there is none yet: with the domains, and the address to register at it.',
  responses: { 200: provider },
  budget: { roundTrips: 2, readUnits: 6 },
  example: {},
});

export const setIdentityProvider = endpoint({
  area: 'identity',
  tags: ['Federation'],
  access,
  method: 'PUT',
  path: '/api/v1/IdentityProvider',
  summary: "Set the tenant's own identity provider",
  description:
    'People of the domains of the tenant then sign in through it. Anybody who has a password may go on to use it, so that a ' +
    'wrong setting locks nobody out.',
  body: IdentityProviderInput,
  responses: { 200: provider },
  budget: { roundTrips: 3, readUnits: 6, writeUnits: 8 },
  example: {
    user: '{{tenantAdminId}}',
    body: {
      issuer: 'https://login.cascadia.example',
      clientId: 'rostrum',
      clientSecret: 'a secret of the provider',
      rolesClaim: 'groups',
      roleMapping: { board: 'staff' },
      defaultRoles: ['member'],
    },
  },
});

const signInDomains = {
  description: 'The domains.',
  body: z.strictObject({ domains: z.array(z.string()), version: z.int() }).meta({ id: 'SignInDomains' }),
};

export const getSignInDomains = endpoint({
  area: 'identity',
  tags: ['Federation'],
  access: platformAdministration,
  method: 'GET',
  path: '/api/v1/Tenants/{code}/SignInDomains',
  summary: "Get the mail domains whose people a tenant's own identity provider signs in",
  params: z.object({ code: TenantCodeText }),
  responses: { 200: signInDomains },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { code: '{{tenantCode}}' } },
});

export const setSignInDomains = endpoint({
  area: 'identity',
  tags: ['Federation'],
  access: platformAdministration,
  method: 'PUT',
  path: '/api/v1/Tenants/{code}/SignInDomains',
  summary: "Set the mail domains whose people a tenant's own identity provider signs in",
  description: 'Check first that they are the tenant’s own. A domain belongs to one tenant.',
  params: z.object({ code: TenantCodeText }),
  body: z.object({ domains: z.array(z.string().max(253)).max(50) }).meta({ id: 'SignInDomainsInput' }),
  responses: { 200: signInDomains },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 14 },
  example: { params: { code: '{{tenantCode}}' }, body: { domains: ['cascadia.example'] } },
});

// Tenants: the associations that share the platform. Administered by the platform's operators.
import * as z from 'zod';
import {
  AccessMode,
  EmailVisibility,
  fiscalYearStart,
  maxRoles,
  roleName,
  rolePermissions,
  SignInPolicyInput,
  SignInPolicySettings,
} from '../../../shared/auth/access/tenant-fields.ts';
import { changeRetentionDays } from '../../../shared/change-feed/retention.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { languages } from '../../../shared/languages/languages.ts';
import { tierNames, tiers } from '../../../shared/limits/tiers.ts';
import { isTimeZone } from '../../../shared/time/is-time-zone.ts';
import { platformAdministration, TenantCodeText, Timestamp } from '../administration/administration.ts';
import { listQuery, pageSchema } from '../lists/list.ts';

const AreaAccess = z.object({ read: AccessMode, write: AccessMode });

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, {
    message: 'timeZone must be an IANA time zone such as America/New_York.',
    params: { code: 'UNKNOWN_VALUE' },
  })
  .meta({ description: 'IANA time zone.', example: 'America/New_York' });

const origins = z
  .array(
    z
      .string()
      .max(200)
      .regex(
        /^(\*|https?:\/\/[A-Za-z0-9.:[\]-]+)$/,
        'a web origin such as https://members.example.org, or *',
      ),
  )
  .max(20)
  .meta({
    description: 'Web origins whose pages may read replies; * for every page. None by default.',
  });

const retentionDescription =
  'For how many days changes stay in the change feed: those that are made from now on. 400 by default.';
const retention = z
  .int()
  .min(changeRetentionDays.least)
  .max(changeRetentionDays.most)
  .meta({ description: retentionDescription });

const language = z
  .enum(languages)
  .meta({ description: 'The language of the mails that it causes, such as invitations.' });

const name = z.string().trim().min(1).max(200);
const tier = z.enum(tierNames).meta({
  description: `The approximate number of requests per second: ${tierNames.map((tier) => `${tier} ${tiers[tier].perSecond}`).join(', ')}.`,
});

const CrmAccess = z.strictObject({ read: AccessMode }).meta({
  description: 'Whether the public endpoints of area B require a token; they do by default.',
});
const AccessRequest = z.object({
  training: AreaAccess.optional(),
  billtracking: AreaAccess.optional(),
  crm: CrmAccess.optional(),
});
const StrictAreaAccess = z.strictObject({ read: AccessMode, write: AccessMode });

const brandingFields = {
  logoUrl: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .meta({ description: 'An https address of the logo.', example: 'https://www.cascadia.example/logo.svg' }),
  color: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'a colour as #rrggbb')
    .meta({ description: 'The colour of buttons; the ink on it follows from it.', example: '#1b4f9c' }),
};
const Branding = z
  .strictObject({ logoUrl: brandingFields.logoUrl.optional(), color: brandingFields.color.optional() })
  .meta({ description: 'How the sign-in pages look.' });

const Tenant = z
  .strictObject({
    code: z.string(),
    name: z.string(),
    status: z.enum(['active', 'suspended']),
    tier: z.string(),
    roles: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: "The tenant's own role sets; they add to or replace the platform's." }),
    access: z
      .strictObject({
        training: StrictAreaAccess,
        billtracking: StrictAreaAccess,
        crm: CrmAccess.optional(),
      })
      .meta({ description: 'Whether a call of an area requires a token, or only the tenant-code.' }),
    emailsVisibleTo: EmailVisibility,
    branding: Branding,
    signInPolicy: SignInPolicySettings,
    language: z.string(),
    timeZone: z.string(),
    fiscalYearStart: z.string(),
    allowedOrigins: z.array(z.string()),
    changeRetentionDays: z.int().meta({ description: retentionDescription }),
    clockOffsetSeconds: z
      .int()
      .meta({ description: 'The clock offset of a sandbox in seconds; 0 for other tenants.' }),
    version: z.int(),
    createdDate: Timestamp,
    modifiedDate: Timestamp,
  })
  .meta({ id: 'Tenant' });

const TenantEntry = z
  .strictObject({
    code: z.string(),
    name: z.string(),
    status: z.enum(['active', 'suspended']),
    tier: z.string(),
    createdDate: Timestamp,
  })
  .meta({ id: 'TenantEntry' });

const TenantCreateRequest = z
  .object({
    code: TenantCodeText,
    name,
    tier: tier.optional(),
    language: language.optional(),
    timeZone: timeZone.optional(),
    fiscalYearStart: fiscalYearStart.optional(),
    allowedOrigins: origins.optional(),
    access: AccessRequest.optional(),
    emailsVisibleTo: EmailVisibility.optional(),
    branding: Branding.optional(),
  })
  .meta({ id: 'TenantCreateRequest' });

const TenantUpdateRequest = z
  .object({
    name: name.optional(),
    tier: tier.optional(),
    roles: z
      .record(roleName, rolePermissions)
      .refine((roles) => Object.keys(roles).length <= maxRoles, {
        message: `A tenant may have at most ${maxRoles} role sets of its own.`,
        params: { code: 'OUT_OF_RANGE' },
      })
      .optional()
      .meta({ description: "Replaces the tenant's own role sets as a whole." }),
    language: language.optional(),
    timeZone: timeZone.optional(),
    fiscalYearStart: fiscalYearStart.optional(),
    allowedOrigins: origins.optional(),
    access: AccessRequest.optional(),
    emailsVisibleTo: EmailVisibility.optional(),
    branding: Branding.optional(),
    signInPolicy: SignInPolicyInput.optional(),
    changeRetentionDays: retention.optional(),
    clockOffsetSeconds: z.int().min(-315_360_000).max(315_360_000).optional(),
  })
  .meta({ id: 'TenantUpdateRequest' });

const shared = { area: 'identity', tags: ['Tenants'], access: platformAdministration } as const;
const byCode = z.object({ code: TenantCodeText });
const tenantResponse = { description: 'The tenant.', body: Tenant };

export const createTenant = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Tenants',
  summary: 'Create a tenant',
  body: TenantCreateRequest,
  responses: { 201: { ...tenantResponse, headers: { Location: 'The address of the tenant.' } } },
  refuses: ['ALREADY_EXISTS'],
  budget: { roundTrips: 2, readUnits: 3, writeUnits: 98 },
  example: { body: { code: 'juniper', name: 'Juniper County Clerks', timeZone: 'America/Denver' } },
});

export const listTenants = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Tenants',
  summary: 'List tenants by code',
  query: z.object(listQuery),
  responses: { 200: { description: 'A page of tenants.', body: pageSchema(TenantEntry) } },
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { pageSize: 10 } },
});

export const getTenant = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Tenants/{code}',
  summary: 'Get a tenant with its settings',
  params: byCode,
  responses: { 200: tenantResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: { code: '{{tenantCode}}' } },
});

export const updateTenant = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Tenants/{code}',
  summary: "Update a tenant's settings",
  description:
    "Absent fields are unchanged. Send the tenant's ETag as If-Match, so that no other change is overwritten.",
  params: byCode,
  body: TenantUpdateRequest,
  responses: { 200: tenantResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 20 },
  example: {
    params: { code: '{{tenantCode}}' },
    body: { roles: { clerk: ['crm.people.read', 'crm.people.write'] } },
  },
});

export const suspendTenant = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Tenants/{code}/Suspend',
  summary: 'Suspend a tenant: its requests are rejected until it is reactivated',
  params: byCode,
  responses: { 200: tenantResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 18 },
  example: { params: { code: '{{secondTenantCode}}' } },
});

export const reactivateTenant = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Tenants/{code}/Reactivate',
  summary: 'Reactivate a suspended tenant',
  params: byCode,
  responses: { 200: tenantResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 18 },
  example: { params: { code: '{{secondTenantCode}}' } },
});

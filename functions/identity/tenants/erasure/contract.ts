// The erasure of a tenant's whole data, for administrators of the platform (docs/tenant-data.md#erasure).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { integerWithDefault } from '../../../../shared/http/lenient.ts';
import { platformAdministration, TenantCodeText, Timestamp } from '../../administration/administration.ts';

/** The days within which an erasure can be cancelled. */
export const graceDays = { least: 1, most: 90, default: 30 } as const;

const shared = { area: 'identity', tags: ['Tenants'], access: platformAdministration } as const;
const byCode = z.object({ code: TenantCodeText });
const count = z.int();

const Certificate = z
  .strictObject({
    format: z.literal('rostrum-erasure-certificate'),
    version: z.literal('1.0'),
    number: count.meta({ description: 'Certificates are counted from 1.' }),
    tenantCode: z.string(),
    requestedAt: Timestamp,
    requestedBy: z.string().meta({ description: 'The id of a user or client, or `command`.' }),
    startedAt: Timestamp,
    completedAt: Timestamp,
    items: z
      .record(z.string(), count)
      .meta({ description: 'How many items of each type were found before the erasure.' }),
    accounts: z.strictObject({
      usersErased: count.meta({ description: 'Users who could enter no other tenant.' }),
      usersKept: count.meta({ description: 'Users who can enter other tenants.' }),
      clientsErased: count,
      apiKeysRemoved: count,
      auditEntriesRedacted: count.meta({
        description:
          "Entries of the platform's audit that lost names and addresses of users who are gone, or what the tenant and its clients were like.",
      }),
    }),
    method: z.string(),
    verification: z.strictObject({ at: Timestamp, what: z.string(), itemsFound: z.literal(0) }),
    remains: z.array(z.string()).meta({ description: 'What is left, where, and for how long.' }),
    previousHash: z.string().meta({ description: 'The SHA-256 of the certificate before it.' }),
  })
  .meta({ id: 'ErasureCertificate' });

const TenantErasure = z
  .strictObject({
    tenantCode: z.string(),
    status: z.enum(['scheduled', 'erasing', 'erased']),
    requestedAt: Timestamp,
    requestedBy: z.string(),
    dueAt: Timestamp.meta({ description: 'When the erasure begins; until then it can be cancelled.' }),
    progress: z
      .strictObject({
        phase: z.string(),
        found: count,
        erased: count,
        rounds: count,
        expectedAt: Timestamp.nullable().meta({
          description:
            'When it is expected to be done, by how fast it was so far; null until some items are erased.',
        }),
      })
      .nullable()
      .meta({ description: 'While it is being erased.' }),
    certificate: Certificate.nullable(),
    sha256: z
      .string()
      .nullable()
      .meta({ description: "Of the certificate's JSON with the members of objects in order (RFC 8785)." }),
  })
  .meta({ id: 'TenantErasure' });

export const requestTenantErasure = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Tenants/{code}/Erasure',
  summary: 'Erase the whole data of a tenant after days of grace',
  description:
    'The tenant is suspended at once. When the days of grace are over, a job erases everything, checks that nothing is left and issues a certificate. Its code is never given again.',
  params: byCode,
  body: z
    .object({
      tenantCode: z.string().max(100).meta({ description: 'The code of the tenant, typed once more.' }),
      graceDays: integerWithDefault(graceDays.default, graceDays.least, graceDays.most).meta({
        description: `The days within which it can be cancelled, ${graceDays.least} to ${graceDays.most}.`,
      }),
    })
    .meta({ id: 'TenantErasureRequest' }),
  responses: {
    202: {
      description: 'The erasure, which is scheduled.',
      body: TenantErasure,
      headers: { Location: 'The URL of the erasure.' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 30 },
  example: {
    params: { code: '{{secondTenantCode}}' },
    body: { tenantCode: '{{secondTenantCode}}', graceDays: 30 },
  },
});

export const getTenantErasure = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Tenants/{code}/Erasure',
  summary: 'Get the erasure of a tenant with its progress or its certificate',
  params: byCode,
  responses: { 200: { description: 'The erasure.', body: TenantErasure } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6 },
  example: { params: { code: '{{erasedTenantCode}}' } },
});

export const cancelTenantErasure = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Tenants/{code}/Erasure',
  summary: 'Cancel the erasure of a tenant, which gets its former status back',
  description: 'Only before it begins. Nothing changes where none is scheduled.',
  params: byCode,
  responses: { 204: { description: 'No erasure is scheduled.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 20 },
  example: { params: { code: '{{secondTenantCode}}' } },
});

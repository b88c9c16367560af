// The audit of a tenant and of the platform: who changed what, when, and from where.
import * as z from 'zod';
import { auditedRecords } from '../../../shared/audit/audited-records.ts';
import { auditedSettings } from '../../../shared/audit/audited-settings.ts';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import {
  integerWithDefault,
  optionalOneOf,
  optionalOrBlank,
  optionalText,
} from '../../../shared/http/lenient.ts';
import { moment } from '../../../shared/time/moment-schemas.ts';
import { platformAdministration, Timestamp } from '../administration/administration.ts';
import { listQuery, pageSchema } from '../lists/list.ts';

const auditedTypes = [...auditedRecords, ...auditedSettings] as const;

const View = z.record(z.string(), z.unknown());

const AuditRecord = z
  .strictObject({
    id: z.uuid(),
    at: Timestamp,
    action: z.enum(['created', 'changed', 'removed']),
    operation: z
      .string()
      .optional()
      .meta({ description: 'Method and path of the request, or the name of the command or function.' }),
    type: z
      .enum(auditedTypes)
      .meta({ description: 'The type of the changed record, or the name of the setting.' }),
    recordId: z
      .string()
      .optional()
      .meta({ description: 'The id of the changed record; its name for a role.' }),
    actor: z.string().meta({
      description:
        'The subject of the token; anonymous without a token, command for a change by command, schedule for one on schedule.',
    }),
    actorName: z.string().optional().meta({
      description:
        'The name at the time; for a command, of the user of the operating system; on schedule, of the function.',
    }),
    actorKind: z.enum(['user', 'client', 'anonymous', 'command', 'schedule']).optional(),
    address: z.string().optional().meta({ description: 'The network address of the request.' }),
    userAgent: z.string().optional(),
    before: View.optional().meta({ description: 'Absent when the record was created.' }),
    after: View.optional().meta({ description: 'Absent when the record was removed.' }),
  })
  .meta({ id: 'AuditRecord' });

/** A date and time, or a date, which means its first or last millisecond in UTC. */
const momentOrDay = (dayToMoment: (day: string) => string, description: string) =>
  optionalOrBlank(
    z
      .union([moment.transform((text) => new Date(text).toISOString()), z.iso.date().transform(dayToMoment)])
      .meta({ description, example: '2027-03-01' }),
  );

const filters = {
  actor: optionalText(100).meta({ description: 'Changes of this subject.' }),
  type: optionalOneOf(auditedTypes).meta({ description: 'Changes of records of this type.' }),
  record: optionalText(300).meta({ description: 'Changes of the record with this id.' }),
  from: momentOrDay((day) => `${day}T00:00:00.000Z`, 'Changes from this date or moment on (UTC).'),
  to: momentOrDay((day) => `${day}T23:59:59.999Z`, 'Changes up to this date or moment (UTC), inclusive.'),
};

const query = z.object({ ...filters, ...listQuery });
const exportQuery = z.object({
  ...filters,
  pageSize: integerWithDefault(1000, 1, 2000).meta({ description: 'Rows per reply, 1 to 2000.' }),
  cursor: listQuery.cursor,
});

const shared = { area: 'identity', tags: ['Audit'], method: 'GET' } as const;
const tenantAccess = { permission: 'identity.audit.read', token: 'required' } as const;
const listDescription =
  'Every administrative change is recorded in its own transaction; records are never changed or removed, and never ' +
  'contain passwords, secrets or tokens. With actor, type or record a page may have fewer entries than pageSize, even ' +
  'none, while nextCursor is present.';
const page = { 200: { description: 'A page of changes.', body: pageSchema(AuditRecord) } };
const csv = {
  200: {
    description: 'The changes as CSV (RFC 4180) with a row of titles; every field is quoted.',
    contentType: 'text/csv; charset=utf-8',
    body: Bytes,
    headers: {
      'Content-Disposition': 'The name under which to save the file.',
      Link: 'The address of the next rows, if there are any (RFC 8288).',
    },
  },
};

export const listAuditRecords = endpoint({
  ...shared,
  path: '/api/v1/Audit',
  summary: "List the tenant's administrative changes, newest first",
  description: listDescription,
  access: tenantAccess,
  query,
  responses: page,
  budget: { roundTrips: 3, readUnits: 20 },
  example: { query: { record: 'demo-client' } },
});

export const exportAuditRecords = endpoint({
  ...shared,
  path: '/api/v1/Audit/Export',
  summary: "Export the tenant's administrative changes as CSV, newest first",
  access: tenantAccess,
  query: exportQuery,
  responses: csv,
  budget: { roundTrips: 3, readUnits: 40 },
  example: { query: { pageSize: 100 } },
});

export const listPlatformAuditRecords = endpoint({
  ...shared,
  path: '/api/v1/Platform/Audit',
  summary: 'List the administrative changes of the whole platform, newest first',
  description: listDescription,
  access: platformAdministration,
  query,
  responses: page,
  budget: { roundTrips: 3, readUnits: 20 },
  example: { query: { record: 'demo-client' } },
});

export const exportPlatformAuditRecords = endpoint({
  ...shared,
  path: '/api/v1/Platform/Audit/Export',
  summary: 'Export the administrative changes of the whole platform as CSV, newest first',
  access: platformAdministration,
  query: exportQuery,
  responses: csv,
  budget: { roundTrips: 3, readUnits: 40 },
  example: { query: { pageSize: 100 } },
});

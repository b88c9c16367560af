// The activity log: who did what to which record. Lines are added and read, never changed
// (docs/interface/billtracking.md#activity-log).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalOrBlank, optionalText } from '../../../shared/http/lenient.ts';
import { momentOrLocalTime } from '../../../shared/time/moment-schemas.ts';
import { filterDate, pageEnvelope, pagingFields, successEnvelope, textSearchFields } from '../envelopes.ts';

/** A required text. Some callers send numbers, which are read as text. */
const identifierText = (maximum: number) =>
  z.preprocess(
    (input) => (typeof input === 'number' ? String(input) : input),
    z.string().trim().min(1).max(maximum),
  );

const userId = identifierText(200).meta({
  description:
    'Who did it: the subject of the token, its person or its sign-in name. Any other value needs the permission `billtracking.activity.write-for-others`.',
  example: 'd9bd5a7e-6a1c-4f4e-9a55-0c3a2f1c6b10',
});
const action = identifierText(100).meta({ example: 'VIEW_BILL' });
const entityType = identifierText(50).meta({ example: 'BILL' });
const entityId = identifierText(150).meta({ example: '42' });

const ActivityLogEntry = z
  .object({
    userId,
    action,
    entityType,
    entityId,
    timestamp: optionalOrBlank(
      momentOrLocalTime
        .refine((text) => Number(text.slice(0, 4)) >= 1900, 'timestamp must be in the year 1900 or later.')
        .meta({ example: '2026-02-03T18:30:00Z' }),
    ).meta({
      format: 'date-time',
      description:
        'ISO 8601; by default the current time. Without an offset it is in UTC. At most five minutes in the future.',
      example: '2026-02-03T18:30:00Z',
    }),
    metadata: z
      .record(z.string().max(200), z.unknown())
      .nullish()
      .meta({
        description: 'Any object of at most 8 KB.',
        example: { billNumber: 'HB 1110', state: 'WA' },
      }),
  })
  .meta({ id: 'ActivityLogEntry' });

const ActivityLogLine = z
  .strictObject({
    id: z.uuid(),
    userId: z.string(),
    action: z.string(),
    entityType: z.string(),
    entityId: z.string(),
    timestamp: z.iso.datetime(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    recordedBy: z
      .string()
      .optional()
      .meta({ description: 'The subject of the token with which the line was saved, if any.' }),
    isSystem: z.boolean().optional().meta({
      description:
        'Whether the platform itself wrote the line with the change that it records; false when a caller saved it. Absent for lines from before this was recorded.',
    }),
  })
  .meta({ id: 'ActivityLogLine' });

export const sortFields = ['timestamp', 'action', 'userId', 'entityType', 'entityId'] as const;

const ActivityLogFilter = z
  .object({
    ...pagingFields(sortFields, { isAscending: false }),
    userId: optionalText(200),
    action: optionalText(100).meta({ description: 'Matched ignoring case.' }),
    entityType: optionalText(50).meta({ description: 'Matched ignoring case.' }),
    entityId: optionalText(150),
    startDate: filterDate().meta({ description: 'The first day, in the time zone of the tenant.' }),
    endDate: filterDate().meta({ description: 'The last day, inclusive.' }),
    ...textSearchFields,
  })
  .meta({ id: 'ActivityLogFilter' });
export type ActivityFilter = z.output<typeof ActivityLogFilter>;

const shared = { area: 'billtracking', method: 'POST', tags: ['Activity Logging'] } as const;

export const saveActivityLog = endpoint({
  ...shared,
  path: '/api/1.0/activity/log/save',
  summary: 'Save an activity log line',
  description:
    'Lines are only added, never changed. They are ordered by timestamp; lines with the same timestamp by arrival. `userId` must be the caller’s own, unless the caller may write for others.',
  body: ActivityLogEntry,
  responses: { 200: { description: 'The line was saved.', body: successEnvelope(z.literal(true)) } },
  refuses: ['PERMISSION_DENIED'],
  access: {
    permission: 'billtracking.activity.write',
    others: 'billtracking.activity.write-for-others',
    token: 'required',
  },
  budget: { roundTrips: 15, readUnits: 14, writeUnits: 28 },
  example: {
    body: {
      userId: '{{personId}}',
      action: 'VIEW_BILL',
      entityType: 'BILL',
      entityId: '42',
      timestamp: '2026-02-03T18:30:00Z',
      metadata: { billNumber: 'HB 1110', state: 'WA' },
    },
  },
});

export const listActivityLog = endpoint({
  ...shared,
  path: '/api/1.0/activity/log/list',
  summary: 'List activity log lines',
  description:
    'By default the newest first. Ordered by time, a page costs the same however long the log is: for all lines, for one user, or for one entity (type and id), over all days or a range of days. Other filters and orders read every line of the narrowest of these lists, some three lines per kilobyte.',
  body: ActivityLogFilter,
  repeatable: true,
  responses: { 200: { description: 'A page of lines.', body: pageEnvelope(ActivityLogLine) } },
  access: { permission: 'billtracking.activity.read', token: 'required' },
  budget: { roundTrips: 5, readUnits: 7, writeUnits: 2 },
  example: { body: { pageNumber: 1, pageSize: 20, sortBy: 'timestamp', isAscending: false } },
});

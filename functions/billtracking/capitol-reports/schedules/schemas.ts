// Schemas of scheduled reports.
import * as z from 'zod';
import { reportTypeList } from '../content/report-types.ts';
import { MAX_RECIPIENTS } from './schedule.ts';
import { reportFrequencies } from './times.ts';

const hour = z.int().min(0).max(23);
const weekday = z.int().min(1).max(7);
const dayOfMonth = z.int().min(1).max(31);
const frequency = z.enum(reportFrequencies);

const Times = z
  .strictObject({
    frequency,
    hour,
    weekday: weekday.optional(),
    dayOfMonth: dayOfMonth.optional(),
    timeZone: z.string().meta({ example: 'America/Los_Angeles' }),
  })
  .meta({ id: 'ReportTimes', description: 'When the report is made, by local time. Weekday 1 is Monday.' });

const ScheduleRun = z
  .strictObject({
    id: z.uuid(),
    dueDate: z.iso.datetime(),
    runDate: z.iso.datetime(),
    status: z.enum(['SENT', 'NOT_SENT', 'FAILED']),
    reportId: z.uuid().nullable().meta({ description: 'The report that was made.' }),
    mailed: z.int().meta({ description: 'How many recipients were mailed.' }),
    withoutAccess: z.int().meta({ description: 'How many were not, because they may not read reports now.' }),
    withoutAddress: z.int().meta({ description: 'How many were not, because no mail address is known.' }),
    reason: z.string().nullable().meta({ description: 'Why nothing was sent.' }),
  })
  .meta({ id: 'ReportScheduleRun' });

export const Schedule = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    reportType: z.int().min(1).max(6),
    reportTypeName: z.string().meta({ example: 'Weekly' }),
    stateId: z.int(),
    state: z.string().meta({ example: 'WA' }),
    sessionId: z.int().nullable(),
    schedule: Times,
    recipientIds: z.array(z.uuid()),
    isPaused: z.boolean(),
    nextRunDate: z.iso.datetime().nullable().meta({ description: 'Null while it is paused.' }),
    lastRun: ScheduleRun.nullable(),
    createdBy: z.string().nullable(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'ReportSchedule' });

export const ScheduleRunPage = z
  .strictObject({ runs: z.array(ScheduleRun), next: z.string().optional() })
  .meta({ id: 'ReportScheduleRunPage' });

const TimesRequest = z.object({
  frequency,
  hour: hour.nullish().meta({ description: '7 by default.' }),
  weekday: weekday.nullish().meta({ description: 'Of a weekly report; 1, Monday, by default.' }),
  dayOfMonth: dayOfMonth.nullish().meta({
    description: 'Of a monthly report; 1 by default. In a month without this day, its last day.',
  }),
  timeZone: z
    .string()
    .max(60)
    .nullish()
    .meta({ description: 'That of the tenant by default.', example: 'America/Los_Angeles' }),
});

const name = z.string().trim().min(1).max(200).meta({
  description: 'The title of the report and the subject of its mail.',
  example: 'Friday report',
});
const reportType = z.int().meta({ description: `The code of the type: ${reportTypeList}.`, example: 4 });
const stateId = z.int().meta({ description: 'FIPS code; 0 is the Congress.', example: 53 });
const recipientIds = z.array(z.guid().toLowerCase()).min(1).max(MAX_RECIPIENTS).meta({
  description: 'Ids of people, each with an account that has the permission `billtracking.reports.read`.',
});
const others = {
  sessionId: z.int().nullish().meta({
    description: 'Only bills of this session; by default all that are followed in the state.',
  }),
  isPaused: z.boolean().nullish().meta({ description: 'A paused report is not made.' }),
};

export const ScheduleRequest = z
  .object({ name, reportType, stateId, schedule: TimesRequest, recipientIds, ...others })
  .meta({ id: 'ReportScheduleRequest' });
export type ScheduleInput = z.output<typeof ScheduleRequest>;

export const ScheduleChange = z
  .object({
    name: name.nullish(),
    reportType: reportType.nullish(),
    stateId: stateId.nullish(),
    schedule: TimesRequest.nullish(),
    recipientIds: recipientIds.nullish(),
    ...others,
  })
  .meta({
    id: 'ReportScheduleChange',
    description: 'Only the fields that are sent are changed; `sessionId: null` ends the limit to a session.',
  });
export type ScheduleChangeInput = z.output<typeof ScheduleChange>;

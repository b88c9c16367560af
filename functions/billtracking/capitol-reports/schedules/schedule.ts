// A report that is made on a schedule and mailed to people as a link (docs/interface/billtracking.md#scheduled-reports).

import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { pick } from '../../../../shared/values/pick.ts';
import type { Author } from '../../caller.ts';
import { showAuthorName } from '../../caller.ts';
import { getReportTypeLabel, type ReportType } from '../content/report-types.ts';
import type { ReportTimes } from './times.ts';
import { nextReportTime } from './times.ts';

/** The most scheduled reports of a tenant: all are read for a list. */
export const MAX_SCHEDULES = 50;
/** The most recipients of one: their mails are written in one transaction with the report. */
export const MAX_RECIPIENTS = 40;

/** What users decide about a scheduled report. */
export interface ScheduleContent {
  /** The title of the report and the subject of its mail. */
  readonly name: string;
  readonly reportType: ReportType;
  readonly stateId: number;
  /** Only bills of this session; by default all that are followed in the state. */
  readonly sessionId?: number | undefined;
  readonly schedule: ReportTimes;
  /** The ids of people, each of whom has an account that may read reports. */
  readonly recipientIds: readonly string[];
  readonly isPaused: boolean;
}

/** A scheduled report as stored. */
export interface ScheduleItem extends ScheduleContent, VersionedRecord {
  readonly type: 'report-schedule';
  readonly id: string;
  /** Links of an earlier generation do not work any more. */
  readonly linkGeneration: number;
  readonly createdBy?: Author | undefined;
}

/** A run as its log has it. */
export interface ScheduleRunItem {
  readonly type: 'report-schedule-run';
  readonly id: string;
  /** When it was due. */
  readonly dueDate: string;
  readonly runDate: string;
  readonly status: 'SENT' | 'NOT_SENT' | 'FAILED';
  readonly reportId?: string | undefined;
  /** How many recipients were mailed. */
  readonly mailed: number;
  /** How many were not, because they may not read reports at the moment. */
  readonly withoutAccess: number;
  /** How many were not, because they have no mail address. */
  readonly withoutAddress: number;
  readonly reason?: string | undefined;
  readonly ttl: number;
}

export const presentRun = (run: ScheduleRunItem) => ({
  ...pick(run, ['id', 'dueDate', 'runDate', 'status']),
  reportId: run.reportId ?? null,
  ...pick(run, ['mailed', 'withoutAccess', 'withoutAddress']),
  reason: run.reason ?? null,
});

/** A scheduled report as the interface presents it. */
export const presentSchedule = (schedule: ScheduleItem, lastRun: ScheduleRunItem | undefined, now: Date) => ({
  ...pick(schedule, ['id', 'name', 'reportType']),
  reportTypeName: getReportTypeLabel(schedule.reportType),
  stateId: schedule.stateId,
  state: stateById(schedule.stateId)?.abbreviation ?? '',
  sessionId: schedule.sessionId ?? null,
  schedule: schedule.schedule,
  recipientIds: [...schedule.recipientIds],
  isPaused: schedule.isPaused,
  nextRunDate: schedule.isPaused ? null : nextReportTime(schedule.schedule, now).toISOString(),
  lastRun: lastRun ? presentRun(lastRun) : null,
  createdBy: showAuthorName(schedule.createdBy) ?? null,
  ...pick(schedule, ['createdDate', 'modifiedDate']),
});

/** The same for the audit. */
export const viewSchedule = (schedule: ScheduleItem) =>
  pick(schedule, [
    ...(['name', 'reportType', 'stateId', 'sessionId', 'schedule', 'recipientIds', 'isPaused'] as const),
    'linkGeneration',
  ]);

// Builds the data of a report: its header, and the sections of its type.

import { defaultPaper } from '../../../../shared/pdf/document.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { findAttentionReasons } from '../content/attention.ts';
import { buildBillEntry } from '../content/entries.ts';
import type { ReportSource } from '../content/report-source.ts';
import { getReportTypeLabel, type ReportType } from '../content/report-types.ts';
import type { Section, Snapshot } from '../content/snapshot.ts';
import { buildDetailed } from './detailed.ts';
import { buildEndOfSession } from './end-of-session.ts';
import { buildExecutive } from './executive.ts';
import { buildMonthly } from './monthly.ts';
import { buildSummary } from './summary.ts';
import { buildWeekly } from './weekly.ts';

const sectionBuilders: Readonly<Record<ReportType, (source: ReportSource) => Section[]>> = {
  1: buildSummary,
  2: buildDetailed,
  3: buildExecutive,
  4: buildWeekly,
  5: buildMonthly,
  6: buildEndOfSession,
};

/** How many days the list of bills looks ahead for what needs attention. */
const DAYS_AHEAD = 7;

/** The details of a report besides its source data. */
interface SnapshotDetails {
  readonly type: ReportType;
  readonly title: string | undefined;
  /** The name of the tenant. */
  readonly association: string;
  /** The moment of creation, and its date in the state's time zone. */
  readonly asOf: Date;
  readonly asOfDate: string;
}

/** The data of a report, which is a function of its source and details. */
export function buildSnapshot(
  source: ReportSource,
  { type, title, association, asOf, asOfDate }: SnapshotDetails,
): Snapshot {
  const { state, session, period, days, bills } = source;
  return {
    layout: 1,
    reportType: type,
    reportTypeName: getReportTypeLabel(type),
    title: title ?? `${getReportTypeLabel(type)} report: ${state.name}`,
    association,
    stateId: state.id,
    state: state.name,
    ...omitUndefined({ sessionId: session?.id, session: session?.name }),
    startDate: period.startDate,
    endDate: period.endDate,
    asOf: asOf.toISOString(),
    asOfDate,
    timeZone: state.timeZone,
    paper: defaultPaper(state.timeZone),
    ...omitUndefined({
      legislativeDay: days?.day.daysBegun,
      crossover: days?.crossover,
      sineDie: days?.sineDie,
    }),
    billCount: bills.length,
    sections: sectionBuilders[type](source),
    bills: bills.map((facts) => {
      const action = facts.actions.at(-1);
      const reasons = findAttentionReasons(source, facts, DAYS_AHEAD);
      return buildBillEntry(source, facts, {
        actions: action ? [action] : [],
        hasOutcome: true,
        ...(reasons.length > 0 && { reasons }),
      });
    }),
  };
}

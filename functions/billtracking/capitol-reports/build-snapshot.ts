// Makes the data of a report: what stands above its sections, and the sections of its type.
import { given } from '../../../shared/directory/omit-undefined.ts';
import { paperOf } from '../../../shared/pdf/document.ts';
import type { Basis } from './report-source.ts';
import { detailed } from './kinds/detailed.ts';
import { endOfSession } from './kinds/end-of-session.ts';
import { executive } from './kinds/executive.ts';
import { monthly } from './kinds/monthly.ts';
import { summary } from './kinds/summary.ts';
import { weekly } from './kinds/weekly.ts';
import { labelOf, type ReportType } from './report-types.ts';
import type { Section, Snapshot } from './snapshot.ts';

const kinds: Readonly<Record<ReportType, (basis: Basis) => Section[]>> = {
  1: summary,
  2: detailed,
  3: executive,
  4: weekly,
  5: monthly,
  6: endOfSession,
};

/** What is said of a report beside what it is made from. */
interface About {
  readonly type: ReportType;
  readonly title: string | undefined;
  /** The name of the tenant. */
  readonly association: string;
  /** The moment it is made, and that moment's day in the state's time zone. */
  readonly asOf: Date;
  readonly asOfDate: string;
}

/** The data of a report: the same from the same basis, member by member. */
export function snapshotOf(basis: Basis, { type, title, association, asOf, asOfDate }: About): Snapshot {
  const { state, session, period, days, bills } = basis;
  return {
    layout: 1,
    reportType: type,
    reportTypeName: labelOf(type),
    title: title ?? `${labelOf(type)} report: ${state.name}`,
    association,
    stateId: state.id,
    state: state.name,
    ...given({ sessionId: session?.id, session: session?.name }),
    startDate: period.startDate,
    endDate: period.endDate,
    asOf: asOf.toISOString(),
    asOfDate,
    timeZone: state.timeZone,
    paper: paperOf(state.timeZone),
    ...given({
      legislativeDay: days?.day.daysBegun,
      crossover: days?.crossover,
      sineDie: days?.sineDie,
    }),
    billCount: bills.length,
    sections: kinds[type](basis),
  };
}

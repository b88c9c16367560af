// Classes that end too late: after the last valid day of a certification for whose renewal their credits count
// (docs/interface/training.md#projection).
import type { TenantStore } from '../../../../shared/data/store.ts';
import { followMerges } from '../../../../shared/merges/follow-merges.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { type CertificationItem, selectCurrentRules } from '../training-record/certification.ts';
import { listRegisteredClassIds } from '../training-record/registered-classes.ts';
import { recordSortPrefixes, trainingRecord } from '../training-record/training-record.ts';
import { loadLiveClasses } from './live-classes.ts';
import { countsForRenewal } from './requirements/requirements.ts';

/** What is known of a class. */
type ScheduledClass = Pick<ClassItem, 'courseCredits' | 'endsAt'>;

/** Days are those of the tenant. */
interface Calendar {
  readonly timeZone: string;
  readonly now: Date;
}

/** The day by which a certification is to be renewed: its last valid day, or in grace the last day of that; absent where none is. */
function findLastDay(
  { validThrough, graceThrough, revokedDate, renewedBy }: CertificationItem,
  today: string,
): string | undefined {
  if (revokedDate !== undefined || renewedBy !== undefined) return undefined;
  return [validThrough, graceThrough].find((day) => day !== undefined && today <= day);
}

/**
 * Whether a class that has not ended ends after the last day of a certification, and its credits count for the renewal.
 */
export function endsTooLate(
  certification: CertificationItem,
  { courseCredits, endsAt }: ScheduledClass,
  { timeZone, now }: Calendar,
): boolean {
  const lastDay = findLastDay(certification, toLocalDate(timeZone, now));
  if (lastDay === undefined || new Date(endsAt) <= now) return false;
  if (toLocalDate(timeZone, new Date(endsAt)) <= lastDay) return false;
  const { curriculum } = selectCurrentRules(certification);
  return courseCredits.some(
    ({ creditTypeId, credits }) => credits > 0 && countsForRenewal(curriculum, creditTypeId),
  );
}

/** The warning for the person; empty where a class is in time for each of their certifications. */
export const describeLateness = (
  certifications: readonly CertificationItem[],
  item: ScheduledClass,
  calendar: Calendar,
): string =>
  certifications
    .filter((certification) => endsTooLate(certification, item, calendar))
    .map(({ awardName, validThrough = '', graceThrough }) =>
      toLocalDate(calendar.timeZone, calendar.now) <= validThrough
        ? `${awardName} lapses on ${validThrough}, before this class ends.`
        : `${awardName} can be renewed until ${graceThrough}, before this class ends.`,
    )
    .join(' ');

/** A person's certifications. One query. */
export const certificationsOfPerson = (
  tenant: TenantStore,
  personId: string,
): Promise<readonly CertificationItem[]> =>
  followMerges(tenant).queryAll(trainingRecord<CertificationItem>(tenant, personId), {
    beginsWith: recordSortPrefixes.certification,
  });

/** The classes with a live registration of the holder that end too late for a certification. Two round trips. */
export async function loadLateClasses(
  tenant: TenantStore,
  certification: CertificationItem,
  calendar: Calendar,
): Promise<readonly ClassItem[]> {
  const { personId } = certification;
  const ids = await listRegisteredClassIds(tenant, personId);
  const classes = await loadLiveClasses(tenant, personId, ids);
  return classes.filter((item) => endsTooLate(certification, item, calendar));
}

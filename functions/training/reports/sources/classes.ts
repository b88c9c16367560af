// Classes of a period, and the registrations of classes one after the other.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { buildClassEntry, type ClassEntry, classSort } from '../../classes/class-entry.ts';
import { classById, listClassesByStart } from '../../classes/store.ts';
import { type RegistrationItem, registrationListing } from '../../registrations/record/registration.ts';
import { isWithin, type Period } from '../period.ts';
import type { ReadPosition } from '../report.ts';
import { readPages } from './pages.ts';
import { resolveReference } from './people.ts';

/** A class as reports tell of it. */
export type ReportedClass = Pick<
  ClassEntry,
  'id' | 'sectionName' | 'courseName' | 'startsAt' | 'days' | 'isCancelled'
>;

/** The day a class begins, in its own time zone. */
export const firstDay = ({ days, startsAt }: ReportedClass): string => days[0] ?? startsAt.slice(0, 10);

/** The class a parameter names, as its entry. @throws Failure 400 */
export const resolveClass = async (
  tenant: TenantStore,
  id: string | null | undefined,
): Promise<ReportedClass | undefined> => {
  const found = await resolveReference('class', 'classId', id, (wanted) => classById(tenant, wanted));
  return found && buildClassEntry(found);
};

/**
 * The classes that begin in a period, by start. Days are those of each class's own time zone, so that the instants asked
 * for reach a day further on both sides.
 */
export async function listClassesInPeriod(
  tenant: TenantStore,
  period: Period | undefined,
): Promise<readonly ReportedClass[]> {
  const { from, to } = period ?? {};
  const found = await listClassesByStart(tenant, {
    from: from === undefined ? undefined : new Date(addDays(from, -1)),
    until: to === undefined ? undefined : new Date(addDays(to, 2)),
  });
  return found.filter((entry) => isWithin(firstDay(entry), period));
}

/** Registrations of one class, and how many classes are behind. */
interface ClassRegistrations {
  readonly of: ReportedClass;
  readonly registrations: readonly RegistrationItem[];
  /** Whether these are the last of the class. */
  readonly isLast: boolean;
  readonly done: number;
  readonly next: string;
}

/** Where a reading goes on: with the first class that sorts at or after `from`, after a place in its registrations. */
interface ClassPosition {
  readonly from: string;
  readonly after?: string | undefined;
}

/** The registrations of some classes page by page, in the order of the classes, without those made after a moment. */
export async function* readRegistrations(
  tenant: TenantStore,
  classes: readonly ReportedClass[],
  asOf: Date,
  from: ReadPosition,
): AsyncGenerator<ClassRegistrations> {
  const place: ClassPosition = from.next === undefined ? { from: '' } : JSON.parse(from.next);
  // Nothing in an id sorts after a tilde.
  const range = { to: `${asOf.toISOString()}#~` };
  for (const [at, of] of classes.entries()) {
    const sort = classSort(of);
    if (sort < place.from) continue;
    const begin = sort === place.from ? place.after : undefined;
    for await (const { items, next } of readPages(tenant, registrationListing(tenant, of.id), range, begin)) {
      const goOn: ClassPosition = next === undefined ? { from: `${sort}~` } : { from: sort, after: next };
      const isLast = next === undefined;
      yield { of, registrations: items, isLast, done: isLast ? at + 1 : at, next: JSON.stringify(goOn) };
    }
  }
}

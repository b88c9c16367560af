// Reads the classes of a period, and the registrations of classes.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { buildClassEntry, type ClassEntry, classSort } from '../../classes/record/class-entry.ts';
import { classById, listClassesByStart } from '../../classes/record/store.ts';
import { type RegistrationItem, registrationListing } from '../../registrations/record/registration.ts';
import { isWithin, type Period } from '../definition/period.ts';
import type { ReadPosition } from '../definition/report.ts';
import { readPages } from './pages.ts';
import { resolveReference } from './people.ts';

/** The fields of a class that reports use. */
export type ReportedClass = Pick<
  ClassEntry,
  'id' | 'sectionName' | 'courseId' | 'courseName' | 'startsAt' | 'days' | 'isCancelled'
>;

/** The first day of a class, in its own time zone: every class has a session. */
export const firstDay = ({ days: [first = ''] }: ReportedClass): string => first;

/** The class that a parameter refers to. @throws Failure 400 */
export const resolveClass = async (
  tenant: TenantStore,
  id: string | null | undefined,
): Promise<ReportedClass | undefined> => {
  const found = await resolveReference('class', 'classId', id, (classId) => classById(tenant, classId));
  return found && buildClassEntry(found);
};

/**
 * The classes that begin in a period, by start. Days are in each class's own time zone, so the query covers a day more
 * on both sides.
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

/** A page of the registrations of one class, and how many classes are done. */
interface ClassRegistrations {
  readonly of: ReportedClass;
  readonly registrations: readonly RegistrationItem[];
  /** Whether this is the last page of the class. */
  readonly isLast: boolean;
  readonly done: number;
  readonly next: string;
}

/**
 * Where reading continues: with the first class that sorts at or after `from`, after a position in its registrations.
 */
interface ClassPosition {
  readonly from: string;
  readonly after?: string | undefined;
}

/** Reads the registrations of some classes page by page, without those created after a moment. */
export async function* readRegistrations(
  tenant: TenantStore,
  classes: readonly ReportedClass[],
  asOf: Date,
  from: ReadPosition,
): AsyncGenerator<ClassRegistrations> {
  const place: ClassPosition = from.next === undefined ? { from: '' } : JSON.parse(from.next);
  // Nothing in an id sorts after a tilde.
  const range = { to: `${asOf.toISOString()}#~` };
  for (const [index, of] of classes.entries()) {
    const sort = classSort(of);
    if (sort < place.from) continue;
    const begin = sort === place.from ? place.after : undefined;
    for await (const { items, next } of readPages(tenant, registrationListing(tenant, of.id), range, begin)) {
      const goOn: ClassPosition = next === undefined ? { from: `${sort}~` } : { from: sort, after: next };
      const isLast = next === undefined;
      yield {
        of,
        registrations: items,
        isLast,
        done: isLast ? index + 1 : index,
        next: JSON.stringify(goOn),
      };
    }
  }
}

// The classes of each instructor, as short entries, and a row for each instructor.
//
// Written together with the class: two changes for an instructor who is added or removed or whose time changes, one
// when only the class changed. A tenant has about a hundred instructors; about forty rows are a read unit.
import { type Change, put, remove, update } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { ClassInstructor, ClassItem } from '../record/class.ts';
import { type BookingCounts, ifStillBooked, listNewBookings } from './bookings.ts';

interface TaughtClass
  extends Pick<ClassItem, 'sectionName' | 'courseId' | 'courseName' | 'startsAt' | 'endsAt' | 'isCancelled'> {
  readonly type: 'taught-class';
  readonly classId: string;
  readonly isLead: boolean;
  readonly isGuest: boolean;
}

export interface InstructorRow {
  readonly type: 'instructor';
  readonly id: string;
  /** The name in the class that last named them. */
  readonly name: string;
  /** How many classes name them; 0 for a former instructor. */
  readonly classes: number;
  /** How often they were booked; absent for a row from before bookings were counted. */
  readonly bookings?: number;
}

export const taughtKey = (tenant: TenantStore, personId: string, item: ClassItem): Key<TaughtClass> =>
  tenant.key(`INSTRUCTOR#${personId}`, `CLASS#${item.startsAt}#${item.id}`);
export const instructorRowKey = (tenant: TenantStore, personId: string): Key<InstructorRow> =>
  tenant.key('INSTRUCTORS', `INSTRUCTOR#${personId}`);

export const buildTaughtClass = (item: ClassItem, { isLead, isGuest }: ClassInstructor): TaughtClass => ({
  type: 'taught-class',
  classId: item.id,
  sectionName: item.sectionName,
  courseId: item.courseId,
  courseName: item.courseName,
  startsAt: item.startsAt,
  endsAt: item.endsAt,
  isCancelled: item.isCancelled,
  isLead,
  isGuest,
});

/** Counts a class of an instructor, a booking, or both; a booking is refused when another was made since `counts`. */
function updateRow(
  tenant: TenantStore,
  { personId, name }: ClassInstructor,
  add: { readonly classes?: 1 | -1; readonly bookings?: 1 },
  counts?: BookingCounts,
): Change {
  const guard = add.bookings &&
    counts && { condition: ifStillBooked(counts.instructors.get(personId)), onConflict: 'retry' as const };
  return update(
    instructorRowKey(tenant, personId),
    { set: { type: 'instructor', id: personId, name }, add: { classes: 0, ...add } },
    guard,
  );
}

/**
 * The writes to instructor entries and rows when a class is created, changed or removed. With `counts` the transaction is
 * decided again when an instructor was booked meanwhile.
 */
export function buildInstructorChanges(
  tenant: TenantStore,
  before: ClassItem | undefined,
  after: ClassItem | undefined,
  counts?: BookingCounts,
): Change[] {
  const booked = listNewBookings(before, after).instructorIds;
  const had = new Map(before?.instructors.map((instructor) => [instructor.personId, instructor]));
  const has = new Map(after?.instructors.map((instructor) => [instructor.personId, instructor]));
  const removed = [...had.values()].flatMap((instructor): Change[] => {
    if (!before) return [];
    const isGone = !has.has(instructor.personId);
    const isMoved = isGone || before.startsAt !== after?.startsAt;
    return [
      ...(isMoved ? [remove(taughtKey(tenant, instructor.personId, before))] : []),
      ...(isGone ? [updateRow(tenant, instructor, { classes: -1 })] : []),
    ];
  });
  const added = [...has.values()].flatMap((instructor): Change[] => {
    if (!after) return [];
    const was = had.get(instructor.personId);
    const item = buildTaughtClass(after, instructor);
    const isSame =
      before !== undefined &&
      was !== undefined &&
      JSON.stringify(buildTaughtClass(before, was)) === JSON.stringify(item);
    return [
      ...(isSame ? [] : [put(taughtKey(tenant, instructor.personId, after), item)]),
      ...(booked.has(instructor.personId)
        ? [updateRow(tenant, instructor, { ...(!was && { classes: 1 }), bookings: 1 }, counts)]
        : []),
    ];
  });
  return [...removed, ...added];
}

/** The classes that a person teaches or has taught, by start; about twenty per read unit, ten if consistent. */
export const classesByInstructor = (
  tenant: TenantStore,
  personId: string,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<readonly TaughtClass[]> =>
  tenant.queryAll(tenant.partition<TaughtClass>(`INSTRUCTOR#${personId}`), { consistent });

/** How many classes were taught: those that have ended and were not cancelled. */
export const countTaughtClasses = (classes: readonly TaughtClass[], now: Date): number =>
  classes.filter(({ isCancelled, endsAt }) => !isCancelled && new Date(endsAt) <= now).length;

/** Everyone whom some class names as an instructor. */
export const loadInstructors = async (tenant: TenantStore): Promise<readonly InstructorRow[]> =>
  (await tenant.queryAll(tenant.partition<InstructorRow>('INSTRUCTORS'))).filter(
    ({ classes }) => classes > 0,
  );

// Who has a seat in a class, and what it brought in, for those who may read registrations
// (docs/interface/training.md#class-list-item).
//
// Told by a class alone, not by lists: its roster is read for it, some three registrations to a read unit, and the people
// on it, so that a page of classes would cost a hundred times as much with them as without.
import type { TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/person.ts';
import { peopleById } from '../../../shared/directory/person-store.ts';
import { getAmountPaid, getAmountRefunded } from '../registrations/payment.ts';
import { registrationListing } from '../registrations/registration.ts';

/** How much of a roster is read: what a page of it may have. */
const MAX_REGISTRATIONS = 200;

export interface Attendee {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly imageThumbUrl: string | null;
  readonly isFavorite: false;
  readonly isActive: boolean;
  readonly isDeleted: boolean;
}

/** Who takes part and what was paid; nothing of it for those who may not know. */
export interface AttendanceSummary {
  readonly attendees: readonly Attendee[];
  /** Paid less given back; null when it is not known from what was read. */
  readonly revenue: number | null;
}

export const noAttendance: AttendanceSummary = { attendees: [], revenue: null };

/** Amounts are added up in hundredths, so that sums stay exact. */
const toCents = (amount: number): number => Math.round(amount * 100);

/** Who has a seat, in the order in which they registered, and what the class brought in; up to 200 registrations. */
export async function loadAttendance(tenant: TenantStore, classId: string): Promise<AttendanceSummary> {
  const { items, next } = await tenant.query(registrationListing(tenant, classId), {
    limit: MAX_REGISTRATIONS,
  });
  const seated = items.filter(({ holdsSeat }) => holdsSeat);
  const people = await peopleById(
    tenant,
    seated.map(({ memberId }) => memberId),
  );
  const attendees = seated.map(({ memberId, memberName }, at): Attendee => {
    const person = people[at];
    return {
      id: memberId,
      name: person ? displayName(person) : memberName,
      email: person?.email ?? null,
      imageThumbUrl: person?.imageThumbUrl ?? null,
      isFavorite: false,
      isActive: person !== undefined && person.isActive !== false,
      isDeleted: person === undefined,
    };
  });
  const kept = items.reduce(
    (sum, { payment }) => sum + toCents(getAmountPaid(payment)) - toCents(getAmountRefunded(payment)),
    0,
  );
  return { attendees, revenue: next ? null : kept / 100 };
}

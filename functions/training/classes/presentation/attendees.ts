// The attendees of a class and its revenue, for callers who may read registrations
// (docs/interface/training.md#class-list-item).
//
// Only the response for a single class contains them. They need the roster (about three registrations per read unit)
// and the people on it, which would make a page of classes about a hundred times as expensive.

import { type EmailViewer, showEmail } from '../../../../shared/auth/access/email-visibility.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName, isActivePerson } from '../../../../shared/directory/people/person.ts';
import type { PresentPicture } from '../../../../shared/directory/people/person-photo.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { sumAmounts } from '../../../../shared/money/amount.ts';
import { getAmountPaid, getAmountRefunded } from '../../registrations/record/payment.ts';
import { registrationListing } from '../../registrations/record/registration.ts';

/** How many registrations are read: the largest page of a roster. */
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

/** Attendees and revenue; both empty for callers who may not see them. */
export interface AttendanceSummary {
  readonly attendees: readonly Attendee[];
  /** Payments less refunds; null when the registrations that were read are not all of them. */
  readonly revenue: number | null;
}

export const noAttendance: AttendanceSummary = { attendees: [], revenue: null };

/** The people with a seat, in the order of registration, and the revenue; reads up to 200 registrations. */
export async function loadAttendance(
  tenant: TenantStore,
  classId: string,
  viewer: EmailViewer,
  today: string,
  presentPicture: PresentPicture,
): Promise<AttendanceSummary> {
  const { items, next } = await tenant.query(registrationListing(tenant, classId), {
    limit: MAX_REGISTRATIONS,
  });
  const seated = items.filter(({ holdsSeat }) => holdsSeat);
  const people = await peopleById(
    tenant,
    seated.map(({ memberId }) => memberId),
  );
  const attendees = seated.map(({ memberId, memberName }, index): Attendee => {
    const person = people[index];
    return {
      id: memberId,
      name: person ? displayName(person) : memberName,
      email: showEmail(viewer, memberId, person?.email) || null,
      imageThumbUrl: presentPicture(person),
      isFavorite: false,
      isActive: person !== undefined && isActivePerson(person, today),
      isDeleted: person === undefined,
    };
  });
  const payments = items.flatMap(({ payment }) => [getAmountPaid(payment), -getAmountRefunded(payment)]);
  return { attendees, revenue: next ? null : sumAmounts(payments) };
}

// The classes of a page, or one alone, as its caller sees them: with everything they refer to, and the caller's own standing.
import type { Caller } from '../../../shared/auth/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { loadAttendance, noAttendance } from './attendees.ts';
import { loadClassReferences } from './load-references.ts';
import { loadParticipations } from './participation.ts';
import { presentClass } from './present-class.ts';
import { presentClassDetail } from './present-class-detail.ts';
import { type ClassWithSeats, classAndSeats } from './store.ts';
import { canSeeAttendees } from './viewer.ts';

interface ClassViewRequest {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly now: Date;
}

/** The classes as lists show them. What they refer to and how the caller stands with them is read at once. */
export async function loadClassViews(
  held: readonly ClassWithSeats[],
  { tenant, caller, now }: ClassViewRequest,
) {
  const items = held.map(({ item }) => item);
  const [found, own] = await Promise.all([
    loadClassReferences(tenant, items),
    loadParticipations(
      tenant,
      caller,
      items.map(({ id }) => id),
    ),
  ]);
  return held.map((one) =>
    presentClass(one, { references: found, participations: own, viewer: caller, now }),
  );
}

/**
 * One class with everything about it; with who takes part for those who may read registrations.
 * @throws Failure 404
 */
export async function loadClassDetail(id: string, { tenant, caller, now }: ClassViewRequest) {
  const [held, own] = await Promise.all([
    classAndSeats(tenant, id),
    loadParticipations(tenant, caller, [id]),
  ]);
  if (!held) throw notFound('class', id);
  const [found, attendance] = await Promise.all([
    loadClassReferences(tenant, [held.item]),
    canSeeAttendees(held.item, caller) ? loadAttendance(tenant, id) : noAttendance,
  ]);
  return presentClassDetail(held, {
    references: found,
    participations: own,
    viewer: caller,
    attendance,
    now,
  });
}

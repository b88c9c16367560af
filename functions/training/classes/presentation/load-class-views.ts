// Class responses with everything a class refers to and the caller's own participation, for a page or a single class.

import type { EmailViewer } from '../../../../shared/auth/access/email-visibility.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { type ClassWithSeats, classAndSeats } from '../record/store.ts';
import { loadAttendance, noAttendance } from './attendees.ts';
import { loadClassReferences } from './load-references.ts';
import { loadParticipations } from './participation.ts';
import { presentClass } from './present-class.ts';
import { presentClassDetail } from './present-class-detail.ts';
import { canSeeAttendees } from './viewer.ts';

interface ClassViewRequest extends EmailViewer {
  readonly tenant: TenantStore;
  readonly now: Date;
  readonly receivedAt: Date;
}

/** A page of classes. References and participations are read in parallel. */
export async function loadClassViews(
  classes: readonly ClassWithSeats[],
  { tenant, caller, now, receivedAt }: ClassViewRequest,
) {
  const items = classes.map(({ item }) => item);
  const [references, participations] = await Promise.all([
    loadClassReferences(tenant, items),
    loadParticipations(
      tenant,
      caller,
      items.map(({ id }) => id),
    ),
  ]);
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  return classes.map((classItem) =>
    presentClass(classItem, { references, participations, viewer: caller, now, presentPicture }),
  );
}

/**
 * One class in detail; with its attendees for callers who may read registrations.
 * @throws Failure 404
 */
export async function loadClassDetail(
  id: string,
  { tenant, caller, settings, now, receivedAt }: ClassViewRequest,
) {
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  const [classWithSeats, participations] = await Promise.all([
    classAndSeats(tenant, id),
    loadParticipations(tenant, caller, [id]),
  ]);
  if (!classWithSeats) throw notFound('class', id);
  const [references, attendance] = await Promise.all([
    loadClassReferences(tenant, [classWithSeats.item]),
    canSeeAttendees(classWithSeats.item, caller)
      ? loadAttendance(
          tenant,
          id,
          { caller, settings },
          toLocalDate(classWithSeats.item.timeZone, now),
          presentPicture,
        )
      : noAttendance,
  ]);
  return presentClassDetail(classWithSeats, {
    references,
    participations,
    viewer: caller,
    attendance,
    now,
    presentPicture,
  });
}

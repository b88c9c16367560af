// Presents registrations with their classes as they are now, their places on the waitlist, and the names of everybody whom
// they mention.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { classesById } from '../../classes/record/store.ts';
import type { RegistrationItem } from '../record/registration.ts';
import { findWaitlistPositions } from '../seats/waitlist.ts';
import { refreshClassDetails } from '../transition/status-change.ts';
import { listMentionedIds, loadNames } from './names.ts';
import { presentRegistration } from './present.ts';

/** Three round trips, two at once, with a query for each class in which somebody waits. */
export async function presentRegistrations(tenant: TenantStore, registrations: readonly RegistrationItem[]) {
  const classIds = [...new Set(registrations.map(({ classId }) => classId))];
  const [classes, positions, names] = await Promise.all([
    classesById(tenant, classIds),
    findWaitlistPositions(tenant, registrations),
    loadNames(tenant, registrations),
  ]);
  const classOf = new Map(classes.map((item) => [item.id, item]));
  return registrations.map((registration) => {
    const item = classOf.get(registration.classId);
    const mentioned = listMentionedIds(registration).flatMap((id): [string, string][] => {
      const name = names.get(id);
      return name === undefined ? [] : [[id, name]];
    });
    return presentRegistration(item ? refreshClassDetails(registration, item) : registration, {
      waitlistPosition: positions.get(registration.id),
      names: new Map(mentioned),
    });
  });
}

// Presents registrations with their places on the waitlist and the names of everybody whom they mention.
import type { TenantStore } from '../../../shared/data/store.ts';
import { listMentionedIds, loadNames } from './names.ts';
import { presentRegistration } from './present.ts';
import type { RegistrationItem } from './record/registration.ts';
import { findWaitlistPositions } from './waitlist.ts';

/** Two round trips, with a query for each class in which somebody waits. */
export async function presentRegistrations(tenant: TenantStore, registrations: readonly RegistrationItem[]) {
  const [positions, names] = await Promise.all([
    findWaitlistPositions(tenant, registrations),
    loadNames(tenant, registrations),
  ]);
  return registrations.map((registration) => {
    const mentioned = listMentionedIds(registration).flatMap((id): [string, string][] => {
      const name = names.get(id);
      return name === undefined ? [] : [[id, name]];
    });
    return presentRegistration(registration, {
      waitlistPosition: positions.get(registration.id),
      names: new Map(mentioned),
    });
  });
}

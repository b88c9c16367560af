// Facts about a registration that its message does not contain: the place and end of the class and the position on the
// waitlist. They are read on delivery, so that no transaction has to read or write them.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { classKey } from '../../classes/record/class.ts';
import { formatClassPlace } from '../../classes/record/class-place.ts';
import type { NotificationValues } from '../../notifications/merge-fields.ts';
import type { NotificationMessage } from '../../notifications/notification-message.ts';
import { registrationKey } from '../../registrations/record/registration.ts';
import { findWaitlistPosition } from '../../registrations/seats/waitlist.ts';

/** Loads the missing facts. Reads nothing when the message is complete or links to no registration. */
export async function loadMessageContext(
  tenant: TenantStore,
  { kind, link, values }: Pick<NotificationMessage, 'kind' | 'link' | 'values'>,
): Promise<NotificationValues> {
  const isWaiting = kind === 'registrationWaitlisted';
  if (link?.type !== 'registration' || (values.timeZone !== undefined && !isWaiting)) return {};
  const registration = await tenant.get(registrationKey(tenant, link.id), { consistent: true });
  if (!registration) return {};
  const [item, position] = await Promise.all([
    tenant.get(classKey(tenant, registration.classId)),
    isWaiting ? findWaitlistPosition(tenant, registration) : undefined,
  ]);
  return {
    ...(item && { timeZone: item.timeZone, classEndsAt: item.endsAt, classPlace: formatClassPlace(item) }),
    ...(position !== undefined && { waitlistPosition: position }),
  };
}

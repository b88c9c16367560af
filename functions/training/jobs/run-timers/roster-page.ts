// The roster of a class, a page to a timer: hundreds may be registered, and a transaction holds a hundred changes.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { setTimer, type TimerItem } from '../../../../shared/schedule/timers.ts';
import {
  type RegistrationItem,
  registrationListing,
  registrationSort,
} from '../../registrations/registration.ts';

/** A timer's subject: the class's id, the rest of what the timer is about, and where to go on among the registrants. */
export function parseSubject({ subject }: Pick<TimerItem, 'subject'>) {
  const [about = '', cursor] = subject.split('@', 2);
  const [classId = '', days] = about.split('#', 2);
  return { about, classId, days: Number(days), cursor };
}

/** A page of a roster. */
export interface RosterPage {
  /** As the index has them: one that has just changed may be shown as it was. */
  readonly registrations: readonly RegistrationItem[];
  /** Sets the timer for the page that follows; nothing after the last one. */
  readonly next: readonly Change[];
}

/** The page of a class's registrations that a timer stands for, and the timer for the next. */
export async function loadRosterPage(
  tenant: TenantStore,
  timer: Pick<TimerItem, 'kind' | 'subject'>,
  size: number,
  now: Date,
): Promise<RosterPage> {
  const { about, classId, cursor } = parseSubject(timer);
  // The range begins with the last one of the page before.
  const { items: found } = await tenant.query(registrationListing(tenant, classId), {
    ...(cursor !== undefined && { from: cursor }),
    limit: size + (cursor === undefined ? 0 : 1),
  });
  const registrations = found.filter((one) => registrationSort(one) !== cursor);
  const last = registrations.at(-1);
  const hasMore = last !== undefined && registrations.length === size;
  return {
    registrations,
    next: hasMore
      ? [setTimer(tenant, { kind: timer.kind, subject: `${about}@${registrationSort(last)}`, dueAt: now })]
      : [],
  };
}

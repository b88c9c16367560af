// Pages of a class roster, one for each timer: a class can have hundreds of registrations, a transaction 100 changes.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { setTimer, type TimerItem } from '../../../../shared/schedule/timers.ts';
import {
  type RegistrationItem,
  registrationListing,
  registrationSort,
} from '../../registrations/record/registration.ts';

/** Parses a timer's subject: the class's id, the days of a reminder, and the cursor of the next page. */
export function parseSubject({ subject }: Pick<TimerItem, 'subject'>) {
  const [about = '', cursor] = subject.split('@', 2);
  const [classId = '', days] = about.split('#', 2);
  return { about, classId, days: Number(days), cursor };
}

/** A page of a roster. */
export interface RosterPage {
  /** Read from the index, which can be a moment behind. */
  readonly registrations: readonly RegistrationItem[];
  /** Sets the timer for the next page; empty after the last page. */
  readonly next: readonly Change[];
}

/** Loads the page of a class's registrations that the timer's subject names, and the timer for the next page. */
export async function loadRosterPage(
  tenant: TenantStore,
  timer: Pick<TimerItem, 'kind' | 'subject'>,
  size: number,
  now: Date,
): Promise<RosterPage> {
  const { about, classId, cursor } = parseSubject(timer);
  // The range starts with the last registration of the previous page.
  const { items: found } = await tenant.query(registrationListing(tenant, classId), {
    ...(cursor !== undefined && { from: cursor }),
    limit: size + (cursor === undefined ? 0 : 1),
  });
  const registrations = found.filter((registration) => registrationSort(registration) !== cursor);
  const last = registrations.at(-1);
  const hasMore = last !== undefined && registrations.length === size;
  return {
    registrations,
    next: hasMore
      ? [setTimer(tenant, { kind: timer.kind, subject: `${about}@${registrationSort(last)}`, dueAt: now })]
      : [],
  };
}

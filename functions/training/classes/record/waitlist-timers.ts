// The timers of a class's waitlist; their subject begins with the class id.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { setTimer } from '../../../../shared/schedule/timers.ts';
import { phases } from '../../registrations/record/registration.ts';
import type { ClassItem } from './class.ts';
import { getClosingTime } from './registration-window.ts';

/** There may be seats for the waitlist: the class got more room, or another phase begins. */
const promoteWaitlist = 'promote-waitlist';
/** Registration closes. */
const waitlistCloses = 'waitlist-closes';

/** Gives free seats to the waitlist at a moment; set when the settings or times of a class change. */
export const setPromotionTimer = (tenant: TenantStore, classId: string, dueAt: Date): Change =>
  setTimer(tenant, { kind: promoteWaitlist, subject: classId, dueAt });

/** The class id of a waitlist's timer. */
export const parseTimerClassId = ({ subject }: { readonly subject: string }): string =>
  subject.split('#', 1)[0] ?? '';

/** The timers of a waitlist with entries: a promotion when a phase ends, and its end when registration closes. */
export function setWaitlistTimers(tenant: TenantStore, item: ClassItem, now: Date): Change[] {
  const closing = getClosingTime(item);
  const ends = phases.flatMap((phase) => item.registration[phase]?.endsAt ?? []).map((end) => new Date(end));
  const setAt = (kind: string, dueAt: Date): Change =>
    setTimer(tenant, { kind, subject: `${item.id}#${dueAt.toISOString()}`, dueAt });
  return [
    setAt(waitlistCloses, closing),
    ...ends.filter((end) => end > now && end < closing).map((end) => setAt(promoteWaitlist, end)),
  ];
}

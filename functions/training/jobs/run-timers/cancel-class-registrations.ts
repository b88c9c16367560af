// Cancels the registrations of a cancelled class, one page for each timer, and notifies each registrant once.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import { setTimer } from '../../../../shared/schedule/timers.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { classAndSeats } from '../../classes/record/store.ts';
import { closePaymentWithRefund } from '../../registrations/record/payment.ts';
import {
  isLive,
  type RegistrationItem,
  type RegistrationStatus,
  registrationListing,
  registrationsById,
} from '../../registrations/record/registration.ts';
import { applyStatusChanges, type StatusChange } from '../../registrations/seats/seats.ts';
import { notifyMember } from '../../registrations/transition/notification-messages.ts';
import { changeStatus } from '../../registrations/transition/status-change.ts';
import { buildTransitionChanges } from '../../registrations/transition/transition.ts';
import { loadRosterPage, parseSubject } from './roster-page.ts';

/** Registrations per timer: each takes up to five changes of the transaction's hundred. */
const pageSize = 18;

/** The delay before the roster is read again because the index was behind, in milliseconds. */
const recheckDelay = 60_000;

/** Whether attendance was recorded. Such a registration stays as it is when the class is cancelled. */
const isAttendanceRecorded = (status: RegistrationStatus): boolean =>
  status === 'Attended' || status === 'NoShow';

/** Cancels a registration with its class; payments become refunds due. */
function cancelWithClass({ cancelReason }: ClassItem, before: RegistrationItem, now: Date): StatusChange {
  const reason = `The class was cancelled${cancelReason ? `: ${cancelReason}` : '.'}`;
  const payment = closePaymentWithRefund(before.payment, { by: 'system', at: now });
  const after = changeStatus(before, 'Cancelled', { by: 'system', at: now, reason }, { payment });
  const values = { reason: cancelReason ?? '', refundDue: payment.refundDue ?? 0 };
  return { before, after, notificationKind: 'classCancelled', values };
}

/** Counts the registrations with recorded attendance. Reads the whole roster. */
async function countAttendanceRecorded(tenant: TenantStore, classId: string): Promise<number> {
  const registrations = await tenant.queryAll(registrationListing(tenant, classId), { only: ['status'] });
  return registrations.filter(({ status }) => isAttendanceRecorded(status)).length;
}

/**
 * Cancels a page of a cancelled class's registrations and sets the timer for the next page. Registrations with recorded
 * attendance stay as they are, and their registrants are only notified. Nobody is promoted to a freed seat. A
 * registration that the index did not contain yet is cancelled when the roster is read again.
 */
export const cancelClassRegistrations: TimerRule = async (tenant, timer, now) => {
  const { classId } = parseSubject(timer);
  const within = await classAndSeats(tenant, classId, { consistent: true });
  if (!within?.item.isCancelled) return [];
  const { item, seats } = within;
  const { registrations, next } = await loadRosterPage(tenant, timer, pageSize, now);
  const found = await registrationsById(
    tenant,
    registrations.map(({ id }) => id),
    { consistent: true },
  );
  const live = found
    .filter((registration) => registration !== undefined)
    .filter(({ status }) => isLive(status));
  const steps = live
    .filter(({ status }) => !isAttendanceRecorded(status))
    .map((before) => cancelWithClass(item, before, now));
  const left = applyStatusChanges(item, seats, steps).live;
  const isDone = next.length > 0 || left === 0 || left <= (await countAttendanceRecorded(tenant, classId));
  const again: Change[] = isDone
    ? []
    : [
        setTimer(tenant, {
          kind: timer.kind,
          subject: classId,
          dueAt: new Date(now.getTime() + recheckDelay),
        }),
      ];
  return [
    ...(await buildTransitionChanges(tenant, { statusChanges: steps, classWithSeats: within, now })),
    ...live
      .filter(({ status }) => isAttendanceRecorded(status))
      .map((registration) =>
        notifyMember(tenant, 'classCancelled', registration, item, now, { reason: item.cancelReason ?? '' }),
      ),
    ...next,
    ...again,
  ];
};

// Sets up the domains of tenants' senders in the mail system, and checks their DNS records again and again: mails come from a
// domain as long as its records are right.
import { dueSendersKind, findDueSender } from '../../../../shared/mail-sender/mail-sender.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { lookAfterSender } from '../../settings/mail-sender/look-after-sender.ts';

/** The milliseconds that must be left for one sender. */
const TIME_FOR_SENDER = 45_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  await serveDueTenants({
    job: 'look-after-mail-senders',
    kinds: [dueSendersKind],
    now: now(),
    hasTime: createTimeCheck(context, TIME_FOR_SENDER),
    serve: async (tenant, { hasTime }) => {
      if (!hasTime()) return true;
      const sender = await findDueSender(tenant, now());
      if (sender) await lookAfterSender(tenant, sender, now());
      return false;
    },
  });
};

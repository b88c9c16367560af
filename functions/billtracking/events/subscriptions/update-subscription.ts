// PUT /api/1.0/bill/event/subscription/{id}
import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../shared/subscriptions/audit.ts';
import { findCallerEmail } from '../../../../shared/subscriptions/find-user-email.ts';
import { updateFollower } from '../../../../shared/subscriptions/follower.ts';
import { replaceSubscription, requireSubscription } from '../../../../shared/subscriptions/store.ts';
import {
  applySubscriptionChange,
  channelEmail,
  type SubscriptionContent,
  type SubscriptionItem,
} from '../../../../shared/subscriptions/subscription.ts';
import { successReply } from '../../envelopes.ts';
import { type UpdateSubscriptionInput, updateSubscription } from './contract.ts';
import { parseSubscription } from './input.ts';
import { applyConsent, needsConsent } from './mail-consent.ts';
import { presentSubscription, seesAddress } from './present.ts';
import { clearSubscriptionTimers, setActiveTimers } from './timers.ts';

/** A client may send a subscription back as it was read, status included; only pause and resume change the status. */
function assertStatusUnchanged(
  sent: UpdateSubscriptionInput['status'],
  { id, status }: Pick<SubscriptionItem, 'id' | 'status'>,
): void {
  if (!sent || sent === status) return;
  const operations = `/api/1.0/bill/event/subscription/${id}`;
  const message = `status cannot be changed here and must stay ${status}: POST ${operations}/pause pauses the subscription, and POST ${operations}/resume resumes it.`;
  throw conflict(message, 'status');
}

/** Whether reminders are due at other times than before: those that would be past already are then not sent. */
const movesReminders = (before: SubscriptionContent, after: SubscriptionContent): boolean => {
  const pickTimes = ({ what, filter, channel }: SubscriptionContent) => [
    what.keyDateReminders,
    filter.stateIds,
    channel.type === 'mail' ? channel.digest : undefined,
  ];
  return !isDeepStrictEqual(pickTimes(before), pickTimes(after));
};

export const handler = lambda(
  updateSubscription,
  async ({ params, body, tenant, caller, settings, now, ifMatch, ...context }) => {
    const before = await requireSubscription(tenant, params.id, 'billtracking');
    assertStatusUnchanged(body.status, before);
    const showsAddress = seesAddress({ caller, settings }, before);
    // Who does not see the address of a webhook sends the subscription back without it, and does not mean to remove it.
    const email = before.channel.type === 'mail' || !showsAddress ? channelEmail(before.channel) : undefined;
    const content = await parseSubscription(tenant, body, before, { settings, email });
    const follower = updateFollower(before, content, caller);
    const changed = applySubscriptionChange(
      before,
      { ...content, follower, ...(movesReminders(before, content) && { remindersSince: now.toISOString() }) },
      now,
    );
    const callerEmail = needsConsent(changed) ? await findCallerEmail(tenant, caller) : undefined;
    const { subscription: after, changes } = applyConsent(changed, callerEmail, {
      tenant,
      settings,
      ...context,
    });
    return write(
      [
        replaceSubscription(tenant, before, after, ifMatch),
        ...(after.status === 'active' ? setActiveTimers(tenant, after, now) : []),
        ...(after.status === 'unconfirmed' ? clearSubscriptionTimers(tenant, after) : []),
        ...changes,
        auditSubscriptionChange(tenant, { before, after }, { caller, now, ...context }),
      ],
      successReply(
        presentSubscription(
          after,
          now,
          showsAddress || body.channel?.email === channelEmail(after.channel),
          caller,
        ),
        changes.length > 0
          ? 'The subscription was updated. The address is not yours, so a mail asks it to confirm.'
          : 'The subscription was updated.',
        { version: after.version },
      ),
    );
  },
);

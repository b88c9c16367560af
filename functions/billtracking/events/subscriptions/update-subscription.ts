// PUT /api/1.0/bill/event/subscription/{id}
import { assertMayFollow } from '../../../../shared/change-feed/topics.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { auditSubscriptionChange } from './audit.ts';
import { type UpdateSubscriptionInput, updateSubscription } from './contract.ts';
import { findCallerEmail } from './find-user-email.ts';
import { parseSubscription } from './input.ts';
import { applyConsent, needsConsent } from './mail-consent.ts';
import { presentSubscription, seesAddress } from './present.ts';
import { replaceSubscription, requireSubscription } from './store.ts';
import {
  applySubscriptionChange,
  channelEmail,
  type SubscriptionContent,
  type SubscriptionItem,
} from './subscription.ts';
import { clearSubscriptionTimers, setDigestTimer } from './timers.ts';

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

/** The topics whose changes somebody gets by the update who did not get them before: all of them at another address. */
function listNewTopics(before: SubscriptionItem, { what, channel }: SubscriptionContent): string[] {
  const moves =
    channel.type === 'webhook' && before.channel.type === 'webhook' && channel.url !== before.channel.url;
  return (what.topics ?? []).filter((topic) => moves || !before.what.topics?.includes(topic));
}

export const handler = lambda(
  updateSubscription,
  async ({ params, body, tenant, caller, settings, now, ifMatch, ...context }) => {
    const before = await requireSubscription(tenant, params.id);
    assertStatusUnchanged(body.status, before);
    const showsAddress = seesAddress({ caller, settings }, before);
    // Who does not see the address of a webhook sends the subscription back without it, and does not mean to remove it.
    const email = before.channel.type === 'mail' || !showsAddress ? channelEmail(before.channel) : undefined;
    const content = await parseSubscription(tenant, body, before, { settings, email });
    assertMayFollow(listNewTopics(before, content), caller.permissions);
    const changed = applySubscriptionChange(before, content, now);
    const callerEmail = needsConsent(changed) ? await findCallerEmail(tenant, caller) : undefined;
    const { subscription: after, changes } = applyConsent(changed, callerEmail, {
      tenant,
      settings,
      ...context,
    });
    return write(
      [
        replaceSubscription(tenant, before, after, ifMatch),
        ...(after.status === 'active' ? setDigestTimer(tenant, after, now) : []),
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

// POST /api/1.0/bill/event/subscription/{id}/resume
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { successReply } from '../../../envelopes.ts';
import { findCallerEmail } from '../find-user-email.ts';
import { applyConsent, needsConsent } from '../mail-consent.ts';
import { presentSubscription } from '../present.ts';
import { replaceSubscription, requireSubscription } from '../store.ts';
import { reactivateSubscription } from '../subscription.ts';
import { setDigestTimer, setSubscriptionTimer } from '../timers.ts';
import { resumeSubscription } from './contract.ts';

export const handler = lambda(
  resumeSubscription,
  async ({ params, tenant, caller, settings, now, ifMatch, ...context }) => {
    const before = await requireSubscription(tenant, params.id);
    const { version } = before;
    if (before.status === 'active')
      return successReply(presentSubscription(before, now), 'It is active already.', { version });
    const again = reactivateSubscription(before, now);
    const own = needsConsent(again) ? await findCallerEmail(tenant, caller) : undefined;
    const { subscription: after, changes } = applyConsent(again, own, { tenant, settings, ...context });
    if (before.status === 'unconfirmed' && after.status === 'unconfirmed' && changes.length === 0)
      return successReply(
        presentSubscription(before, now),
        'Its address was asked by mail and has not confirmed yet; nothing is sent until it does.',
        { version },
      );
    const isActive = after.status === 'active';
    return write(
      [
        replaceSubscription(tenant, before, after, ifMatch),
        ...(isActive ? setDigestTimer(tenant, after, now) : []),
        ...(after.channel.type === 'webhook'
          ? [setSubscriptionTimer(tenant, 'event-wake', after.id, now)]
          : []),
        ...changes,
      ],
      successReply(
        presentSubscription(after, now),
        isActive
          ? 'It is active again.'
          : 'Its address has not agreed to get mail, so it was asked by mail; nothing else goes there until it confirms.',
        { version: after.version },
      ),
    );
  },
);

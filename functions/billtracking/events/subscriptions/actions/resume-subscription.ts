// POST /api/1.0/bill/event/subscription/{id}/resume
import { ifUnchanged } from '../../../../../shared/http/etag.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../../shared/subscriptions/audit.ts';
import { findCallerEmail } from '../../../../../shared/subscriptions/find-user-email.ts';
import { replaceSubscription, requireSubscription } from '../../../../../shared/subscriptions/store.ts';
import { reactivateSubscription } from '../../../../../shared/subscriptions/subscription.ts';
import { setSubscriptionTimer } from '../../../../../shared/subscriptions/timers.ts';
import { successReply } from '../../../envelopes.ts';
import { applyConsent, needsConsent } from '../mail-consent.ts';
import { presentSubscription, seesAddress } from '../present.ts';
import { setActiveTimers } from '../timers.ts';
import { resumeSubscription } from './contract.ts';

export const handler = lambda(
  resumeSubscription,
  async ({ params, tenant, caller, settings, now, ifMatch, ...context }) => {
    const before = await requireSubscription(tenant, params.id, 'billtracking');
    const { version } = before;
    const showsAddress = seesAddress({ caller, settings }, before);
    ifUnchanged(version, ifMatch);
    if (before.status === 'active')
      return successReply(
        presentSubscription(before, now, showsAddress, caller),
        'The subscription is already active.',
        {
          version,
        },
      );
    const reactivated = reactivateSubscription(before, now);
    const callerEmail = needsConsent(reactivated) ? await findCallerEmail(tenant, caller) : undefined;
    const { subscription: after, changes } = applyConsent(reactivated, callerEmail, {
      tenant,
      settings,
      ...context,
    });
    if (before.status === 'unconfirmed' && after.status === 'unconfirmed' && changes.length === 0)
      return successReply(
        presentSubscription(before, now, showsAddress, caller),
        'A mail has asked the address to confirm; nothing else is sent until it does.',
        { version },
      );
    const isActive = after.status === 'active';
    return write(
      [
        replaceSubscription(tenant, before, after, ifMatch),
        ...(isActive ? setActiveTimers(tenant, after, now) : []),
        ...(after.channel.type === 'webhook'
          ? [setSubscriptionTimer(tenant, 'event-wake', after.id, now)]
          : []),
        ...changes,
        auditSubscriptionChange(tenant, { before, after }, { caller, now, ...context }),
      ],
      successReply(
        presentSubscription(after, now, showsAddress, caller),
        isActive
          ? 'The subscription was resumed.'
          : 'The address has not agreed to get mail, so a mail asks it to confirm; nothing else is sent until it does.',
        { version: after.version },
      ),
    );
  },
);

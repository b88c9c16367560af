// POST /api/1.0/Unsubscribe/{tenantCode}/{token}

import { write } from '../../../../../shared/http/reply.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { replaceSubscription } from '../../../../../shared/subscriptions/store.ts';
import { applySubscriptionChange, UNSUBSCRIBED } from '../../../../../shared/subscriptions/subscription.ts';
import { clearSubscriptionTimers } from '../timers.ts';
import { unsubscribe } from './contract.ts';
import { describeUnsubscription, findUnsubscription, isUnsubscribed } from './unsubscription.ts';

export const handler = pageLambda(unsubscribe, async ({ params, platform, receivedAt }) => {
  const found = await findUnsubscription(platform, params.tenantCode, params.token);
  if (!found) return renderPage(unknownLinkPage);
  const { tenant, settings, email, subscription: before } = found;
  if (!before || isUnsubscribed(before))
    return renderPage(describeUnsubscription(email, before), settings.name);
  const now = tenantTime(settings, receivedAt);
  // Neither an earlier confirmation link nor resuming the subscription may send mail to this address again.
  const unsubscribed = {
    status: 'disabled',
    disabledReason: UNSUBSCRIBED,
    agreedEmail: undefined,
    asked: undefined,
  } as const;
  const after = applySubscriptionChange(before, unsubscribed, now);
  return write(
    [replaceSubscription(tenant, before, after), ...clearSubscriptionTimers(tenant, after)],
    renderPage(describeUnsubscription(email, after), settings.name),
  );
});

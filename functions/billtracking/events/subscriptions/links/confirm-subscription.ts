// POST /api/1.0/Confirmations/{tenantCode}/{token}

import { write } from '../../../../../shared/http/reply.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { replaceSubscription } from '../../../../../shared/subscriptions/store.ts';
import {
  applySubscriptionChange,
  hasAgreed,
  reactivateSubscription,
} from '../../../../../shared/subscriptions/subscription.ts';
import { setActiveTimers } from '../timers.ts';
import { describeConfirmation, findConfirmation } from './confirmation.ts';
import { confirmSubscription } from './contract.ts';

export const handler = pageLambda(confirmSubscription, async ({ params, platform, receivedAt }) => {
  const found = await findConfirmation(platform, params.tenantCode, params.token);
  if (!found) return renderPage(unknownLinkPage);
  const { tenant, settings, subscription: before, asked: request } = found;
  if (hasAgreed(before) || Date.parse(request.expires) <= receivedAt.getTime())
    return renderPage(describeConfirmation(before, request, receivedAt), settings.name);
  const now = tenantTime(settings, receivedAt);
  const confirmed = { ...before, agreedEmail: request.email };
  const isWaiting = before.status === 'unconfirmed';
  const after = isWaiting
    ? reactivateSubscription(confirmed, now)
    : applySubscriptionChange(confirmed, {}, now);
  return write(
    [replaceSubscription(tenant, before, after), ...(isWaiting ? setActiveTimers(tenant, after, now) : [])],
    renderPage(describeConfirmation(after, request, receivedAt), settings.name),
  );
});

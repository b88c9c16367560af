// POST /api/v1/Webhooks/{webhookId}/Replay
import { positionAt } from '../../../../shared/change-feed/feed.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { putReplay } from '../../../../shared/subscriptions/progress.ts';
import { findReplayStart } from '../../../../shared/subscriptions/replay-start.ts';
import { requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { setSubscriptionTimer } from '../../../../shared/subscriptions/timers.ts';
import { replayWebhook } from './contract.ts';

export const handler = lambda(replayWebhook, async ({ params, body, tenant, settings, now, receivedAt }) => {
  const { id, status } = await requireSubscription(tenant, params.webhookId, 'crm');
  if (status !== 'active') throw conflict(`The webhook is ${status}; resume it before replaying it.`);
  const from = await findReplayStart(tenant, body.from, settings.timeZone, receivedAt);
  return write(
    [
      putReplay(tenant, id, { from, upTo: positionAt(receivedAt) }),
      setSubscriptionTimer(tenant, 'event-replay', id, now),
    ],
    ok({ webhookId: id, from: body.from }),
  );
});

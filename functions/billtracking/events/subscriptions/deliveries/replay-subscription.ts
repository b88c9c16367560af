// POST /api/1.0/bill/event/subscription/{id}/replay
import { positionAt } from '../../../../../shared/change-feed/feed.ts';
import { conflict } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { putReplay } from '../../../../../shared/subscriptions/progress.ts';
import { findReplayStart } from '../../../../../shared/subscriptions/replay-start.ts';
import { requireSubscription } from '../../../../../shared/subscriptions/store.ts';
import { setSubscriptionTimer } from '../../../../../shared/subscriptions/timers.ts';
import { successReply } from '../../../envelopes.ts';
import { replaySubscription } from './contract.ts';

export const handler = lambda(
  replaySubscription,
  async ({ params, body, tenant, settings, now, receivedAt }) => {
    const { id, status, channel } = await requireSubscription(tenant, params.id, 'billtracking');
    if (channel.type === 'calendar')
      throw conflict('A calendar feed always contains everything; it cannot be replayed.');
    if (status === 'unconfirmed')
      throw conflict('The subscription sends nothing until its address confirms; replay it after that.');
    if (status !== 'active') throw conflict(`The subscription is ${status}; resume it before replaying it.`);
    const from = await findReplayStart(tenant, body.from, settings.timeZone, receivedAt);
    return write(
      [
        putReplay(tenant, id, { from, upTo: positionAt(receivedAt) }),
        setSubscriptionTimer(tenant, 'event-replay', id, now),
      ],
      successReply({ subscriptionId: id, from: body.from }, 'The replay begins within a minute.'),
    );
  },
);

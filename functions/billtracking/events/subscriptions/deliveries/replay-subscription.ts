// POST /api/1.0/bill/event/subscription/{id}/replay
import { findChangePosition, positionAt } from '../../../../../shared/change-feed/feed.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { conflict, invalid } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { getStartOfDay } from '../../../../../shared/time/local-time.ts';
import { successReply } from '../../../envelopes.ts';
import { unknownValue } from '../../../unknown-value.ts';
import { requireSubscription } from '../store.ts';
import { setSubscriptionTimer } from '../timers.ts';
import { replaySubscription } from './contract.ts';
import { putReplay } from './progress.ts';

/** The position in the change feed where a replay begins. @throws Failure 400 for a future moment or an unknown id */
async function findStartPosition(
  tenant: TenantStore,
  from: string,
  timeZone: string,
  receivedAt: Date,
): Promise<string> {
  if (!/^\d{13}-/.test(from)) {
    const moment = /^\d{4}-\d{2}-\d{2}$/.test(from) ? getStartOfDay(from, timeZone) : new Date(from);
    if (moment <= receivedAt) return positionAt(moment);
    const message = `from must be in the past, but was ${from}, and it is now ${receivedAt.toISOString()}.`;
    throw invalid([{ code: 'OUT_OF_RANGE', message, target: 'from' }]);
  }
  const position = await findChangePosition(tenant, from);
  if (position !== undefined) return position;
  const message = `from must be a past moment, a day, or the id of a change, but no change has the id ${from}.`;
  throw invalid([unknownValue('from', message)]);
}

export const handler = lambda(
  replaySubscription,
  async ({ params, body, tenant, settings, now, receivedAt }) => {
    const { id, status, channel } = await requireSubscription(tenant, params.id);
    if (channel.type === 'calendar')
      throw conflict('A calendar feed always contains everything; it cannot be replayed.');
    if (status === 'unconfirmed')
      throw conflict('The subscription sends nothing until its address confirms; replay it after that.');
    if (status !== 'active') throw conflict(`The subscription is ${status}; resume it before replaying it.`);
    const from = await findStartPosition(tenant, body.from, settings.timeZone, receivedAt);
    return write(
      [
        putReplay(tenant, id, { from, upTo: positionAt(receivedAt) }),
        setSubscriptionTimer(tenant, 'event-replay', id, now),
      ],
      successReply({ subscriptionId: id, from: body.from }, 'The replay begins within a minute.'),
    );
  },
);

// $connect: admits a subscriber to the push channel, or replies with the error of an endpoint.

import { assertMayFollow, parseTopics } from '../../../shared/change-feed/topics.ts';
import { createMeter, runWithMeter } from '../../../shared/data/meter.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import {
  publishedKeysPattern,
  runWithAccessScope,
  subscribersKeyPattern,
  tenantKeyPattern,
} from '../../../shared/data/tenant/access-scope.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { Failure, tooManyRequests } from '../../../shared/errors/failure.ts';
import { buildFailureReply, type HttpReply } from '../../../shared/http/envelopes/failure-reply.ts';
import { parseTier, pushLimits } from '../../../shared/limits/tiers.ts';
import { logError, logRequest } from '../../../shared/log/log.ts';
import {
  admitSubscriber,
  type ConnectEvent,
  pushPath,
  readCredentials,
} from '../../../shared/push/admission.ts';
import { forgetFollowedTopics } from '../../../shared/push/followed-topics.ts';
import { listSubscribers, saveSubscriber } from '../../../shared/push/subscriber-connections.ts';

/** The longest cursor. */
const maxCursorLength = 64;

/** Whether the query asks for several changes in one message. */
const asksForBatches = ({ queryStringParameters }: ConnectEvent): boolean =>
  queryStringParameters?.batch?.trim().toLowerCase() === 'true';

/** Accepts the connection. It opens once this is returned, so nothing can be sent before. */
const acceptedReply: HttpReply = { statusCode: 200, headers: {}, body: '' };

async function acceptConnection(event: ConnectEvent, now: Date): Promise<string> {
  const { tenant, claims, permissions, tier } = await admitSubscriber(readCredentials(event), now);
  const topics = parseTopics(event.queryStringParameters?.topics);
  assertMayFollow(topics, permissions);
  const { connections } = pushLimits[parseTier(tier)];
  if ((await listSubscribers(tenant)).length >= connections)
    throw tooManyRequests(
      `A tenant of the tier ${parseTier(tier)} may have at most ${connections} push connections, and has that many: close one first.`,
      60,
    );
  const since = event.queryStringParameters?.since?.slice(0, maxCursorLength) || undefined;
  await saveSubscriber(openPlatformStore(), tenant, {
    id: event.requestContext.connectionId,
    since,
    topics,
    ...(asksForBatches(event) && { isBatched: true }),
    claims,
    now,
  });
  await forgetFollowedTopics(tenant);
  return tenant.code;
}

function buildRefusal(error: unknown, requestId: string, now: Date): { reply: HttpReply; code: string } {
  if (!(error instanceof Failure)) logError(requestId, error);
  const failure = error instanceof Failure ? error : new Failure('INTERNAL_SERVER_ERROR');
  const request = { method: 'GET', path: pushPath, requestId, timestamp: now.toISOString() };
  return { reply: buildFailureReply('crm', failure, request), code: failure.code };
}

/** May access the named tenant's keys, as an endpoint may, and the list of connections. */
function resolveAccessScope(event: ConnectEvent) {
  const tenant = parseTenantCode(readCredentials(event).tenantCode ?? '');
  const readWrite = tenant === undefined ? [] : [tenantKeyPattern(tenant), subscribersKeyPattern];
  return { tenant, readWrite, readOnly: [publishedKeysPattern] };
}

export const handler = (event: ConnectEvent): Promise<HttpReply> => {
  const now = new Date();
  const startedAt = performance.now();
  const requestId = `req-${event.requestContext.requestId}`;
  const meter = createMeter();
  const finish = (
    reply: HttpReply,
    details: { readonly tenant?: string; readonly code?: string },
  ): HttpReply => {
    const milliseconds = performance.now() - startedAt;
    const { statusCode: status } = reply;
    const { tenant, code } = details;
    logRequest({ requestId, tenant, endpoint: `GET ${pushPath}`, status, milliseconds, code, meter });
    return reply;
  };
  return runWithMeter(meter, () =>
    runWithAccessScope(resolveAccessScope(event), () => acceptConnection(event, now)).then(
      (tenant) => finish(acceptedReply, { tenant }),
      (error: unknown) => {
        const { reply, code } = buildRefusal(error, requestId, now);
        return finish(reply, { code });
      },
    ),
  );
};

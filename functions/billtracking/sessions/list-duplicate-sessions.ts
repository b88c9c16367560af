// GET /api/1.0/session/duplicates
import { lambda } from '../../../shared/http/lambda.ts';
import type { Session } from '../../../shared/legislature/sessions/session.ts';
import { isBuiltIn } from '../../../shared/legislature/sessions/session-merge.ts';
import { findVariantPairs } from '../../../shared/legislature/sessions/session-variants.ts';
import { listSessions } from '../../../shared/legislature/sessions/sessions.ts';
import { successReply } from '../envelopes.ts';
import { listDuplicateSessions } from './contract.ts';

/** The session that stays comes first: a built-in one, otherwise the older one. */
const orderPair = ([a, b]: readonly [Session, Session]): readonly [Session, Session] =>
  a.id < b.id ? [a, b] : [b, a];

export const handler = lambda(listDuplicateSessions, async ({ query, tenant }) => {
  const pairs = findVariantPairs(await listSessions(tenant, query))
    .map(({ pair, reason }) => ({ pair: orderPair(pair), reason }))
    // The platform distinguishes built-in sessions.
    .filter(({ pair: [, other] }) => !isBuiltIn(other))
    .sort(({ pair: [a, b] }, { pair: [c, d] }) => a.stateId - c.stateId || a.id - c.id || b.id - d.id)
    .map(({ pair: [session, duplicate], reason }) => ({ session, duplicate, reason }));
  const message = pairs.length === 1 ? 'A pair of sessions' : `${pairs.length} pairs of sessions`;
  return successReply(pairs, `${message} may be one session.`);
});

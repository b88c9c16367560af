// DELETE /api/v1/Account/Sessions/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { endSession } from '../sessions/end-session.ts';
import { liveSessionsByUser } from '../sessions/store.ts';
import { endOwnSession } from './contract.ts';
import { requireAccountOwner } from './owner.ts';

export const handler = lambda(endOwnSession, async ({ params, platform, caller, receivedAt, newId }) => {
  const sessions = await liveSessionsByUser(platform, requireAccountOwner(caller).subject, receivedAt);
  const session = sessions.find(({ id }) => id === params.id);
  if (!session) throw notFound('session', params.id);
  return write(await endSession(platform, session, { now: receivedAt, newId }), noContent());
});

// DELETE /api/v1/Account/Sessions/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { endSignIn } from '../sessions/end-session.ts';
import { endOwnSession } from './contract.ts';
import { requireAccountOwner } from './owner.ts';

export const handler = lambda(endOwnSession, async ({ params, platform, caller, receivedAt, newId }) => {
  const { subject } = requireAccountOwner(caller);
  const changes = await endSignIn(platform, subject, params.id, { now: receivedAt, newId });
  if (!changes) throw notFound('session', params.id);
  return write(changes, noContent());
});

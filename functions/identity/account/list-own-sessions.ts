// GET /api/v1/Account/Sessions
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import type { SessionItem } from '../sessions/session.ts';
import { liveSessionsByUser } from '../sessions/store.ts';
import { listOwnSessions } from './contract.ts';
import { requireAccountOwner } from './owner.ts';

const presentSession = ({ id, createdDate, endsAt, address, userAgent, ...session }: SessionItem) => ({
  id,
  createdDate,
  expires: new Date(endsAt * 1000).toISOString(),
  address,
  ...(userAgent !== undefined && { userAgent }),
  isRemembered: session.isRemembered,
  applications: session.clients.map(({ clientId, tenantCode }) => ({ clientId, tenantCode })),
});

export const handler = lambda(listOwnSessions, async ({ platform, caller, receivedAt }) => {
  const sessions = await liveSessionsByUser(platform, requireAccountOwner(caller).subject, receivedAt);
  return ok({ items: sessions.map(presentSession) });
});

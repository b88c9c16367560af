// GET /api/v1/Account/Sessions
import { signInClientId } from '../../../shared/auth/tokens/issue-token.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import type { IssuedTokenItem } from '../sessions/issued-tokens.ts';
import type { SessionItem } from '../sessions/session.ts';
import { liveSignInsByUser } from '../sessions/store.ts';
import { listOwnSessions } from './contract.ts';
import { requireAccountOwner } from './owner.ts';

const toTimestamp = (seconds: number): string => new Date(seconds * 1000).toISOString();

const presentSession = ({ id, createdDate, endsAt, address, userAgent, ...session }: SessionItem) => ({
  kind: 'browser' as const,
  id,
  createdDate,
  expires: toTimestamp(endsAt),
  address,
  ...(userAgent !== undefined && { userAgent }),
  isRemembered: session.isRemembered,
  isCurrent: false,
  applications: session.clients.map(({ clientId, tenantCode }) => ({ clientId, tenantCode })),
});

const presentToken = (
  { id, issuedAt, expiresAt, address, userAgent, tenantCode }: IssuedTokenItem,
  currentId: string,
) => ({
  kind: 'token' as const,
  id,
  createdDate: toTimestamp(issuedAt),
  expires: toTimestamp(expiresAt),
  address,
  ...(userAgent !== undefined && { userAgent }),
  isRemembered: false,
  isCurrent: id === currentId,
  applications: [{ clientId: signInClientId, tenantCode }],
});

export const handler = lambda(listOwnSessions, async ({ platform, caller, receivedAt }) => {
  const { subject, claims } = requireAccountOwner(caller);
  const { sessions, tokens } = await liveSignInsByUser(platform, subject, receivedAt);
  const items = [...sessions.map(presentSession), ...tokens.map((token) => presentToken(token, claims.jti))];
  return ok({ items: items.sort((one, other) => (one.createdDate < other.createdDate ? 1 : -1)) });
});

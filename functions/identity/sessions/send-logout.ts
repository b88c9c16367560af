// Sends a logout token to an application (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.5).
import { randomUUID } from 'node:crypto';
import { type ClientItem, findActiveClient, getSignIn } from '../../../shared/auth/clients/clients.ts';
import { getIssuer } from '../../../shared/auth/tokens/issue-token.ts';
import { signLogoutToken } from '../../../shared/auth/tokens/sign-token.ts';
import { getSigningKey } from '../../../shared/auth/tokens/signing-key.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { attempt } from '../../../shared/jobs/attempts.ts';
import { logError } from '../../../shared/log/log.ts';
import { fetchPublic } from '../../../shared/webhooks/public-fetch.ts';
import { type LogoutNoticeItem, storeNotices } from './logout-notice.ts';

/** How long one attempt may take; none is begun with less time left. */
export const attemptMilliseconds = 15_000;

/** How long a logout token may be used, in seconds (2.4: two minutes at most). */
export const tokenSeconds = 120;

/** What a logout token says. Every attempt has a token of its own. */
export const buildLogoutClaims = (
  notice: Pick<LogoutNoticeItem, 'userId' | 'clientId' | 'sessionId'>,
  issuer: string,
  now: Date,
) => {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    ...{ iss: issuer, sub: notice.userId, aud: notice.clientId },
    ...{ iat, exp: iat + tokenSeconds, jti: randomUUID(), sid: notice.sessionId },
  };
};

/** Posts the token. @throws Error when the application does not accept it */
async function post(uri: string, client: ClientItem, notice: LogoutNoticeItem, now: Date): Promise<void> {
  const key = await getSigningKey(getSignIn(client).idTokenSignedResponseAlg);
  const token = await signLogoutToken(buildLogoutClaims(notice, getIssuer(), now), key);
  const { status } = await fetchPublic(uri, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': 'Rostrum-Logout/1.0' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  });
  if (status < 200 || status > 299) throw new Error(`The application answered ${status}`);
}

/** Attempts to send one notice: at least once, and again later where the application does not accept it. */
export async function sendLogout(
  platform: PlatformStore,
  tenant: TenantStore,
  notice: LogoutNoticeItem,
  now: Date,
): Promise<void> {
  const client = await findActiveClient(platform, notice.clientId);
  const uri = client && getSignIn(client).backchannelLogoutUri;
  const send = async (): Promise<void> => {
    if (!client || uri === undefined) return;
    await post(uri, client, notice, now).catch((error: unknown) => {
      logError(`logout notice ${notice.id} to ${notice.clientId}`, error);
      throw error;
    });
  };
  await attempt(storeNotices(tenant), notice, send, () => now);
}

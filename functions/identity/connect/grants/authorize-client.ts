// Gives an application a code for what a person has allowed.
import { randomUUID } from 'node:crypto';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import type { Reply } from '../../../../shared/http/reply.ts';
import type { PageLook } from '../../pages/identity-page.ts';
import { getAuthentication } from '../../sessions/session.ts';
import { insertSessionGrant } from '../../sessions/session-grants.ts';
import { type CurrentSession, recordClient, type StoredSession } from '../../sessions/store.ts';
import type { AuthorizationRequest } from '../requests/authorization-request.ts';
import { answer } from '../requests/authorization-response.ts';
import { generateCode, insertCode } from './codes.ts';

/** The changes that give the application a code, and the answer that takes it there. */
export interface Authorized {
  readonly changes: readonly Change[];
  readonly reply: Reply<303, null> | Reply<200, string>;
}

/**
 * Records in the session what an application gets in it, so that signing out reaches it.
 * @param moment at which the application asks for its tokens at the latest, to the minute
 */
export const recordInSession = (
  platform: PlatformStore,
  session: StoredSession,
  given: {
    readonly grantId: string;
    readonly clientId: string;
    readonly tenantCode: string;
    readonly scopes: readonly string[];
  },
  moment: Date,
): Change[] => [
  ...recordClient(platform, session, { clientId: given.clientId, tenantCode: given.tenantCode }),
  ...(given.scopes.includes('offline_access')
    ? []
    : [insertSessionGrant(platform, session.id, given, moment)]),
];

/**
 * Answers a request with a code for one tenant.
 * @param headers of the answer, such as a new cookie
 */
export function authorizeClient(
  platform: PlatformStore,
  request: AuthorizationRequest,
  { session, user }: Pick<CurrentSession, 'session' | 'user'>,
  {
    tenantCode,
    look,
    headers,
  }: {
    readonly tenantCode: string;
    readonly look: PageLook;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
  now: Date,
): Authorized {
  const { clientId, redirectUri, scopes, nonce, codeChallenge, dpopJkt } = request;
  const code = generateCode();
  const plannedGrantId = randomUUID();
  const content = {
    ...{ clientId, redirectUri, tenantCode, scopes, nonce, codeChallenge, plannedGrantId, dpopJkt },
    userId: user.id,
    ...getAuthentication(session),
    sessionId: session.id,
  };
  return {
    changes: [
      insertCode(platform, code, content, now),
      ...recordInSession(platform, session, { grantId: plannedGrantId, clientId, tenantCode, scopes }, now),
    ],
    reply: answer(request, { code }, look, headers),
  };
}

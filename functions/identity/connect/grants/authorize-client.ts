// Gives an application a code for what a person has allowed.
import { randomUUID } from 'node:crypto';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import type { Reply } from '../../../../shared/http/reply.ts';
import type { Brand } from '../../../../shared/pages/brand.ts';
import { getAuthentication } from '../../sessions/session.ts';
import { insertSessionGrant } from '../../sessions/session-grants.ts';
import { type CurrentSession, recordClient } from '../../sessions/store.ts';
import type { AuthorizationRequest } from '../requests/authorization-request.ts';
import { answer } from '../requests/authorization-response.ts';
import { generateCode, insertCode } from './codes.ts';

/** The changes that give the application a code, and the answer that takes it there. */
export interface Authorized {
  readonly changes: readonly Change[];
  readonly reply: Reply<303, null> | Reply<200, string>;
}

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
    brand,
    headers,
  }: {
    readonly tenantCode: string;
    readonly brand: Brand;
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
      ...recordClient(platform, session, { clientId, tenantCode }),
      ...(scopes.includes('offline_access')
        ? []
        : [insertSessionGrant(platform, session.id, { grantId: plannedGrantId, clientId, tenantCode }, now)]),
    ],
    reply: answer(request, { code }, brand, headers),
  };
}

// The reply of userinfo to an access token (OpenID Connect Core 5.3).

import { readGroups } from '../../../../shared/auth/accounts/read-groups.ts';
import { userKey } from '../../../../shared/auth/accounts/users.ts';
import { parseScope } from '../../../../shared/auth/permissions/permissions.ts';
import { assertPossession, parseSentToken } from '../../../../shared/auth/tokens/possession.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { personKey } from '../../../../shared/directory/people/person-store.ts';
import { type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { ok } from '../../../../shared/http/reply.ts';
import type { Request } from '../../../../shared/http/request/request.ts';
import { findLiveToken, verifyTokenClaims } from '../../oauth/live-token.ts';
import { buildPersonClaims } from './person-claims.ts';

const invalidToken: ErrorDetail = {
  code: 'TOKEN_INVALID',
  message: 'The access token is not, or no longer, valid.',
  target: 'Authorization',
};

const unauthenticated = (detail?: ErrorDetail): Failure =>
  detail
    ? new Failure('AUTHENTICATION_REQUIRED', detail.message, { target: detail.target, details: [detail] })
    : new Failure(
        'AUTHENTICATION_REQUIRED',
        'This request requires an access token: Authorization: Bearer <access token>.',
        { target: 'Authorization' },
      );

/**
 * The claims about the person to whom a token belongs. One without a scope, as the two-step sign-in gives it, has all.
 * @param formToken the token that came in a form in the place of the header (RFC 6750 2.2)
 * @throws Failure 400 where both came; 401, also for the token of a client; 403 for one without the scope openid
 */
export async function presentUserinfo(
  platform: PlatformStore,
  { headers, method }: Pick<Request, 'headers' | 'method'>,
  now: Date,
  formToken?: string,
) {
  const inHeader = parseSentToken(headers.authorization);
  if (inHeader && formToken !== undefined)
    throw new Failure('VALIDATION_ERROR', 'Send the access token once: in the header or in the form.', {
      target: 'access_token',
    });
  const sent = formToken === undefined ? inHeader : ({ scheme: 'Bearer', token: formToken } as const);
  if (!sent) throw unauthenticated();
  const claims = await verifyTokenClaims(sent.token, now);
  if (claims) {
    const url = areaUrl('identity', '/connect/userinfo');
    await assertPossession(claims, sent, { text: headers.dpop, method, url }, now);
  }
  const live = claims && (await findLiveToken(platform, claims));
  if (live?.subject.kind !== 'user') throw unauthenticated(invalidToken);
  const { tenant, subject } = live;
  const scopes = live.claims.scope === undefined ? undefined : parseScope(live.claims.scope);
  const isGranted = (scope: string) => scopes === undefined || scopes.includes(scope);
  if (!isGranted('openid'))
    throw new Failure('PERMISSION_DENIED', 'The access token does not have the scope openid.');
  const { personId } = subject;
  const needsPerson = personId !== undefined && (isGranted('profile') || isGranted('email'));
  const [[person], [user]] = await readGroups(
    needsPerson ? [personKey(tenant, personId)] : [],
    isGranted('email') ? [userKey(platform, subject.id)] : [],
  );
  return ok(buildPersonClaims(tenant.code, subject, user ?? {}, person, isGranted));
}

// Signs access tokens: only functions that issue them load this, and jose with it.
import { SignJWT } from 'jose/jwt/sign';
import type { SigningKey } from './keys.ts';
import type { AccessTokenClaims } from './tokens.ts';

/**
 * Signs a token: header `typ: at+jwt`, `alg: ES256`, `kid` (RFC 9068 2.1).
 */
export function signAccessToken(
  claims: AccessTokenClaims,
  signer: Pick<SigningKey, 'kid' | 'key'>,
): Promise<string> {
  const { scope, cnf, auth_time, acr, amr, person_id, ...rest } = claims;
  return new SignJWT({
    ...rest,
    ...(scope !== undefined && { scope }),
    ...(cnf && { cnf: { ...cnf } }),
    ...(auth_time !== undefined && { auth_time }),
    ...(acr !== undefined && { acr }),
    ...(amr && { amr: [...amr] }),
    ...(person_id !== undefined && { person_id }),
  })
    .setProtectedHeader({ typ: 'at+jwt', alg: 'ES256', kid: signer.kid })
    .sign(signer.key);
}

/** The claims of an ID token (OpenID Connect Core 2). Times are epoch seconds. */
export interface IdTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly auth_time: number;
  readonly nonce?: string | undefined;
  readonly acr: string;
  readonly amr: readonly string[];
  readonly at_hash: string;
  readonly sid: string;
  /** The workspace that was entered. */
  readonly tenant: string;
  /** The record of the directory that the user is; with the scope profile. */
  readonly person_id?: string | undefined;
}

/** The claims of a logout token beside its event (OpenID Connect Back-Channel Logout 1.0, 2.4). Times are epoch seconds. */
export interface LogoutTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly sid: string;
}

/** Signs a logout token, with the algorithm of the client's ID tokens (2.4); it has no nonce and a type of its own, so that nobody takes it for an ID token. */
export const signLogoutToken = (claims: LogoutTokenClaims, signer: SigningKey): Promise<string> =>
  new SignJWT({ ...claims, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
    .setProtectedHeader({ typ: 'logout+jwt', alg: signer.alg, kid: signer.kid })
    .sign(signer.key);

/** Signs an ID token. It is for the client alone: its type is not that of an access token (RFC 9068 2.1). */
export const signIdToken = (claims: IdTokenClaims, signer: SigningKey): Promise<string> =>
  new SignJWT({ ...claims, amr: [...claims.amr] })
    .setProtectedHeader({ typ: 'JWT', alg: signer.alg, kid: signer.kid })
    .sign(signer.key);

/** Signs the ID token of a launch of LTI. Its audience is a tool, and it has no session: no other endpoint accepts it. */
export const signLaunchToken = (
  claims: Readonly<Record<string, unknown>>,
  signer: SigningKey,
): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ typ: 'JWT', alg: signer.alg, kid: signer.kid })
    .sign(signer.key);

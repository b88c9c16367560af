// Signs access tokens: only functions that issue them load this, and jose with it.
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import type { AccessTokenClaims } from './tokens.ts';

/** A private key with the id under which its public half is published. */
export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/**
 * Signs a token: header `typ: at+jwt`, `alg: ES256`, `kid` (RFC 9068 2.1).
 */
export function signAccessToken(claims: AccessTokenClaims, signer: SigningKey): Promise<string> {
  const { scope, ...rest } = claims;
  return new SignJWT(scope === undefined ? rest : { ...rest, scope })
    .setProtectedHeader({ typ: 'at+jwt', alg: 'ES256', kid: signer.kid })
    .sign(signer.key);
}

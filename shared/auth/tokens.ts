// Access tokens: signing and verifying JWTs as RFC 9068 describes them.
import type { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import {
  JOSEAlgNotAllowed,
  JWSSignatureVerificationFailed,
  JWTClaimValidationFailed,
  JWTExpired,
} from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';

/**
 * How long a token lasts, in seconds (docs/interface/identity.md#tokens). It is also the most that is accepted: no token
 * of the platform is older or lasts longer, whatever its `exp` says.
 */
export const tokenLifetime = 3600;
/** How many seconds the clocks of two machines may differ. */
export const clockSkew = 30;
/** The audience of the tokens: the platform's own areas. */
export const audience = 'rostrum';

/** The claims of a token. Times are epoch seconds. One tenant per token (docs/interface/access.md#tenant-mismatch). */
export interface AccessTokenClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly client_id: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly tenant: string;
  /** Space-delimited; only on tokens of clients (RFC 9068 2.2.3). */
  readonly scope?: string | undefined;
}

/** A private key with the id under which its public half is published. */
export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject | CryptoKey;
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

/** Why a token is rejected. Callers only get RFC 6750's `invalid_token`; logs get this value. */
export type TokenProblem =
  | 'malformed'
  | 'wrong-type'
  | 'wrong-algorithm'
  | 'unknown-key'
  | 'bad-signature'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'not-yet-valid'
  | 'expired'
  | 'too-old'
  | 'lasts-too-long'
  | 'missing-claim';

export type VerifiedToken =
  | { readonly ok: true; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly problem: TokenProblem };

/** The parameters of a verification. `now` is the current time; the key finder returns a public key by its id. */
export interface VerifyOptions {
  readonly issuer: string;
  readonly now: Date;
  readonly findKey: (kid: string) => Promise<KeyObject | CryptoKey | undefined>;
}

class UnknownKeyError extends Error {}

const compactPattern = /^[A-Za-z0-9_-]{2,2048}\.[A-Za-z0-9_-]{2,8192}\.[A-Za-z0-9_-]{2,512}$/;

/** Claims of a token that was not verified: they must not be trusted before it is. */
export interface UnverifiedClaims {
  readonly tenant: string;
  readonly sub: string;
  readonly jti: string;
}

/** The form of the platform's key ids. A header may have any JSON value as `kid`: others are never looked up. */
const kidPattern = /^[\w-]{1,64}$/;
const isKeyId = (kid: unknown): kid is string => typeof kid === 'string' && kidPattern.test(kid);

/** The key id in a token's header; undefined when it has not the form of a token, or its key id not that of a key. */
export function readKeyId(token: string): string | undefined {
  if (!compactPattern.test(token)) return undefined;
  try {
    const { kid } = decodeProtectedHeader(token);
    return isKeyId(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** Longer names are never part of a key of the table. */
const isClaimName = (claim: unknown): claim is string =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= 200;

/** Reads the claims that are needed to look a token's subject up; undefined when they are missing. */
export function readUnverifiedClaims(token: string): UnverifiedClaims | undefined {
  try {
    const { tenant, sub, jti } = decodeJwt(token);
    return isClaimName(tenant) && isClaimName(sub) && isClaimName(jti) ? { tenant, sub, jti } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Verifies a token as a resource server does (RFC 9068 4): form, type, algorithm, key, signature,
 * issuer, audience, times with `clockSkew`, and that every claim used here is present and has its type. A token that is
 * older than `tokenLifetime` or issued for longer is refused although `exp` lies ahead: nothing here issues such a one
 * (RFC 9068 2.2, RFC 8725 3.10).
 * Revocation is checked by the caller, which reads the store.
 * Errors of the key finder are rethrown: a store that does not respond does not make a token invalid.
 */
export async function verifyAccessToken(token: string, options: VerifyOptions): Promise<VerifiedToken> {
  if (!compactPattern.test(token)) return rejectToken('malformed');
  let keyFailure: { readonly error: unknown } | undefined;
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = await (isKeyId(kid)
          ? options.findKey(kid).catch((error: unknown) => {
              keyFailure = { error };
              return undefined;
            })
          : undefined);
        if (!key) throw new UnknownKeyError();
        return key;
      },
      {
        typ: 'at+jwt',
        algorithms: ['ES256'],
        issuer: options.issuer,
        audience,
        currentDate: options.now,
        clockTolerance: clockSkew,
        maxTokenAge: tokenLifetime,
        requiredClaims: ['sub', 'client_id', 'iat', 'exp', 'jti', 'tenant'],
      },
    );
    const { iss, aud, sub, iat, exp, jti, client_id, tenant, scope } = payload;
    if (
      typeof iss !== 'string' ||
      typeof sub !== 'string' ||
      typeof iat !== 'number' ||
      typeof exp !== 'number' ||
      typeof jti !== 'string' ||
      typeof client_id !== 'string' ||
      typeof tenant !== 'string' ||
      !(scope === undefined || typeof scope === 'string')
    )
      return rejectToken('missing-claim');
    if (exp - iat > tokenLifetime) return rejectToken('lasts-too-long');
    const first = typeof aud === 'string' ? aud : audience;
    return { ok: true, claims: { iss, aud: first, sub, client_id, iat, exp, jti, tenant, scope } };
  } catch (error) {
    if (keyFailure) throw keyFailure.error;
    return rejectToken(classifyError(error));
  }
}

const rejectToken = (problem: TokenProblem): VerifiedToken => ({ ok: false, problem });

const claimProblems: Readonly<Record<string, TokenProblem>> = {
  typ: 'wrong-type',
  iss: 'wrong-issuer',
  aud: 'wrong-audience',
  nbf: 'not-yet-valid',
  iat: 'not-yet-valid',
};

function classifyError(error: unknown): TokenProblem {
  if (error instanceof UnknownKeyError) return 'unknown-key';
  if (error instanceof JWTExpired) return error.claim === 'iat' ? 'too-old' : 'expired';
  if (error instanceof JWSSignatureVerificationFailed) return 'bad-signature';
  if (error instanceof JOSEAlgNotAllowed) return 'wrong-algorithm';
  if (error instanceof JWTClaimValidationFailed)
    return error.reason === 'missing' ? 'missing-claim' : (claimProblems[error.claim] ?? 'missing-claim');
  return 'malformed';
}

// Access tokens: the claims of JWTs as RFC 9068 describes them, and their verification.
//
// It is done with node:crypto alone, because every function loads it at its start; sign-token.ts signs with jose, and
// verify-like-jose.test.ts holds both together.
import { isUtf8 } from 'node:buffer';
import { type KeyObject, verify } from 'node:crypto';
import { createRecentMap, type RecentMap } from '../../values/recent-map.ts';

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
  /** The thumbprint of the key to which the token is bound (RFC 9449 6.1); absent for bearer tokens. */
  readonly cnf?: { readonly jkt: string } | undefined;
  /** When and how the person proved who they are (RFC 9068 2.2.1); absent on tokens of clients, and of earlier versions. */
  readonly auth_time?: number | undefined;
  readonly acr?: string | undefined;
  readonly amr?: readonly string[] | undefined;
  /** The record of the directory that the user is; absent on tokens of clients, and of users who are none. */
  readonly person_id?: string | undefined;
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
  readonly findKey: (kid: string) => Promise<KeyObject | undefined>;
}

const compactPattern = /^[A-Za-z0-9_-]{2,2048}\.[A-Za-z0-9_-]{2,8192}\.[A-Za-z0-9_-]{2,512}$/;

type JsonObject = Readonly<Record<string, unknown>>;

/** A token's parts; the last two are decoded only when they are needed. */
interface TokenParts {
  readonly header: JsonObject;
  /** What is signed: the first two parts as they were sent. */
  readonly signed: string;
  readonly payload: string;
  readonly signature: string;
}

/** Decodes base64url; undefined when the last character has no meaning. Others were refused with the token's form. */
const decodePart = (part: string): Buffer | undefined =>
  part.length % 4 === 1 ? undefined : Buffer.from(part, 'base64url');

/**
 * Decodes UTF-8 as a strict TextDecoder does, which takes 2 ms to begin with.
 * @throws Error when the bytes are no UTF-8
 */
function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('No UTF-8');
  const text = bytes.toString();
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Decodes a part that contains a JSON object; undefined when it does not. */
function decodeObject(part: string): JsonObject | undefined {
  try {
    const bytes = decodePart(part);
    if (!bytes) return undefined;
    const value: unknown = JSON.parse(decodeText(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Divides a token into its parts; undefined when it does not have the form of one (RFC 7515 7.1). */
function divideToken(token: string): TokenParts | undefined {
  if (!compactPattern.test(token)) return undefined;
  const [first = '', payload = '', signature = ''] = token.split('.');
  const header = decodeObject(first);
  return header && { header, signed: `${first}.${payload}`, payload, signature };
}

/** Claims of a token that was not verified: they must not be trusted before it is. */
export interface UnverifiedClaims {
  readonly tenant: string;
  readonly sub: string;
  readonly jti: string;
  readonly client_id: string;
}

/** The form of the platform's key ids. A header may have any JSON value as `kid`: others are never looked up. */
const kidPattern = /^[\w-]{1,64}$/;
const isKeyId = (kid: unknown): kid is string => typeof kid === 'string' && kidPattern.test(kid);

/** The key id in a token's header; undefined when it has not the form of a token, or its key id not that of a key. */
export function readKeyId(token: string): string | undefined {
  const kid = divideToken(token)?.header.kid;
  return isKeyId(kid) ? kid : undefined;
}

/** Longer names are never part of a key of the table. */
const isClaimName = (claim: unknown): claim is string =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= 200;

/** Reads the claims that are needed to look a token's subject up; undefined when they are missing. */
export function readUnverifiedClaims(token: string): UnverifiedClaims | undefined {
  const { tenant, sub, jti, client_id } = decodeObject(divideToken(token)?.payload ?? '') ?? {};
  return isClaimName(tenant) && isClaimName(sub) && isClaimName(jti) && isClaimName(client_id)
    ? { tenant, sub, jti, client_id }
    : undefined;
}

/**
 * Verifies a token as a resource server does (RFC 9068 4): form, type, algorithm, key, signature,
 * issuer, audience, times with `clockSkew`, and that every claim used here is present and has its type. A token that is
 * older than `tokenLifetime` or issued for longer is refused although `exp` lies ahead: nothing here issues such a one
 * (RFC 9068 2.2, RFC 8725 3.10).
 * Revocation is checked by the caller, which reads the store.
 * Errors of the key finder are rethrown: a store that does not respond does not make a token invalid.
 */
export async function verifyAccessToken(
  token: string,
  { issuer, now, findKey }: VerifyOptions,
): Promise<VerifiedToken> {
  const parts = divideToken(token);
  if (!parts) return rejectToken('malformed');
  const { header, signed, payload } = parts;
  const { alg, kid, typ } = header;
  // No extension is understood here, so a token that requires one is refused (RFC 7515 4.1.11).
  if (header.crit !== undefined || typeof alg !== 'string' || alg === '') return rejectToken('malformed');
  if (alg !== 'ES256') return rejectToken('wrong-algorithm');
  const key = isKeyId(kid) ? await findKey(kid) : undefined;
  if (!key) return rejectToken('unknown-key');
  const signature = decodePart(parts.signature);
  if (!signature) return rejectToken('malformed');
  const known = signedTokens.get(key);
  if (!known?.get(token)) {
    if (!isEllipticKey(key)) return rejectToken('malformed');
    if (!verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature))
      return rejectToken('bad-signature');
    rememberToken(key, token);
  }
  const claims = decodeObject(payload);
  if (!claims) return rejectToken('malformed');
  if (!isTokenType(typ)) return rejectToken('wrong-type');
  const problem =
    findClaimProblem(claims, issuer) ?? findTimeProblem(claims, Math.floor(now.getTime() / 1000));
  return problem ? rejectToken(problem) : presentClaims(claims);
}

/** The most tokens of a key whose signatures are remembered; one takes 1 KB. */
const maxRemembered = 500;

/**
 * The tokens that each key has signed, as they were sent: to verify a signature takes 0.2 ms, more than all else before the
 * first read. A key that is read again is another object, for which none is remembered.
 */
const signedTokens = new WeakMap<KeyObject, RecentMap<string, true>>();

function rememberToken(key: KeyObject, token: string): void {
  const known = signedTokens.get(key) ?? createRecentMap<string, true>(maxRemembered);
  known.set(token, true);
  signedTokens.set(key, known);
}

const rejectToken = (problem: TokenProblem): VerifiedToken => ({ ok: false, problem });

/** The algorithm goes with one kind of key: node:crypto would check another kind with an algorithm of that kind. */
const isEllipticKey = ({ type, asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  type === 'public' && asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';

/** The type of access tokens, in any case and with or without `application/` (RFC 9068 4, RFC 7515 4.1.9). */
const isTokenType = (typ: unknown): boolean =>
  typeof typ === 'string' && /^(?:application\/)?at\+jwt$/i.test(typ);

const requiredClaims = ['iss', 'aud', 'sub', 'client_id', 'iat', 'exp', 'jti', 'tenant'];

function findClaimProblem(claims: JsonObject, issuer: string): TokenProblem | undefined {
  if (!requiredClaims.every((name) => Object.hasOwn(claims, name))) return 'missing-claim';
  if (claims.iss !== issuer) return 'wrong-issuer';
  const { aud } = claims;
  return aud === audience || (Array.isArray(aud) && aud.includes(audience)) ? undefined : 'wrong-audience';
}

/** @param now epoch seconds */
function findTimeProblem({ iat, nbf, exp }: JsonObject, now: number): TokenProblem | undefined {
  if (typeof iat !== 'number') return 'not-yet-valid';
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + clockSkew)) return 'not-yet-valid';
  if (typeof exp !== 'number') return 'missing-claim';
  if (exp <= now - clockSkew) return 'expired';
  if (now - iat - clockSkew > tokenLifetime) return 'too-old';
  return now - iat < -clockSkew ? 'not-yet-valid' : undefined;
}

function presentClaims(claims: JsonObject): VerifiedToken {
  const { iss, aud, sub, iat, exp, jti, client_id, tenant, scope } = claims;
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
  const content = { iss, aud: first, sub, client_id, iat, exp, jti, tenant, scope, ...readPerson(claims) };
  if (claims.cnf === undefined) return { ok: true, claims: content };
  const jkt = readThumbprint(claims.cnf);
  return jkt === undefined
    ? rejectToken('missing-claim')
    : { ok: true, claims: { ...content, cnf: { jkt } } };
}

/**
 * What a token says of the person and the sign-in; what has another form counts as not said, and so as weak and long ago.
 */
function readPerson({
  auth_time: at,
  acr,
  amr,
  person_id,
}: JsonObject): Pick<AccessTokenClaims, 'auth_time' | 'acr' | 'amr' | 'person_id'> {
  return {
    ...(typeof at === 'number' && { auth_time: at }),
    ...(typeof acr === 'string' && { acr }),
    ...(Array.isArray(amr) && { amr: amr.filter((method) => typeof method === 'string') }),
    ...(typeof person_id === 'string' && { person_id }),
  };
}

/** The thumbprint in a confirmation; a token that is bound in another way is never taken for a bearer token. */
function readThumbprint(cnf: unknown): string | undefined {
  const jkt = typeof cnf === 'object' && cnf !== null && 'jkt' in cnf ? cnf.jkt : undefined;
  return typeof jkt === 'string' ? jkt : undefined;
}

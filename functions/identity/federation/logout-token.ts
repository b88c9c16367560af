// Logout tokens of a tenant's provider (OpenID Connect Back-Channel Logout 1.0, 2.4 to 2.6): who is to be signed out here.
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { createRecentMap } from '../../../shared/values/recent-map.ts';
import { fetchPublic } from '../../../shared/webhooks/public-fetch.ts';
import type { ProviderItem } from './provider.ts';
import { readSigning } from './relying-party.ts';

/** How old a token may be, and how far clocks may differ, in seconds. */
export const logoutTokenSeconds = 600;
export const clocksDiffer = 30;

/** The event of a logout token (2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** The algorithms with a public key: a secret is no proof, because the tenant's administrators know it. */
const publicKeyAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Whose session has ended at the provider: a session, or all of a person. */
export interface EndedAtProvider {
  readonly sub?: string | undefined;
  readonly sid?: string | undefined;
  /** Names the token, which is accepted once. */
  readonly jti: string;
}

/** Why a token is refused, for the provider's administrators. */
export class InvalidLogoutToken extends Error {
  override readonly name = 'InvalidLogoutToken';
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 500;
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a logout token must say and must not say (2.4 and 2.6), beside what every JWT says. */
function findProblem({ events, nonce, sub, sid, jti }: JWTPayload): string | undefined {
  const event = isObject(events)
    ? Object.entries(events).find(([name]) => name === logoutEvent)?.[1]
    : undefined;
  if (!isObject(event)) return `events must have the member ${logoutEvent} with an object`;
  if (nonce !== undefined) return 'it must not have a nonce';
  if (sub === undefined && sid === undefined) return 'it must have sub or sid';
  for (const [name, value] of Object.entries({ sub, sid }))
    if (value !== undefined && !isText(value)) return `${name} must be a text of at most 500 characters`;
  return isText(jti) ? undefined : 'jti must name it';
}

/** Other types are those of tokens that are no logout tokens; without one it is told by its events (2.4). */
const isLogoutType = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(?:application\/)?(?:logout\+jwt|jwt)$/i.test(typ));

/** How the tokens of a provider are verified. */
interface Verification {
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: string[];
}

/** For so long what a provider publishes is used, and it is not asked again after it did not answer; milliseconds. */
const verificationMilliseconds = 600_000;
const pauseMilliseconds = 30_000;

/** By issuer: anyone may send a token, so that a token alone must not cause requests to the provider each time. */
const verifications = createRecentMap<
  string,
  { readonly until: number; readonly verification: Promise<Verification> }
>(200);

async function loadVerification(provider: Pick<ProviderItem, 'issuer' | 'clientId'>): Promise<Verification> {
  const [jwks, { jwksUri, algorithms }] = await Promise.all([
    import('jose/jwks/remote'),
    readSigning(provider),
  ]);
  const keys = jwks.createRemoteJWKSet(new URL(jwksUri), {
    [jwks.customFetch]: (url, { headers, signal }) =>
      fetchPublic(url, { headers: Object.fromEntries(headers), signal }),
  });
  return { keys, algorithms: algorithms.filter((name) => publicKeyAlgorithms.includes(name)) };
}

/** Keeps for a while that a provider's keys cannot be read, so that the next tokens wait for none. */
const pause = (issuer: string, error: unknown): void => {
  const verification = Promise.reject(error);
  verification.catch(() => undefined);
  verifications.set(issuer, { until: performance.now() + pauseMilliseconds, verification });
};

/** Whether the keys were not read, which says nothing about the token: requests fail with errors of no code of a JWT. */
const isUnread = (error: unknown): boolean =>
  !(
    error instanceof Error &&
    'code' in error &&
    /^ERR_(?:JWT|JWS|JOSE_(?:ALG|NOT)|JWKS_(?:NO|MULTIPLE))/.test(String(error.code))
  );

const unreadable = (cause: unknown): InvalidLogoutToken =>
  new InvalidLogoutToken('The keys of the provider cannot be read now; send another token later.', { cause });

function getVerification(provider: Pick<ProviderItem, 'issuer' | 'clientId'>): Promise<Verification> {
  const moment = performance.now();
  const known = verifications.get(provider.issuer);
  if (known && moment < known.until) return known.verification;
  const verification = loadVerification(provider);
  verifications.set(provider.issuer, { until: moment + verificationMilliseconds, verification });
  verification.catch((error: unknown) => pause(provider.issuer, error));
  return verification;
}

/** Forgets what providers have published: a process that begins. */
export const clearVerifications = (): void => verifications.clear();

/**
 * Whom a logout token of the provider signs out. Nothing is requested from the provider for a token that is not for the
 * platform anyway, and its keys are requested once in ten minutes, or once in half a minute for a key that is not known.
 * @throws InvalidLogoutToken
 */
export async function readLogoutToken(
  token: string,
  provider: Pick<ProviderItem, 'issuer' | 'clientId'>,
  now: Date,
): Promise<EndedAtProvider> {
  const [{ decodeJwt }, { decodeProtectedHeader }, { jwtVerify }] = await Promise.all([
    import('jose/jwt/decode'),
    import('jose/decode/protected_header'),
    import('jose/jwt/verify'),
  ]);
  const refuse = (problem: string) => new InvalidLogoutToken(`The logout token is refused: ${problem}.`);
  const read = () => {
    try {
      return { ...decodeJwt(token), typ: decodeProtectedHeader(token).typ };
    } catch {
      throw refuse('it must be one signed JWT');
    }
  };
  const claims = read();
  if (!isLogoutType(claims.typ)) throw refuse('typ must be logout+jwt');
  if (claims.iss !== provider.issuer) throw refuse(`iss must be ${provider.issuer}`);
  const problem = findProblem(claims);
  if (problem !== undefined) throw refuse(problem);
  const { keys, algorithms } = await getVerification(provider).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...{ issuer: provider.issuer, audience: provider.clientId, algorithms, currentDate: now },
      ...{ maxTokenAge: logoutTokenSeconds, clockTolerance: clocksDiffer },
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
    });
    const { sub, sid, jti = '' } = payload;
    return { sub, sid: isText(sid) ? sid : undefined, jti };
  } catch (error) {
    if (isUnread(error)) {
      pause(provider.issuer, error);
      throw unreadable(error);
    }
    throw refuse(error instanceof Error ? error.message : 'it cannot be verified');
  }
}

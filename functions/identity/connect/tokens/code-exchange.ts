// The rules of the grant authorization_code (RFC 6749 4.1.3, RFC 7636 4.6).
import { createHash, timingSafeEqual } from 'node:crypto';
import { type ClientItem, getSignIn } from '../../../../shared/auth/clients/clients.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import type { CodeItem } from '../grants/codes.ts';

/** What a client sends to exchange a code. */
export interface CodeExchange {
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
}

/** The failure for a code or a refresh token that gives nothing. */
export const invalidGrant = (message?: string): Failure => new Failure('INVALID_GRANT', message);

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/** Whether a verifier is the one that a challenge was made of, by S256 (RFC 7636 4.6). */
function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!verifierPattern.test(verifier)) return false;
  const computed = createHash('sha256').update(verifier, 'ascii').digest();
  const stored = Buffer.from(challenge, 'base64url');
  return stored.length === computed.length && timingSafeEqual(stored, computed);
}

/** A legacy client sends its address unencoded, so that the part after the first `&` is lost. */
const isSameAddress = (registered: string, sent: string | undefined, isLegacy: boolean): boolean =>
  sent === registered || (isLegacy && sent !== undefined && registered.startsWith(`${sent}&`));

/**
 * Asserts that a live code may be exchanged by this client with these values.
 * @throws Failure 400 INVALID_GRANT
 */
export function assertExchangeable(
  code: CodeItem,
  client: ClientItem,
  { redirectUri, codeVerifier }: CodeExchange,
  now: Date,
): void {
  if (code.expiresAt * 1000 <= now.getTime()) throw invalidGrant('The code has expired.');
  if (!isSameAddress(code.redirectUri, redirectUri, getSignIn(client).isLegacy))
    throw invalidGrant('redirect_uri must be the one of the authorization request.');
  const { codeChallenge } = code;
  // Somebody may have taken the challenge out of the request: then no verifier may be sent either (RFC 9700 2.1.1).
  if (codeChallenge === undefined && codeVerifier !== undefined)
    throw invalidGrant('code_verifier was sent, but the authorization request had no code_challenge.');
  if (codeChallenge === undefined) return;
  if (codeVerifier === undefined) throw invalidGrant('code_verifier is missing.');
  if (!matchesChallenge(codeVerifier, codeChallenge))
    throw invalidGrant('code_verifier does not match the code_challenge.');
}

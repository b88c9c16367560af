// Whether a token is sent by whom it was issued to: one that is bound to a key needs a proof by it (RFC 9449 7).
import { Failure } from '../../errors/failure.ts';
import type { AccessTokenClaims } from './tokens.ts';

/** A token as the Authorization header has it. */
export interface SentToken {
  readonly scheme: 'Bearer' | 'DPoP';
  readonly token: string;
}

/** The proof that came with a request, and the request that it must be for. */
export interface SentProof {
  readonly text: string | undefined;
  readonly method: string;
  readonly url: string;
}

/** The token of an Authorization header; undefined when it has none. */
export function parseSentToken(authorization: string | undefined): SentToken | undefined {
  const [, scheme, token] = /^(Bearer|DPoP) +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (scheme === undefined || token === undefined) return undefined;
  return { scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token };
}

const refuse = (message: string): Failure =>
  new Failure('AUTHENTICATION_REQUIRED', message, {
    target: 'Authorization',
    details: [{ code: 'TOKEN_INVALID', message, target: 'Authorization' }],
  });

/**
 * Asserts that a verified token comes in its own scheme, and a bound one with its proof.
 * @throws Failure 401
 */
export async function assertPossession(
  { cnf }: Pick<AccessTokenClaims, 'cnf'>,
  { scheme, token }: SentToken,
  proof: SentProof | undefined,
  now: Date,
): Promise<void> {
  if (!cnf && scheme === 'Bearer') return;
  if (!cnf) throw refuse('The access token is bound to no key; it must be sent as: Bearer <access token>.');
  if (scheme === 'Bearer' || !proof)
    throw refuse(
      'The access token is bound to a key; it must be sent as: DPoP <access token>, with a proof in the header DPoP (RFC 9449).',
    );
  // Loaded only where such a token comes, so that no other function starts later for it.
  const { assertProof } = await import('./dpop.ts');
  const { text, method, url } = proof;
  assertProof(text, cnf.jkt, { method, url, accessToken: token, now });
}

// Proofs of possession (RFC 9449, DPoP): a token that is bound to a key works only with a proof by that key for this request.
// Loaded by the first request that brings such a token. node:crypto alone, like tokens.ts.
import { constants, createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { formatChallenge } from '../../errors/challenge.ts';
import { Failure } from '../../errors/failure.ts';
import { createRecentMap } from '../../values/recent-map.ts';

/** The algorithms of proofs. */
export const proofAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const;
type ProofAlgorithm = (typeof proofAlgorithms)[number];

/** How old a proof may be, and how far ahead the clock of its maker, in seconds (RFC 9449 11.1). */
export const proofLifetime = 60;
export const clocksDiffer = 30;

/** What a proof must be for. */
export interface ProofTarget {
  readonly method: string;
  /** The address of the endpoint; query and fragment do not count. */
  readonly url: string;
  /** The access token with which it comes; absent at the token endpoint. */
  readonly accessToken?: string | undefined;
  readonly now: Date;
}

/** A valid proof. */
export interface Proof {
  /** The thumbprint of its key (RFC 7638), to which tokens are bound. */
  readonly jkt: string;
  /** Names the proof among all of all keys: it is accepted once. */
  readonly id: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

const strictDecoder = new TextDecoder('utf-8', { fatal: true });
const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64url');

function decodeObject(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(strictDecoder.decode(Buffer.from(part, 'base64url')));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The members of a public key that are required for its type, in the order of the thumbprint (RFC 7638 3.2). */
const thumbprintMembers: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/** The thumbprint of a public key; undefined when a member is missing, or a private one is there. */
function computeThumbprint(jwk: JsonObject): string | undefined {
  const members = typeof jwk.kty === 'string' ? thumbprintMembers[jwk.kty] : undefined;
  if (!members?.every((name) => typeof jwk[name] === 'string') || 'd' in jwk || 'k' in jwk) return undefined;
  return hash(JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]]))));
}

function importKey(jwk: JsonObject): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** Whether a key goes with an algorithm: node:crypto would check another kind with an algorithm of that kind. */
function fits(
  algorithm: ProofAlgorithm,
  { asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject,
) {
  if (algorithm === 'ES256') return type === 'ec' && details?.namedCurve === 'prime256v1';
  if (algorithm === 'EdDSA') return type === 'ed25519';
  return type === 'rsa' && (details?.modulusLength ?? 0) >= 2048;
}

function isSigned(algorithm: ProofAlgorithm, key: KeyObject, signed: string, signature: Buffer): boolean {
  const data = Buffer.from(signed);
  if (algorithm === 'EdDSA') return verify(null, data, key, signature);
  if (algorithm === 'ES256') return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  const padding =
    algorithm === 'PS256'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
      : { padding: constants.RSA_PKCS1_PADDING };
  return verify('sha256', data, { key, ...padding }, signature);
}

/** An address without query and fragment, in one spelling (RFC 9449 4.3, RFC 3986 6.2.2); undefined when it is none. */
function toTargetUri(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url) return undefined;
  const path = url.pathname.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  return `${url.protocol}//${url.host}${path}`;
}

function findClaimProblem(claims: JsonObject, { method, url, accessToken, now }: ProofTarget) {
  const { htm, htu, iat, jti, ath } = claims;
  const seconds = Math.floor(now.getTime() / 1000);
  if (typeof jti !== 'string' || jti === '' || jti.length > 500) return 'jti must name the proof';
  if (htm !== method) return `htm must be ${method}`;
  if (toTargetUri(htu) !== toTargetUri(url)) return `htu must be ${toTargetUri(url)}`;
  if (typeof iat !== 'number' || seconds - iat > proofLifetime || iat - seconds > clocksDiffer)
    return `iat must lie within the last ${proofLifetime} seconds`;
  return accessToken !== undefined && ath !== hash(accessToken)
    ? 'ath must be the hash of the access token'
    : undefined;
}

/** Checks a proof (RFC 9449 4.3): the proof, or what is wrong with it. That it is used once is checked by the caller. */
export function readProof(text: string, target: ProofTarget): Proof | { readonly problem: string } {
  const [first = '', second = '', third = '', ...more] = text.split('.');
  const isCompact = text.length <= 8192 && more.length === 0 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
  const header = isCompact ? decodeObject(first) : undefined;
  const claims = isCompact ? decodeObject(second) : undefined;
  if (!header || !claims) return { problem: 'it must be one signed JWT' };
  const { typ, alg, jwk, crit } = header;
  if (typ !== 'dpop+jwt' || crit !== undefined) return { problem: 'typ must be dpop+jwt' };
  const algorithm = proofAlgorithms.find((known) => known === alg);
  if (!algorithm) return { problem: `alg must be one of ${proofAlgorithms.join(', ')}` };
  const publicKey = typeof jwk === 'object' && jwk !== null ? (jwk as JsonObject) : {};
  const jkt = computeThumbprint(publicKey);
  const key = jkt === undefined ? undefined : importKey(publicKey);
  if (jkt === undefined || !key || !fits(algorithm, key)) return { problem: 'jwk must be its public key' };
  if (!isSigned(algorithm, key, `${first}.${second}`, Buffer.from(third, 'base64url')))
    return { problem: 'it must be signed by its key' };
  const problem = findClaimProblem(claims, target);
  return problem === undefined ? { jkt, id: hash(`${jkt}\n${String(claims.jti)}`) } : { problem };
}

/** The proofs that this process has accepted a moment ago. */
const acceptedProofs = createRecentMap<string, number>(20_000);

const refuse = (message: string): Failure =>
  new Failure('AUTHENTICATION_REQUIRED', message, {
    target: 'DPoP',
    details: [{ code: 'TOKEN_INVALID', message, target: 'DPoP' }],
    headers: formatChallenge('DPoP', {
      error: 'invalid_dpop_proof',
      error_description: message,
      algs: proofAlgorithms.join(' '),
    }),
  });

/**
 * Asserts that a request with a bound token has a proof by the token's key, which this process has not seen before.
 * @param jkt the thumbprint in the token
 * @throws Failure 401
 */
export function assertProof(text: string | undefined, jkt: string, target: ProofTarget): void {
  if (text === undefined) throw refuse('The header DPoP must have a proof by the key of the access token.');
  const proof = readProof(text, target);
  if ('problem' in proof) throw refuse(`The DPoP proof is invalid: ${proof.problem}.`);
  if (proof.jkt !== jkt) throw refuse('The DPoP proof is by another key than that of the access token.');
  const moment = performance.now();
  const usedAt = acceptedProofs.get(proof.id);
  if (usedAt !== undefined && moment - usedAt < (proofLifetime + clocksDiffer) * 1000)
    throw refuse('The DPoP proof was used before.');
  acceptedProofs.set(proof.id, moment);
}

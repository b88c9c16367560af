// The proof of possession with which a client asks for tokens: they are bound to its key (RFC 9449 5).
import { type ProofTarget, readProof } from '../../../../shared/auth/tokens/dpop.ts';
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { Request } from '../../../../shared/http/request/request.ts';

/** A proof that was used; stored until it is too old anyway. */
interface UsedProofItem {
  readonly type: 'used-proof';
  readonly ttl: number;
}

export const retentionSeconds = 600;

/** The key to which tokens are bound, and the change that uses the proof up. */
export interface TokenProof {
  readonly jkt: string;
  readonly change: Change;
}

export const invalidProof = (message: string): Failure =>
  new Failure('INVALID_DPOP_PROOF', message, { target: 'DPoP' });

/**
 * The proof of a request; undefined where none was sent.
 * @param path that of the endpoint
 * @throws Failure 400 INVALID_DPOP_PROOF
 */
export function findTokenProof(
  platform: PlatformStore,
  { headers, method }: Pick<Request, 'headers' | 'method'>,
  path: string,
  now: Date,
): TokenProof | undefined {
  if (headers.dpop === undefined) return undefined;
  const target: ProofTarget = { method, url: areaUrl('identity', path), now };
  const proof = readProof(headers.dpop, target);
  if ('problem' in proof) throw invalidProof(`The DPoP proof is invalid: ${proof.problem}.`);
  const key = platform.key<UsedProofItem>(`DPOP-PROOF#${proof.id}`, 'PROOF');
  const ttl = Math.floor(now.getTime() / 1000) + retentionSeconds;
  return {
    jkt: proof.jkt,
    change: put(
      key,
      { type: 'used-proof', ttl },
      { condition: ifAbsent, onConflict: invalidProof('The DPoP proof was used before.') },
    ),
  };
}

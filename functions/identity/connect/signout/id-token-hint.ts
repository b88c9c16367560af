// An ID token as a hint whom to sign out, or who is to be signed in: it may have expired, but must be ours (RP-Initiated Logout 1.0, 2).
import { getIssuer } from '../../../../shared/auth/tokens/issue-token.ts';
import { signingAlgorithms } from '../../../../shared/auth/tokens/keys.ts';
import { loadPublishedKey } from '../../../../shared/auth/tokens/published-keys.ts';

/** Whom an ID token is about, and for which client. */
export interface IdTokenHint {
  readonly clientId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** The content of a hint; undefined when it was not issued here, or its key is no longer published. One read at most. */
export async function readIdTokenHint(token: string, now: Date): Promise<IdTokenHint | undefined> {
  const { compactVerify } = await import('jose/jws/compact/verify');
  try {
    const { payload, protectedHeader } = await compactVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await loadPublishedKey(kid, now);
        if (!key) throw new Error('The key is not published');
        return key;
      },
      { algorithms: [...signingAlgorithms] },
    );
    const claims: Readonly<Record<string, unknown>> = JSON.parse(new TextDecoder().decode(payload));
    const { iss, sub, aud, sid } = claims;
    if (protectedHeader.typ !== 'JWT' || iss !== getIssuer()) return undefined;
    return typeof aud === 'string' && typeof sid === 'string' && typeof sub === 'string'
      ? { clientId: aud, userId: sub, sessionId: sid }
      : undefined;
  } catch {
    return undefined;
  }
}

// What a browser says of a passkey, as far as it names whom and which one; the rest is verified later.
import type { FactorItem, Passkey } from '../../../shared/auth/second-factor.ts';

/** An answer that was read: nothing of it is true yet. */
export interface PasskeyAnswer {
  readonly credential: unknown;
  readonly credentialId: string;
  /** The user that the passkey was made for, as it says. */
  readonly userId: string | undefined;
}

const readText = (value: unknown, longest: number): string | undefined =>
  typeof value === 'string' && value.length <= longest ? value : undefined;

/** The answer in a form; undefined when it is none. */
export function readAnswer(text: string | undefined): PasskeyAnswer | undefined {
  try {
    const credential: unknown = JSON.parse(text ?? '');
    if (typeof credential !== 'object' || credential === null || !('id' in credential)) return undefined;
    const { id, response } = credential as { readonly id: unknown; readonly response?: unknown };
    const handle =
      typeof response === 'object' && response !== null && 'userHandle' in response
        ? readText(response.userHandle, 200)
        : undefined;
    const credentialId = readText(id, 1500);
    return credentialId === undefined
      ? undefined
      : {
          ...{ credential, credentialId },
          userId: handle === undefined ? undefined : Buffer.from(handle, 'base64url').toString('utf8'),
        };
  } catch {
    return undefined;
  }
}

/** The most passkeys of an account. */
export const maxPasskeys = 10;

/** The factor with a passkey in the place of the one with its id. */
export const replacePasskey = (factor: FactorItem, used: Passkey): FactorItem => ({
  ...factor,
  passkeys: (factor.passkeys ?? []).map((passkey) => (passkey.id === used.id ? used : passkey)),
});

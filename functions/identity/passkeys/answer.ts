// What a browser says of a passkey, as far as it names whom and which one; the rest is verified later.
import type { FactorItem, Passkey } from '../../../shared/auth/sign-in/second-factor.ts';
import { conflict } from '../../../shared/errors/failure.ts';

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

/** Refuses one more passkey where the account has as many as it may have. */
export function checkPasskeyLimit(passkeys: readonly Passkey[]): void {
  if (passkeys.length >= maxPasskeys)
    throw conflict(`An account has at most ${maxPasskeys} passkeys: remove one first.`);
}

/** The passkeys with a new one, which takes the place of the one with its id. */
export function addPasskey(passkeys: readonly Passkey[], made: Passkey): readonly Passkey[] {
  const others = passkeys.filter(({ id }) => id !== made.id);
  checkPasskeyLimit(others);
  return [...others, made];
}

/** The factor with a passkey in the place of the one with its id. */
export const replacePasskey = (factor: FactorItem, used: Passkey): FactorItem => ({
  ...factor,
  passkeys: (factor.passkeys ?? []).map((passkey) => (passkey.id === used.id ? used : passkey)),
});

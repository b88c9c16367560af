// Passkeys by WebAuthn. A module of its own, to be loaded when a passkey is used: the library parses certificates of
// authenticators, which no other sign-in needs.
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import type { Passkey } from '../../../shared/auth/sign-in/second-factor.ts';
import { getIssuer } from '../../../shared/auth/tokens/issue-token.ts';

/** The site that passkeys belong to: the host of area C. Under another host they are worth nothing. */
const getSite = () => {
  const { hostname, origin } = new URL(getIssuer());
  return { rpID: hostname, origin };
};

/** EdDSA, ES256 and RS256, as every authenticator has one of them (COSE, RFC 9053). */
const algorithms = [-8, -7, -257];

/** The transports that the library knows are those of the standard; what browsers say is passed on. */
const describePasskeys = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports: [...transports] }));

/** What a browser needs to sign with a passkey; with none named, the person chooses among those of the site. */
export const buildRequestOptions = (passkeys: readonly Passkey[], isAlone: boolean) =>
  generateAuthenticationOptions({
    rpID: getSite().rpID,
    ...(passkeys.length > 0 && { allowCredentials: describePasskeys(passkeys) }),
    // Alone it must be two factors: what the person has, and what they know or are.
    userVerification: isAlone ? 'required' : 'preferred',
  });

/** What a browser needs to create a passkey, which can be found without a user name where the device can do that. */
export const buildCreationOptions = ({ id, userName }: UserItem, passkeys: readonly Passkey[]) =>
  generateRegistrationOptions({
    rpName: 'Rostrum',
    rpID: getSite().rpID,
    userName,
    userID: new TextEncoder().encode(id),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: describePasskeys(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });

/** The new passkey; undefined when the answer is not to this challenge, or not of this site. */
export async function verifyNewPasskey(
  answer: unknown,
  challenge: string,
  name: string,
  now: Date,
): Promise<Passkey | undefined> {
  const { rpID, origin } = getSite();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      ...{ id, counter, name, createdDate: now.toISOString() },
      publicKey: Buffer.from(publicKey).toString('base64url'),
      transports: transports.slice(0, 10).map(String),
    };
  } catch {
    return undefined;
  }
}

/**
 * The passkey after it was used; undefined when the signature is wrong, of another challenge or site, or counts back: then it
 * was copied (WebAuthn 6.1.1).
 */
export async function verifyPasskey(
  answer: unknown,
  challenge: string,
  passkey: Passkey,
  isAlone: boolean,
  now: Date,
): Promise<Passkey | undefined> {
  const { rpID, origin } = getSite();
  const { id, publicKey, counter } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      requireUserVerification: isAlone,
    });
    return verified
      ? { ...passkey, counter: authenticationInfo.newCounter, lastUsed: now.toISOString() }
      : undefined;
  } catch {
    return undefined;
  }
}

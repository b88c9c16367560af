// How people sign in through a client: the rules of its addresses and of what goes together.
import { createPublicKey } from 'node:crypto';
import {
  type ClientSignIn,
  deviceCodeGrant,
  type GrantType,
  noSignIn,
} from '../../../shared/auth/clients/clients.ts';
import type { PublicJwk } from '../../../shared/auth/tokens/keys.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { findWebhookUrlError } from '../../../shared/webhooks/target.ts';

/** The input of a client's sign-in; what is absent has its default. */
export type SignInInput = {
  readonly [K in keyof ClientSignIn]?: ClientSignIn[K] | undefined;
};

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** A scheme of an app's own, which contains a domain that the maker controls in reverse (RFC 8252 7.1). */
const isPrivateScheme = ({ protocol }: URL): boolean => /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol);

/** What is wrong with an address to which a browser is sent; undefined when nothing is. */
function findAddressFault(text: string, clientType: ClientSignIn['clientType']): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || /[\s*\\]/.test(text)) return 'must be an absolute URL without wildcards';
  if (text.includes('#')) return 'must have no fragment (RFC 6749 3.1.2)';
  if (url.username !== '' || url.password !== '') return 'must have no user name or password';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return undefined;
  if (clientType === 'public' && isPrivateScheme(url)) return undefined;
  return "must be an https URL, an http URL of the own machine, or in the scheme of a public client's app (RFC 8252 7)";
}

const listAddressFaults = (
  name: 'redirectUris' | 'postLogoutRedirectUris',
  { [name]: addresses, clientType }: ClientSignIn,
): ErrorDetail[] =>
  addresses.flatMap((address, index): ErrorDetail[] => {
    const fault = findAddressFault(address, clientType);
    const target = `${name}[${index}]`;
    return fault ? [{ code: 'NOT_ALLOWED', target, message: `${target} ${fault}.` }] : [];
  });

const refuse = (name: keyof ClientSignIn, message: string): ErrorDetail => ({
  code: 'NOT_ALLOWED',
  target: name,
  message: `${name} ${message}`,
});

/** What is wrong with the address for logout tokens: like that of a webhook, it must not lead to the inside. */
function listLogoutFaults({ backchannelLogoutUri: address }: ClientSignIn): ErrorDetail[] {
  const fault = address === undefined ? undefined : findWebhookUrlError(address);
  return fault === undefined ? [] : [refuse('backchannelLogoutUri', `${fault}.`)];
}

/** Whether this is a key: a point of the curve, or a modulus of at least 2048 bits (RFC 7518 3.3). */
function isUsableKey(key: PublicJwk): boolean {
  try {
    const { asymmetricKeyDetails: details } = createPublicKey({ key, format: 'jwk' });
    return key.kty === 'EC' || (details?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

function listKeyFaults({ jwks, clientType }: ClientSignIn): ErrorDetail[] {
  if (!jwks) return [];
  const { keys } = jwks;
  const isDouble = new Set(keys.map(({ kid }) => kid)).size < keys.length;
  return [
    ...(clientType === 'public' ? [refuse('jwks', 'is for confidential clients only.')] : []),
    ...(isDouble ? [refuse('jwks', 'must have keys with different kids.')] : []),
    ...keys.flatMap((key, index): ErrorDetail[] => {
      const target = `jwks.keys[${index}]`;
      const message = `${target} must be a public key of P-256, or an RSA key of at least 2048 bits.`;
      return isUsableKey(key) ? [] : [{ code: 'NOT_ALLOWED', target, message }];
    }),
  ];
}

function listContradictions(signIn: ClientSignIn): ErrorDetail[] {
  const has = (grantType: GrantType) => signIn.grantTypes.includes(grantType);
  const isPublic = signIn.clientType === 'public';
  const faults: (ErrorDetail | false)[] = [
    isPublic &&
      has('client_credentials') &&
      refuse('grantTypes', 'of a public client cannot include client_credentials: it has no secret.'),
    has('refresh_token') &&
      !has('authorization_code') &&
      !has(deviceCodeGrant) &&
      refuse('grantTypes', `must include authorization_code or ${deviceCodeGrant} beside refresh_token.`),
    has('authorization_code') &&
      signIn.redirectUris.length === 0 &&
      refuse('redirectUris', 'must name at least one address for the grant authorization_code.'),
    isPublic && signIn.isLegacy && refuse('isLegacy', 'is for confidential clients only.'),
    signIn.isLegacy &&
      signIn.requiresPushedRequests &&
      refuse('isLegacy', 'does not go with requiresPushedRequests.'),
    signIn.workspaces === 'any' &&
      !signIn.isFirstParty &&
      refuse('workspaces', 'can be any for first-party clients only.'),
  ];
  return faults.filter((fault) => fault !== false);
}

/** The sign-in of a client, with defaults for what is absent. */
function completeSignIn(input: SignInInput): ClientSignIn {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return {
    ...noSignIn,
    grantTypes: ['authorization_code'],
    // The default of the standard, which ready-made clients expect (OpenID Connect Dynamic Client Registration 1.0, 2).
    idTokenSignedResponseAlg: 'RS256',
    ...given,
  };
}

/** Everything that is wrong with a sign-in. */
export function listSignInFaults(input: SignInInput): readonly ErrorDetail[] {
  const signIn = completeSignIn(input);
  return [
    ...listAddressFaults('redirectUris', signIn),
    ...listAddressFaults('postLogoutRedirectUris', signIn),
    ...listLogoutFaults(signIn),
    ...listKeyFaults(signIn),
    ...listContradictions(signIn),
  ];
}

/**
 * The sign-in of a client.
 * @throws Failure 400 with everything that is wrong
 */
export function parseSignIn(input: SignInInput): ClientSignIn {
  throwIfInvalid(listSignInFaults(input));
  return completeSignIn(input);
}

/** A client's sign-in in the interface's form. */
export const presentSignIn = ({
  grantTypes,
  redirectUris,
  postLogoutRedirectUris,
  jwks,
  ...rest
}: ClientSignIn) => ({
  ...rest,
  ...(jwks && { jwks: { keys: [...jwks.keys] } }),
  grantTypes: [...grantTypes],
  redirectUris: [...redirectUris],
  postLogoutRedirectUris: [...postLogoutRedirectUris],
});

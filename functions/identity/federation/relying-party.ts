// The platform as a client of a tenant's provider: authorization code with PKCE, state and nonce, by openid-client (OpenID
// Connect Core 1.0, 3.1; RFC 7636; RFC 9207). Loaded only where somebody signs in through a provider.
import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import { fetchPublic } from '../../../shared/webhooks/public-fetch.ts';
import { findWebhookUrlError } from '../../../shared/webhooks/target.ts';
import type { FederatedClaims, ProviderItem } from './provider.ts';

/** How the platform knows the provider. */
export interface ProviderClient extends Pick<ProviderItem, 'issuer' | 'clientId'> {
  readonly clientSecret: string;
}

/** What must come back with the answer; stored while the person is at the provider. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly maxAge?: number | undefined;
}

/**
 * Authenticates the platform at the provider's token endpoint: by HTTP Basic, which is the default where the provider says
 * nothing, unless it takes the secret in the form only (OpenID Connect Discovery 1.0, 3).
 */
async function authenticateClient(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await import('openid-client');
  return (server, ...parts) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isPost = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
    return (isPost ? ClientSecretPost : ClientSecretBasic)(secret)(server, ...parts);
  };
}

/**
 * Reads the provider's configuration.
 * @param clientSecret absent where nothing is requested in the name of the platform
 * @throws Error when it cannot be read, or names another issuer
 */
async function discover({
  issuer,
  clientId,
  clientSecret,
}: Pick<ProviderClient, 'issuer' | 'clientId'> & Partial<ProviderClient>): Promise<Configuration> {
  const client = await import('openid-client');
  const server = new URL(issuer);
  const authentication = clientSecret === undefined ? client.None() : await authenticateClient(clientSecret);
  return client.discovery(server, clientId, clientSecret, authentication, {
    [client.customFetch]: (url, { body, ...options }) =>
      fetchPublic(url, {
        method: options.method,
        headers: options.headers,
        ...(options.signal && { signal: options.signal }),
        ...(body !== undefined && body !== null && { body: body.toString() }),
      }),
    // Only a provider on this machine can have an address without https (findWebhookUrlError).
    execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  });
}

/** The address at the provider to which the person is sent, and what to check of the answer. */
export async function beginFederatedSignIn(
  provider: ProviderClient,
  {
    redirectUri,
    loginHint,
    stateName,
    age,
  }: {
    readonly redirectUri: string;
    readonly loginHint?: string | undefined;
    /** How long ago the person may have proved who they are, seconds, and whether they must do it again in any case. */
    readonly age?: { readonly maxAge: number; readonly mustRepeat: boolean } | undefined;
    /** What begins the state, by which the answer finds what it belongs to. */
    readonly stateName: string;
  },
): Promise<{ readonly url: string; readonly checks: SignInChecks }> {
  const client = await import('openid-client');
  const config = await discover(provider);
  const checks = {
    state: `${stateName}.${client.randomState()}`,
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
    ...(age && { maxAge: age.maxAge }),
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
    code_challenge_method: 'S256',
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...(age && { max_age: String(age.maxAge) }),
    ...(age?.mustRepeat && { prompt: 'login' }),
  });
  return { url: url.href, checks };
}

/** The address to which the provider sent the person back, with what it answered. */
export function buildAnswer(redirectUri: string, query: Readonly<Record<string, string | undefined>>): URL {
  const answer = new URL(redirectUri);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) answer.searchParams.set(name, value);
  return answer;
}

/** A sign-in that the provider has done. */
export interface FederatedSignIn {
  readonly claims: FederatedClaims;
  readonly idToken: string;
  /** Where the provider signs people out, if a browser can be sent there (OpenID Connect RP-Initiated Logout 1.0, 2.1). */
  readonly endSessionEndpoint: string | undefined;
}

/** The longest one: an address with the ID token in its query must fit into a header of API Gateway. */
const maxEndpointLength = 1000;

function readEndSessionEndpoint(config: Configuration): string | undefined {
  const { end_session_endpoint: address } = config.serverMetadata();
  if (address === undefined || address.length > maxEndpointLength) return undefined;
  return findWebhookUrlError(address) === undefined ? address : undefined;
}

/**
 * The claims of the person, from the ID token, whose issuer, audience, times and nonce are checked (it comes from the
 * provider itself by TLS: OpenID Connect Core 1.0, 3.1.3.7, 6), and from the
 * userinfo endpoint where the ID token has no address.
 * @param answer the address to which the provider sent the person back
 * @throws Error when the answer, the code or the token is refused
 */
export async function completeFederatedSignIn(
  provider: ProviderClient,
  answer: URL,
  { state, nonce, codeVerifier, maxAge }: SignInChecks,
): Promise<FederatedSignIn> {
  const client = await import('openid-client');
  const config = await discover(provider);
  const tokens = await client.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
    // Then the ID token must say when the person proved who they are (OpenID Connect Core 1.0, 3.1.3.7).
    ...(maxAge !== undefined && { maxAge }),
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined) throw new Error('The provider sent no ID token');
  return {
    claims: { ...(await readUserInfo(config, tokens.access_token, claims)), ...claims },
    idToken: tokens.id_token,
    endSessionEndpoint: readEndSessionEndpoint(config),
  };
}

/**
 * What the userinfo endpoint adds: many providers put only the id of the person into the ID token (OpenID Connect Core 1.0,
 * 5.4), or the address and not whether it is verified.
 */
async function readUserInfo(
  config: Configuration,
  accessToken: string,
  claims: IDToken,
): Promise<Readonly<Record<string, unknown>>> {
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined;
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return {};
  const { fetchUserInfo } = await import('openid-client');
  try {
    return await fetchUserInfo(config, accessToken, claims.sub);
  } catch (error) {
    // An ID token that names the person by an address is enough.
    if (claims.email !== undefined || claims.preferred_username !== undefined) return {};
    throw error;
  }
}

/** What the provider publishes of its keys, and the algorithms with which it signs ID tokens. @throws Error as `discover` */
export async function readSigning(
  provider: Pick<ProviderClient, 'issuer' | 'clientId'>,
): Promise<{ readonly jwksUri: string; readonly algorithms: readonly string[] }> {
  const { jwks_uri: jwksUri, id_token_signing_alg_values_supported: algorithms = ['RS256'] } = (
    await discover(provider)
  ).serverMetadata();
  if (jwksUri === undefined) throw new Error('The provider publishes no keys');
  return { jwksUri, algorithms };
}

// An application's request for a sign-in, as openid-client makes it.
import * as openid from 'openid-client';

/** A sign-in that an application has begun. */
export interface BegunSignIn {
  /** Where the browser is sent. */
  readonly url: string;
  /** What the answer must have. */
  readonly checks: openid.AuthorizationCodeGrantChecks;
}

/** Begins a sign-in with PKCE, state and nonce. */
export async function beginSignIn(
  client: openid.Configuration,
  redirectUri: string,
  parameters: Record<string, string> = {},
): Promise<BegunSignIn> {
  const verifier = openid.randomPKCECodeVerifier();
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ state, nonce, ...parameters },
  });
  return {
    url: url.href,
    checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
  };
}

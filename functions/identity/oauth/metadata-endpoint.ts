// The metadata of the authorization server and OpenID provider (RFC 8414 2, OpenID Connect Discovery 1.0, 3).

import { grantTypes } from '../../../shared/auth/clients/clients.ts';
import { scopeNames } from '../../../shared/auth/permissions/permissions.ts';
import { supportedContexts } from '../../../shared/auth/sign-in/authentication-context.ts';
import { proofAlgorithms } from '../../../shared/auth/tokens/dpop.ts';
import { getIssuer } from '../../../shared/auth/tokens/issue-token.ts';
import { keySetMaxAge, signingAlgorithms } from '../../../shared/auth/tokens/keys.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { ok } from '../../../shared/http/reply.ts';
import { languages } from '../../../shared/languages/languages.ts';
import { prompts, responseModes } from '../connect/requests/authorization-request.ts';
import { identityScopeNames } from '../connect/requests/scopes.ts';

const confidentialMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
const allMethods = [...confidentialMethods, 'none'];

/** The claims that ID tokens and userinfo have. */
const claimNames = [
  ...['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'at_hash', 'sid', 'tenant'],
  ...['name', 'given_name', 'family_name', 'preferred_username', 'email', 'email_verified'],
  'person_id',
];

/** The metadata as a reply that may be cached as long as the keys. */
export const presentMetadata = () =>
  ok(
    {
      issuer: getIssuer(),
      authorization_endpoint: areaUrl('identity', '/connect/authorize'),
      token_endpoint: areaUrl('identity', '/connect/token'),
      userinfo_endpoint: areaUrl('identity', '/connect/userinfo'),
      pushed_authorization_request_endpoint: areaUrl('identity', '/connect/par'),
      device_authorization_endpoint: areaUrl('identity', '/connect/deviceauthorization'),
      end_session_endpoint: areaUrl('identity', '/connect/endsession'),
      jwks_uri: areaUrl('identity', '/.well-known/jwks.json'),
      introspection_endpoint: areaUrl('identity', '/connect/introspect'),
      revocation_endpoint: areaUrl('identity', '/connect/revocation'),
      scopes_supported: [...identityScopeNames, ...scopeNames],
      response_types_supported: ['code'],
      response_modes_supported: [...responseModes],
      grant_types_supported: [...grantTypes],
      code_challenge_methods_supported: ['S256'],
      acr_values_supported: [...supportedContexts],
      claims_supported: claimNames,
      ui_locales_supported: [...languages],
      prompt_values_supported: [...prompts],
      token_endpoint_auth_methods_supported: allMethods,
      introspection_endpoint_auth_methods_supported: confidentialMethods,
      revocation_endpoint_auth_methods_supported: allMethods,
      token_endpoint_auth_signing_alg_values_supported: [...signingAlgorithms],
      introspection_endpoint_auth_signing_alg_values_supported: [...signingAlgorithms],
      revocation_endpoint_auth_signing_alg_values_supported: [...signingAlgorithms],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...signingAlgorithms],
      authorization_response_iss_parameter_supported: true,
      dpop_signing_alg_values_supported: [...proofAlgorithms],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: false,
      require_pushed_authorization_requests: false,
    },
    { headers: { 'Cache-Control': `public, max-age=${keySetMaxAge}` } },
  );

// The metadata of the authorization server (RFC 8414 2).
import { getIssuer } from '../../../shared/auth/issue-token.ts';
import { keySetMaxAge } from '../../../shared/auth/keys.ts';
import { scopeNames } from '../../../shared/auth/permissions.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { ok } from '../../../shared/http/reply.ts';

const confidentialMethods = ['client_secret_basic', 'client_secret_post'];

/**
 * The metadata as a reply that may be cached as long as the keys. No ID tokens are issued, as the OpenID members say.
 */
export const presentMetadata = () =>
  ok(
    {
      issuer: getIssuer(),
      token_endpoint: areaUrl('crm', '/oauth/token'),
      jwks_uri: areaUrl('identity', '/.well-known/jwks.json'),
      introspection_endpoint: areaUrl('identity', '/connect/introspect'),
      revocation_endpoint: areaUrl('identity', '/connect/revocation'),
      scopes_supported: [...scopeNames],
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: confidentialMethods,
      introspection_endpoint_auth_methods_supported: confidentialMethods,
      revocation_endpoint_auth_methods_supported: [...confidentialMethods, 'none'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    },
    { headers: { 'Cache-Control': `public, max-age=${keySetMaxAge}` } },
  );

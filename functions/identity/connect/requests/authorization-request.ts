// An authorization request: what an application asks for when it sends a person here (RFC 6749 4.1.1, OpenID Connect
// Core 3.1.2.1), and why it is refused.
import { type ClientItem, getSignIn, mayUseGrant } from '../../../../shared/auth/clients/clients.ts';
import { parseScope } from '../../../../shared/auth/permissions/permissions.ts';
import { findRedirectUri, type Parameters } from './redirect-uri.ts';
import { sortScopes } from './scopes.ts';

/** How the answer is sent (OAuth 2.0 Multiple Response Type Encoding Practices 2.1, Form Post Response Mode 1). */
export const responseModes = ['query', 'fragment', 'form_post'] as const;
export type ResponseMode = (typeof responseModes)[number];

/** Where an answer goes. */
export interface ResponseTarget {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state?: string | undefined;
}

/** What an application asks of a person, however it gets the answer. */
export interface RequestedSignIn {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly prompt: readonly Prompt[];
  /** Seconds since the person last proved who they are. */
  readonly maxAge?: number | undefined;
  readonly loginHint?: string | undefined;
  /** The languages that the person prefers, separated by spaces. */
  readonly uiLocales?: string | undefined;
  /** How the person must have proved who they are, best first. */
  readonly acrValues: readonly string[];
  /** The tenant to enter, where the client leaves that open: `acr_values=tenant:<code>`. */
  readonly tenantCode?: string | undefined;
}

/** A valid request of an application to which the browser returns. */
export interface AuthorizationRequest extends ResponseTarget, RequestedSignIn {
  readonly nonce?: string | undefined;
  /** S256 of the secret that the token request must have (RFC 7636 4.2). */
  readonly codeChallenge?: string | undefined;
  /** The thumbprint of the key with which the tokens are requested (RFC 9449 10). */
  readonly dpopJkt?: string | undefined;
}

/** What an application may ask the page to do (OpenID Connect Core 3.1.2.1). */
export const prompts = ['none', 'login', 'consent', 'select_account'] as const;
export type Prompt = (typeof prompts)[number];

/** An error of the authorization endpoint (RFC 6749 4.1.2.1, OpenID Connect Core 3.1.2.6). */
export interface AuthorizationError {
  readonly error:
    | 'invalid_request'
    | 'unauthorized_client'
    | 'access_denied'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'server_error'
    | 'login_required'
    | 'interaction_required'
    | 'consent_required'
    | 'account_selection_required'
    | 'request_not_supported'
    | 'request_uri_not_supported'
    | 'registration_not_supported'
    | 'unmet_authentication_requirements';
  readonly description: string;
}

/** The person cannot sign in as strongly as the request wants (OpenID Connect Unmet Authentication Requirements 1.0). */
export const unmetRequirements: AuthorizationError = {
  error: 'unmet_authentication_requirements',
  description: 'The person has not proved who they are by the methods that acr_values asks for.',
};

/** A request that was read: valid, refused with an answer to the application, or not to be answered to anybody. */
export type ReadRequest =
  | { readonly kind: 'valid'; readonly request: AuthorizationRequest }
  | { readonly kind: 'refused'; readonly target: ResponseTarget; readonly error: AuthorizationError }
  | { readonly kind: 'unanswerable'; readonly reason: 'address-missing' | 'address-unknown' };

const challengePattern = /^[A-Za-z0-9_-]{43}$/;

const isOneOf = <T extends string>(values: readonly T[], value: string | undefined): value is T =>
  values.some((known) => known === value);

/** The default of `code` is the query (RFC 6749 4.1.2). */
const readResponseMode = ({ response_mode: mode }: Parameters): ResponseMode =>
  isOneOf(responseModes, mode) ? mode : 'query';

/** What makes a request invalid; undefined when nothing does. */
function findError(client: ClientItem, parameters: Parameters): AuthorizationError | undefined {
  const signIn = getSignIn(client);
  const refuse = (error: AuthorizationError['error'], description: string) => ({ error, description });
  if (parameters.request !== undefined)
    return refuse('request_not_supported', 'request is not supported; send the parameters themselves.');
  if (parameters.registration !== undefined)
    return refuse('registration_not_supported', 'registration is not supported.');
  if (!mayUseGrant(client, 'authorization_code'))
    return refuse('unauthorized_client', 'The client is not registered for the grant authorization_code.');
  const { response_type: type, response_mode: mode, code_challenge: challenge } = parameters;
  if (type === undefined) return refuse('invalid_request', 'response_type is missing.');
  if (type !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');
  if (mode !== undefined && !isOneOf(responseModes, mode))
    return refuse('invalid_request', `response_mode must be one of ${responseModes.join(', ')}.`);
  if (challenge === undefined && parameters.code_challenge_method !== undefined)
    return refuse('invalid_request', 'code_challenge is missing.');
  if (challenge === undefined && !signIn.isLegacy)
    return refuse('invalid_request', 'code_challenge is required (RFC 7636), with the method S256.');
  if (challenge !== undefined && parameters.code_challenge_method !== 'S256')
    return refuse('invalid_request', 'code_challenge_method must be S256.');
  if (challenge !== undefined && !challengePattern.test(challenge))
    return refuse('invalid_request', 'code_challenge must be 43 characters of base64url.');
  if (parameters.dpop_jkt !== undefined && !challengePattern.test(parameters.dpop_jkt))
    return refuse('invalid_request', 'dpop_jkt must be 43 characters of base64url.');
  return findOpenidError(parameters) ?? findScopeError(client, parameters);
}

function findOpenidError(parameters: Parameters): AuthorizationError | undefined {
  const refuse = (description: string) => ({ error: 'invalid_request' as const, description });
  const { max_age: maxAge } = parameters;
  const prompt = parseScope(parameters.prompt);
  const unknown = prompt.find((value) => !isOneOf(prompts, value));
  if (unknown !== undefined) return refuse(`prompt must be of ${prompts.join(', ')}.`);
  if (prompt.includes('none') && prompt.length > 1) return refuse('prompt none goes with no other value.');
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge))
    return refuse('max_age must be a number of seconds.');
  return undefined;
}

function findScopeError(client: ClientItem, parameters: Parameters): AuthorizationError | undefined {
  const { refused } = sortScopes(client, parseScope(parameters.scope));
  return refused.length === 0
    ? undefined
    : { error: 'invalid_scope', description: `The client does not have the scope ${refused.join(' ')}.` };
}

const tenantPrefix = 'tenant:';

/**
 * Reads the parameters of a request of a known client. An answer goes to a registered address only; a request without
 * one is answered to the person alone (RFC 6749 4.1.2.1).
 */
export function readAuthorizationRequest(client: ClientItem, parameters: Parameters): ReadRequest {
  const redirectUri = findRedirectUri(client, parameters);
  if (redirectUri === undefined)
    return {
      kind: 'unanswerable',
      reason: parameters.redirect_uri === undefined ? 'address-missing' : 'address-unknown',
    };
  const target: ResponseTarget = {
    redirectUri,
    responseMode: readResponseMode(parameters),
    state: parameters.state,
  };
  const error = findError(client, parameters);
  if (error) return { kind: 'refused', target, error };
  const acrValues = parseScope(parameters.acr_values);
  const tenantHint = acrValues.find((value) => value.startsWith(tenantPrefix));
  return {
    kind: 'valid',
    request: {
      ...target,
      clientId: client.id,
      scopes: sortScopes(client, parseScope(parameters.scope)).granted,
      nonce: parameters.nonce,
      codeChallenge: parameters.code_challenge,
      dpopJkt: parameters.dpop_jkt,
      prompt: parseScope(parameters.prompt).filter((value) => isOneOf(prompts, value)),
      maxAge: parameters.max_age === undefined ? undefined : Number(parameters.max_age),
      loginHint: parameters.login_hint,
      uiLocales: parameters.ui_locales,
      acrValues: acrValues.filter((value) => !value.startsWith(tenantPrefix)),
      tenantCode: tenantHint?.slice(tenantPrefix.length).toLowerCase(),
    },
  };
}

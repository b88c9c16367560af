// The catalogue of error codes: one table for replies, OpenAPI and the documentation.

/** What one error code means: its status, what happened, and what the caller should do next. */
interface CatalogueEntry {
  readonly status: number;
  /** One sentence: the condition. */
  readonly when: string;
  /** One sentence: what the caller should do. */
  readonly next: string;
  /** The RFC 6749 5.2 / RFC 6750 3.1 `error` value that area C and the token endpoint answer with. */
  readonly oauth: string;
}

/**
 * Every code that an error reply may have in `error.code`. Codes are stable: a code is never renamed or reused.
 * Statuses and the codes VALIDATION_ERROR, AUTHENTICATION_REQUIRED, RESOURCE_NOT_FOUND and
 * INTERNAL_SERVER_ERROR come from docs/interface/errors.md#area-a-envelope; the others fill its "code not stated".
 */
export const errorCatalogue = {
  VALIDATION_ERROR: {
    status: 400,
    when: 'One or more values of the request are missing or invalid.',
    next: 'Fix every entry of details; each names the invalid value and what is valid.',
    oauth: 'invalid_request',
  },
  MALFORMED_BODY: {
    status: 400,
    when: 'The body could not be read as the declared content type.',
    next: 'Send well-formed content.',
    oauth: 'invalid_request',
  },
  UNSUPPORTED_GRANT_TYPE: {
    status: 400,
    when: 'The grant type is not offered here.',
    next: 'Use one that the metadata lists; area B offers grant_type=client_credentials alone.',
    oauth: 'unsupported_grant_type',
  },
  INVALID_GRANT: {
    status: 400,
    when: 'The code or the refresh token is unknown, expired, used already, or belongs to another client.',
    next: 'Ask the person to sign in again.',
    oauth: 'invalid_grant',
  },
  AUTHORIZATION_PENDING: {
    status: 400,
    when: 'The person has not answered yet.',
    next: 'Ask again after the interval.',
    oauth: 'authorization_pending',
  },
  SLOW_DOWN: {
    status: 400,
    when: 'The device asked too soon.',
    next: 'Wait 5 seconds longer before every further request.',
    oauth: 'slow_down',
  },
  ACCESS_DENIED: {
    status: 400,
    when: 'The person did not allow it.',
    next: 'Begin again only if the person wants it.',
    oauth: 'access_denied',
  },
  EXPIRED_TOKEN: {
    status: 400,
    when: 'The device code has expired.',
    next: 'Request another one.',
    oauth: 'expired_token',
  },
  INVALID_DPOP_PROOF: {
    status: 400,
    when: 'The DPoP proof is invalid, was used before, or is missing where the client needs one.',
    next: 'Send a new proof for this request, by the key to which the tokens are bound (RFC 9449).',
    oauth: 'invalid_dpop_proof',
  },
  INVALID_LOGOUT_TOKEN: {
    status: 400,
    when: 'The logout token is not one of the identity provider of the tenant, is too old, or was used before.',
    next: 'Send a new token that OpenID Connect Back-Channel Logout 1.0, 2.6 accepts, to the address of the tenant.',
    oauth: 'invalid_request',
  },
  INVALID_SCOPE: {
    status: 400,
    when: 'A requested scope is unknown or not granted to this client.',
    next: 'Request only scopes the client was issued with, or leave scope out.',
    oauth: 'invalid_scope',
  },
  UNAUTHORIZED_CLIENT: {
    status: 400,
    when: 'The client is known but not authorized for this request.',
    next: 'Ask the administrator who issued the client; its tenant may be suspended.',
    oauth: 'unauthorized_client',
  },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    when: 'The tenant-code is missing or unknown, or a valid access token is needed and was not sent.',
    next: 'Send the tenant-code header and, where needed, Authorization: Bearer with a live access token.',
    oauth: 'invalid_token',
  },
  INSUFFICIENT_USER_AUTHENTICATION: {
    status: 401,
    when: 'The tenant allows this only after a more recent sign-in, or one with two factors.',
    next: 'Sign in again with the acr_values and max_age of WWW-Authenticate (in the two-step sign-in: send code), then repeat the request with the new token.',
    oauth: 'insufficient_user_authentication',
  },
  API_VERSION_REQUIRED: {
    status: 401,
    when: 'The api-version header is missing or names a version other than 1.0.',
    next: 'Send api-version: 1.0.',
    oauth: 'invalid_request',
  },
  SIGN_IN_FAILED: {
    status: 401,
    when: 'The user name and password do not match an active user.',
    next: 'Check both; after several failures wait before trying again.',
    oauth: 'invalid_grant',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    when: 'The sign-in needs a second factor, and no code or a wrong one was sent.',
    next: 'Ask for the code of the authenticator, or a recovery code, and send the request again with code.',
    oauth: 'interaction_required',
  },
  SECOND_FACTOR_SETUP_REQUIRED: {
    status: 403,
    when: 'The workspace requires a second factor of the user, who has none yet.',
    next: 'Send the user to the page /Account/SecondFactor to set one up, then sign in with its code.',
    oauth: 'interaction_required',
  },
  INVALID_CLIENT: {
    status: 401,
    when: 'The client could not be authenticated.',
    next: 'Check client_id and client_secret; send them once, in the form or by HTTP Basic.',
    oauth: 'invalid_client',
  },
  PERMISSION_DENIED: {
    status: 403,
    when: 'The caller may not do this.',
    next: 'Ask an administrator of the tenant for the permission that the message names.',
    oauth: 'insufficient_scope',
  },
  TENANT_MISMATCH: {
    status: 403,
    when: 'The access token belongs to another tenant than the tenant-code header names.',
    next: 'Request a token for this tenant, or send the tenant-code the token was issued for.',
    oauth: 'access_denied',
  },
  TENANT_SUSPENDED: {
    status: 403,
    when: 'The tenant is suspended.',
    next: 'Ask the platform administrator to reactivate it.',
    oauth: 'access_denied',
  },
  WORKSPACE_DENIED: {
    status: 403,
    when: 'The user may not enter this workspace.',
    next: 'Choose a tenantCode from workSpaceList.',
    oauth: 'access_denied',
  },
  RESOURCE_NOT_FOUND: {
    status: 404,
    when: 'There is no such resource in this tenant.',
    next: 'Check the id; list the resources to find the right one.',
    oauth: 'not_found',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    when: 'No operation has this path.',
    next: 'Compare the path with the API reference.',
    oauth: 'not_found',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The path exists but not with this method.',
    next: 'Use a method that the Allow header lists.',
    oauth: 'invalid_request',
  },
  CONFLICT: {
    status: 409,
    when: 'The request conflicts with the current state.',
    next: 'Read the resource again and adapt the request.',
    oauth: 'invalid_request',
  },
  ALREADY_EXISTS: {
    status: 409,
    when: 'A resource with this unique value exists already.',
    next: 'Choose another value, or change the existing resource.',
    oauth: 'invalid_request',
  },
  ALREADY_REGISTERED: {
    status: 409,
    when: 'The member already has an active registration for this.',
    next: 'Read that registration; cancel it first to make another one.',
    oauth: 'invalid_request',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    when: 'The first request with this Idempotency-Key is still running.',
    next: 'Wait a moment and send the same request again.',
    oauth: 'invalid_request',
  },
  PRECONDITION_FAILED: {
    status: 412,
    when: 'The resource has changed since the version that If-Match names.',
    next: 'Read it again, apply the change to the new version, and send its ETag.',
    oauth: 'invalid_request',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: 'The body is larger than this operation accepts.',
    next: 'Send less in one request.',
    oauth: 'invalid_request',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'The Content-Type is not one that this operation accepts, or the body has a Content-Encoding.',
    next: 'Send the content type that the message names, and the body as it is.',
    oauth: 'invalid_request',
  },
  RECORD_TOO_LARGE: {
    status: 422,
    when: 'The record would be larger than a record can be.',
    next: 'Shorten or remove the largest members, which the message names.',
    oauth: 'invalid_request',
  },
  TRANSACTION_TOO_LARGE: {
    status: 422,
    when: 'The request changes more at once than can be changed together.',
    next: 'Send it in several requests, each with a part of it.',
    oauth: 'invalid_request',
  },
  CLASS_FULL: {
    status: 422,
    when: 'The class has no seat left for this registrant, and no room on its waitlist.',
    next: 'Choose another class of the course, or try again later.',
    oauth: 'invalid_request',
  },
  REGISTRATION_CLOSED: {
    status: 422,
    when: 'Registration for the class is not open: not set up, not yet started, closed, or the class is cancelled.',
    next: 'Read from the class when registration opens and closes, or choose another class.',
    oauth: 'invalid_request',
  },
  NOT_ELIGIBLE: {
    status: 422,
    when: 'A rule other than seats and dates is not met, such as a missing prerequisite.',
    next: 'Every rule that failed is an entry of details; check the eligibility to see all rules.',
    oauth: 'invalid_request',
  },
  DISCOUNT_NOT_VALID: {
    status: 422,
    when: 'The discount code is unknown, not valid now, used up, or not for this registration.',
    next: 'Read the message; send another code, or none.',
    oauth: 'invalid_request',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    when: 'This Idempotency-Key was used with a different request.',
    next: 'Use a new key for a new request.',
    oauth: 'invalid_request',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    when: 'Too many requests.',
    next: 'Wait the number of seconds in Retry-After, then try again with a growing delay.',
    oauth: 'temporarily_unavailable',
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    when: 'An unexpected error occurred on the server.',
    next: 'Try again with a growing delay; if the error persists, report the requestId.',
    oauth: 'server_error',
  },
  SERVICE_BUSY: {
    status: 503,
    when: 'The request met too much contention, or the database was not available; it was not carried out.',
    next: 'Send the same request again after a moment.',
    oauth: 'temporarily_unavailable',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/**
 * Codes of one detail inside a VALIDATION_ERROR (docs/interface/errors.md#detail-codes: "each detail has its own
 * code").
 */
export const errorDetailCodes = {
  MALFORMED_BODY: 'The body could not be read as the declared content type.',
  REQUIRED_FIELD: 'The value is missing or empty.',
  INVALID_TYPE: 'The value is of the wrong JSON type.',
  INVALID_FORMAT: 'The value does not have the required format.',
  OUT_OF_RANGE: 'The number, length or count is outside its limits.',
  UNKNOWN_VALUE: 'The value is not one of those allowed, or names something that does not exist.',
  UNKNOWN_FIELD: 'The field is not part of this request.',
  DUPLICATE_VALUE: 'The value may appear only once.',
  NOT_ALLOWED: 'The value is not allowed together with the others.',
  PERSON_INACTIVE: 'The person is not active in the directory.',
  MEMBERS_ONLY: 'Only members may register for the class.',
  PREREQUISITE_MISSING: 'A prerequisite is not in the training record.',
  DECLARATION_REQUIRED: 'Experience is required, and was not declared.',
  TAKEN_RECENTLY: 'The course gave the person credits already, and gives none again within its period.',
  DENIED_BEFORE: 'An earlier registration was denied, and the class does not accept another one.',
  CODE_EXPIRED: 'The check-in code was not valid at the moment of the scan.',
  CODE_OF_OTHER_CLASS: 'The check-in code is of a registration of another class.',
  CODE_UNKNOWN: 'The check-in code is of no registration.',
  NOT_REGISTERED: 'The registration has no seat.',
  TOKEN_EXPIRED: 'The access token has expired.',
  TOKEN_INVALID: 'The access token is malformed, altered, or not issued by this platform.',
  TOKEN_REVOKED: 'The access token has been revoked.',
  SECOND_FACTOR_MISSING: 'The sign-in of the access token had one factor, and two are needed.',
  SIGN_IN_TOO_OLD: 'The sign-in of the access token is too long ago.',
} as const;

/** A code of a single error detail. */
export type ErrorDetailCode = keyof typeof errorDetailCodes;

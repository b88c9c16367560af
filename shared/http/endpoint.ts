// The contract of an endpoint: the one declaration from which everything else about it is derived.
import type * as z from 'zod';
import { type AccessDeclaration, isTenantScoped, isWrite } from '../auth/permissions/access-requirement.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { Area } from './areas.ts';
import type { PersonDeclaration } from './request/caller-person.ts';
import type { RequestDeclaration } from './request/declaration.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The most an example request may cost, in the units that DynamoDB charges; a test checks it. */
export interface Budget {
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits?: number;
}

/** A success reply: its body's schema (null: no body), and its headers in addition to the usual ones. */
export interface SuccessDeclaration {
  readonly body: z.ZodType | null;
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Content type when it is not application/json. A file of several types names one here and the others in `alsoAs`. */
  readonly contentType?: string;
  /** Other content types that the same reply may have, with their bodies, such as HTML for a browser. */
  readonly alsoAs?: Readonly<Record<string, z.ZodType>>;
}

/**
 * One working example: a test sends this request to the demo tenant, and it must succeed.
 * A string may name a seeded value as `{{name}}`: userName, password, tenantCode, clientId, clientSecret, personId,
 * and the others that the demo data declares (infra/local/demo).
 */
export interface Example {
  /** The id of the user who sends it, where it is about the caller's own account; otherwise any caller with the permission. */
  readonly user?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Headers beside those that say who calls, such as a credential of the endpoint's own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The declaration of an endpoint. Its interfaces say who may call it, and which requests it accepts. */
export interface EndpointConfig extends AccessDeclaration, RequestDeclaration, PersonDeclaration {
  readonly area: Area;
  readonly method: Method;
  /** The path below the area's base address, with `{name}` parameters, spelled as published. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** The 2xx (and 3xx) replies by status. */
  readonly responses: Readonly<Record<number, SuccessDeclaration>>;
  /** Its own error codes, in addition to those that follow from its parts (authentication, validation, ...). */
  readonly refuses?: readonly ErrorCode[];
  readonly budget: Budget;
  readonly example: Example;
  /**
   * `'ignored'` for a write that changes no record that its address names, such as one that adds a note to a bill.
   * Every other write of a resource takes If-Match (docs/interface/requests.md#conditional-requests).
   */
  readonly ifMatch?: 'ignored';
  /**
   * The form of a page, which is taken from that page alone: with the token that it has for the browser
   * (docs/identity.md#forms).
   */
  readonly ownForm?: true;
  /**
   * `'verdicts'` for a request of many parts: a dry run answers as the request would, with what would become of each part
   * (docs/interface/requests.md#dry-runs). Any other dry run answers 204.
   */
  readonly dryRun?: 'verdicts';
  /**
   * Area D: its existing callers leave the api-version header out
   * (docs/interface/versioning.md#area-d-version-header).
   */
  readonly apiVersion?: 'optional';
}

/** A declared endpoint. Its type carries what each part parses to. */
export type Endpoint<C extends EndpointConfig = EndpointConfig> = Readonly<C> & { readonly kind: 'endpoint' };

/** Declares an endpoint. */
export const endpoint = <const C extends EndpointConfig>(config: C): Endpoint<C> => ({
  ...config,
  kind: 'endpoint',
});

/** The unique name of an endpoint: method, area and declared path, without parameter values. */
export const endpointName = ({ method, area, path }: EndpointConfig): string => `${method} ${area}${path}`;

/** Whether a write is made on the condition of If-Match: each that acts on one resource, also a POST below its address. */
export const takesIfMatch = (declared: EndpointConfig): boolean =>
  isWrite(declared) &&
  declared.ifMatch !== 'ignored' &&
  (declared.method !== 'POST' ||
    declared.params !== undefined ||
    declared.refuses?.includes('PRECONDITION_FAILED') === true);

/**
 * Every error code of the endpoint: its own, and those that follow from its parts. OpenAPI, the contract tests and the
 * reference use this list.
 */
export function listErrorCodes(declared: EndpointConfig): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(declared.refuses ?? []);
  if (declared.params || declared.query || declared.headers || declared.body) codes.add('VALIDATION_ERROR');
  if (declared.body) {
    codes.add('UNSUPPORTED_MEDIA_TYPE').add('PAYLOAD_TOO_LARGE');
    // Area A has one code for every 400 (docs/interface/errors.md#area-a-envelope).
    if (declared.area !== 'training') codes.add('MALFORMED_BODY');
  }
  if (isTenantScoped(declared.access)) {
    codes
      .add('AUTHENTICATION_REQUIRED')
      .add('INSUFFICIENT_USER_AUTHENTICATION')
      .add('PERMISSION_DENIED')
      .add('TENANT_MISMATCH')
      .add('TENANT_SUSPENDED');
  }
  if (declared.area === 'billtracking') codes.add('API_VERSION_REQUIRED');
  if (isWrite(declared)) {
    codes.add('VALIDATION_ERROR').add('RECORD_TOO_LARGE').add('TRANSACTION_TOO_LARGE');
    if (declared.method === 'POST') codes.add('IDEMPOTENCY_KEY_IN_USE').add('IDEMPOTENCY_KEY_REUSED');
    if (takesIfMatch(declared)) codes.add('PRECONDITION_FAILED');
  }
  return [...codes.add('RATE_LIMIT_EXCEEDED').add('INTERNAL_SERVER_ERROR').add('SERVICE_BUSY')];
}

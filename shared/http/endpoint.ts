// The contract of an endpoint: the one declaration from which everything else about it is derived.
import type * as z from 'zod';
import type { Permission } from '../auth/permissions.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { Area } from './areas.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call.
 * - `'public'`: anyone, and no tenant is named (sign-in, metadata).
 * - `{ client: true }`: an OAuth client that authenticates itself (introspection, revocation); the handler does it.
 * - a permission, with the tenant-code header. `token: 'required'` asks for a bearer token always;
 * `token: 'tenant'` leaves it to the tenant's own access setting (areas A and D;
 * docs/interface/access.md#tenant-access-setting), and so does `token: 'as writing'`, which holds reading to the
 * setting for writing: people's addresses, logs, drafts. `platform: true` hands the handler the platform's store.
 * `permission: 'own'` leaves it to a rule; `others` then says which permission the rule asks of whoever acts for
 * others.
 */
export type AccessRequirement =
  | 'public'
  | { readonly client: true }
  | {
      readonly permission: Permission | 'own';
      readonly others?: Permission;
      readonly token: 'required' | 'tenant' | 'as writing';
      readonly platform?: boolean;
    };

/** The most an example request may cost, in DynamoDB's own units; a test checks it. */
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
  /** Content type when it is not application/json; that of any file when only the file knows it. */
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
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
}

export interface EndpointConfig {
  readonly area: Area;
  readonly method: Method;
  /** The path below the area's base address, with `{name}` parameters, spelled as published. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How the body is sent; JSON by default. */
  readonly bodyType?: 'json' | 'form';
  /** Largest body in bytes; 256 KiB by default. */
  readonly maxBodyBytes?: number;
  /** The 2xx (and 3xx) replies by status. */
  readonly responses: Readonly<Record<number, SuccessDeclaration>>;
  /** Its own error codes, in addition to those that follow from its parts (authentication, validation, ...). */
  readonly refuses?: readonly ErrorCode[];
  readonly access: AccessRequirement;
  readonly budget: Budget;
  readonly example: Example;
  /** A POST that only reads or that must run each time: Idempotency-Key has no effect. */
  readonly repeatable?: boolean;
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

/** The largest body an endpoint accepts, in bytes. */
export const getMaxBodyBytes = (declared: EndpointConfig): number => declared.maxBodyBytes ?? 256 * 1024;

/** Whether a call is made within a tenant: with the tenant-code header, and a required permission. */
export const isTenantScoped = (
  access: AccessRequirement,
): access is Extract<AccessRequirement, { readonly permission: unknown }> =>
  typeof access === 'object' && 'permission' in access;

/** Whether the request changes data, by its method and declaration. */
export const isWrite = (declared: EndpointConfig): boolean =>
  declared.method !== 'GET' && !declared.repeatable;

/**
 * Every error code of the endpoint: its own, and those that follow from its parts. OpenAPI, the contract tests and the
 * reference use this list.
 */
export function listErrorCodes(declared: EndpointConfig): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(declared.refuses ?? []);
  if (declared.params || declared.query || declared.headers || declared.body) codes.add('VALIDATION_ERROR');
  if (declared.body) {
    codes.add('MALFORMED_BODY').add('UNSUPPORTED_MEDIA_TYPE').add('PAYLOAD_TOO_LARGE');
  }
  if (isTenantScoped(declared.access)) {
    codes
      .add('AUTHENTICATION_REQUIRED')
      .add('PERMISSION_DENIED')
      .add('TENANT_MISMATCH')
      .add('TENANT_SUSPENDED');
  }
  if (declared.area === 'billtracking') codes.add('API_VERSION_REQUIRED');
  if (isWrite(declared)) {
    codes.add('VALIDATION_ERROR');
    if (declared.method === 'POST') codes.add('IDEMPOTENCY_KEY_IN_USE').add('IDEMPOTENCY_KEY_REUSED');
    // Every request that acts on one resource may have If-Match, also a POST below the resource's address.
    if (declared.method !== 'POST' || declared.params) codes.add('PRECONDITION_FAILED');
  }
  return [...codes.add('RATE_LIMIT_EXCEEDED').add('INTERNAL_SERVER_ERROR').add('SERVICE_BUSY')];
}

// Requests that a permission decides.
import type { Permission } from '../../shared/auth/permissions/permissions.ts';

/** A request that is decided by a permission, as parts that replace those of the example, and what the permission decides. */
export interface PermissionRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Seeded values in the place of others: `{ groupId: '{{hiddenGroupId}}' }`. */
  readonly values?: Readonly<Record<string, string>>;
  /** The subject who calls, where records belong to it. */
  readonly subject?: string;
  /** The person who calls, such as `{{holderId}}`; by default a user who is no person. */
  readonly person?: string;
  /** Permissions that neither caller has, because each of them allows the same. */
  readonly lacks?: readonly Permission[];
  /** The status of a caller without the permission, where it is not 403. */
  readonly instead?: 400 | 404 | 409;
  /** A text that only the reply to a caller with the permission has. */
  readonly shows?: string;
}

/** Requests by permission and endpoint, where the example of the endpoint does not reach the check. */
export type PermissionRequests = Readonly<
  Partial<Record<Permission, Readonly<Record<string, PermissionRequest | readonly PermissionRequest[]>>>>
>;

/** An id that no record has. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** The same request for several endpoints. */
export const repeatRequest = (
  names: readonly string[],
  request: PermissionRequest,
): Readonly<Record<string, PermissionRequest>> => Object.fromEntries(names.map((name) => [name, request]));

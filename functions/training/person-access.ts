// Access to what concerns a person: for that person, and for callers with the permission.
import type { Caller } from '../../shared/auth/access.ts';
import type { Permission } from '../../shared/auth/permissions.ts';
import { permissionDenied } from '../../shared/errors/failure.ts';

/** Whether the caller is this person. */
export const isSelf = (caller: Caller, personId: string): boolean =>
  caller.kind === 'user' && caller.personId === personId;

/** Whether the caller is this person or has the permission. True for calls that the tenant allows without a token. */
export const mayActFor = (caller: Caller, personId: string, permission: Permission): boolean =>
  caller.kind === 'anonymous' || isSelf(caller, personId) || caller.permissions.has(permission);

/** A class with its instructors. */
interface TaughtClass {
  readonly instructors: readonly { readonly personId: string }[];
}

/** Whether the caller teaches a class. */
export const isInstructor = (caller: Caller, { instructors }: TaughtClass): boolean =>
  instructors.some(({ personId }) => isSelf(caller, personId));

/**
 * Asserts that the caller is an instructor of the class or has the permission.
 * @throws Failure 403
 */
export function assertTeaches(caller: Caller, of: TaughtClass | undefined, permission: Permission): void {
  const isAllowed =
    caller.kind === 'anonymous' || caller.permissions.has(permission) || (of && isInstructor(caller, of));
  if (!isAllowed) throw permissionDenied(permission);
}

/**
 * Asserts that the caller requests only their own data or has the permission. No ids mean everyone.
 * @throws Failure 403
 */
export function assertMayActForAll(
  caller: Caller,
  personIds: readonly string[],
  permission: Permission,
): void {
  const areOwn = personIds.length > 0 && personIds.every((id) => isSelf(caller, id));
  if (!areOwn && caller.kind !== 'anonymous' && !caller.permissions.has(permission))
    throw permissionDenied(permission);
}

/**
 * Asserts that the caller is this person or has the permission.
 * @throws Failure 403
 */
export function assertMayActFor(caller: Caller, personId: string, permission: Permission): void {
  if (!mayActFor(caller, personId, permission)) throw permissionDenied(permission);
}

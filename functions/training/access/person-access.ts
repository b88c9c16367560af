// Access to classes for those who teach them, and to data of several people.
import type { Caller } from '../../../shared/auth/access/access.ts';
import { isSelf } from '../../../shared/auth/access/person-access.ts';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { permissionDenied } from '../../../shared/errors/failure.ts';

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

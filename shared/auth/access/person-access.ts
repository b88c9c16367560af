// Access to what concerns a person: for that person, and for callers with the permission.
import { permissionDenied } from '../../errors/failure.ts';
import type { Permission } from '../permissions/permissions.ts';
import type { Caller } from './access.ts';

/** The person who calls; undefined for a client, a user who is no person of the directory, and without a token. */
export const findCallerPerson = (caller: Caller): string | undefined =>
  caller.kind === 'user' ? caller.personId : undefined;

/** Whether the caller is this person. */
export const isSelf = (caller: Caller, personId: string): boolean => findCallerPerson(caller) === personId;

/** Whether the caller is this person or has the permission. True for calls that the tenant allows without a token. */
export const mayActFor = (caller: Caller, personId: string, permission: Permission): boolean =>
  caller.kind === 'anonymous' || isSelf(caller, personId) || caller.permissions.has(permission);

/**
 * Asserts that the caller is this person or has the permission.
 * @throws Failure 403
 */
export function assertMayActFor(caller: Caller, personId: string, permission: Permission): void {
  if (!mayActFor(caller, personId, permission)) throw permissionDenied(permission);
}

// Which callers see the users who people sign in as (docs/interface/crm.md#users-of-people).
import { permissionDenied } from '../../errors/failure.ts';
import type { Caller } from './access.ts';

const permission = 'identity.permissions.read';

/** Whether a caller sees which users people are. */
export const seesAccounts = ({ permissions }: Caller): boolean => permissions.has(permission);

/**
 * Asserts that a caller sees which users people are.
 * @throws Failure 403
 */
export function assertSeesAccounts(caller: Caller): void {
  if (!seesAccounts(caller)) throw permissionDenied(permission);
}

// Whose notifications a caller may see: their own.
import type { Caller } from '../../../shared/auth/access.ts';
import { Failure } from '../../../shared/errors/failure.ts';

/**
 * The person who calls.
 * @throws Failure 403 PERMISSION_DENIED for a client, and for a user whom nobody has linked to a person
 */
export function requireOwnPersonId(caller: Caller): string {
  if (caller.kind !== 'anonymous' && caller.personId !== undefined) return caller.personId;
  throw new Failure(
    'PERMISSION_DENIED',
    caller.kind === 'user'
      ? 'Notifications belong to a person of the directory, and the user you signed in as is linked to none. An administrator can link it: set personId of the user in this tenant.'
      : 'Notifications belong to a person: sign in as one.',
  );
}

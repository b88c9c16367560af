// A caller can only see their own notifications.
import type { Caller } from '../../../shared/auth/access/access.ts';
import { Failure } from '../../../shared/errors/failure.ts';

/**
 * The id of the person who calls.
 * @throws Failure 403 PERMISSION_DENIED for a client, and for a user who is not linked to a person
 */
export function requireOwnPersonId(caller: Caller): string {
  if (caller.kind !== 'anonymous' && caller.personId !== undefined) return caller.personId;
  throw new Failure(
    'PERMISSION_DENIED',
    caller.kind === 'user'
      ? 'Notifications belong to a person of the directory, but your user is not linked to one. An administrator can link it by setting personId of the user in this tenant.'
      : 'Notifications belong to a person: sign in as a user who is linked to a person.',
  );
}

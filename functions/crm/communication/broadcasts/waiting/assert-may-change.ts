// Who may change what a draft sends.
import type { Caller } from '../../../../../shared/auth/access/access.ts';
import { assertMay, type BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { permissionDenied } from '../../../../../shared/errors/failure.ts';

/** @throws Failure 409 when its state does not allow it, 403 where it is sent without a release: as it is by then */
export function assertMayChange(draft: BroadcastItem, { permissions }: Pick<Caller, 'permissions'>): void {
  assertMay('change', draft);
  const { status, sendWhen } = draft;
  if (status === 'waiting' && sendWhen?.withoutRelease && !permissions.has('crm.communication.send'))
    throw permissionDenied('crm.communication.send');
}

// A request is decided or withdrawn once.
import { conflict } from '../../../../shared/errors/failure.ts';
import type { ChangeRequestItem } from './change-request.ts';

/** @throws Failure 409 for a request that was decided or withdrawn */
export function assertPending({ id, status }: Pick<ChangeRequestItem, 'id' | 'status'>): void {
  if (status !== 'pending') throw conflict(`The request ${id} is ${status} already.`, 'requestId');
}

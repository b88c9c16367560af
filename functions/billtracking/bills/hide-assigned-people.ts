// Who works on a bill is for callers with a token.
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { BillRow } from './record/bill-row.ts';

/**
 * A bill or its row as the caller may see it: the people it is assigned to are for callers with a token
 * (docs/interface/access.md#without-a-token).
 */
export const hideAssignedPeople = <B extends Pick<BillRow, 'assignedPersonIds'>>(
  bill: B,
  caller: Caller,
): B => (caller.kind === 'anonymous' ? { ...bill, assignedPersonIds: [] } : bill);

// The lines of the activity log about what a tenant makes of a bill: all have the same facts of the bill.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import type { Activity } from '../../activity/line.ts';
import type { BillItem } from '../record/bill.ts';

/** What happened to a bill, and the facts of it. */
export interface BillChangeFacts {
  readonly action: string;
  readonly oldValue: string;
  readonly newValue: string;
  readonly effectiveFrom?: string | undefined;
  readonly reason?: string | undefined;
}

/** The line about a change. @param after the bill with the change */
export const buildBillActivity = (
  after: BillItem,
  { action, ...facts }: BillChangeFacts,
  { subject }: Pick<Caller, 'subject'>,
): Activity => ({
  userId: subject,
  action,
  entityType: 'BILL',
  entityId: after.id,
  timestamp: after.modifiedDate,
  isSystem: true,
  metadata: {
    billNumber: after.billNumber,
    state: stateById(after.stateId)?.abbreviation,
    session: after.sessionName,
    ...facts,
  },
});

// The ledger of a registration for an award.
import { completeLedger } from '../../payments/ended.ts';
import { emptyLedger, type Ledger } from '../../payments/ledger.ts';
import type { AwardRegistrationItem } from './certification.ts';

/** Whether a registration ended, so that nothing more is due for it. */
export const hasEnded = (status: AwardRegistrationItem['status']): boolean =>
  status === 'Denied' || status === 'Withdrawn';

/** The ledger of a registration. @param currency the tenant's, for one without a ledger */
export const openAwardLedger = (
  { ledger, status, modifiedDate }: Pick<AwardRegistrationItem, 'ledger' | 'status' | 'modifiedDate'>,
  currency: string,
): Ledger =>
  ledger ? completeLedger(ledger, hasEnded(status), new Date(modifiedDate)) : emptyLedger(currency);

// Enters a payment, a refund, a correction or a waiver in the ledger of a registration, with the receipt of a payment.
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { classById } from '../classes/record/store.ts';
import { toEntryAuthor } from '../payments/author.ts';
import { type EntryInput, recordEntry } from '../payments/entry-input.ts';
import type { Ledger } from '../payments/ledger.ts';
import { replaceRegistration, updateRegistration } from '../registrations/record/change-registration.ts';
import type { Payable } from '../registrations/record/payable.ts';
import { applyLedger, openLedger } from '../registrations/record/payment.ts';
import type { RegistrationItem } from '../registrations/record/registration.ts';
import { billClassRegistration } from './ledger/billed-registration.ts';
import { issueReceipt } from './ledger/receipt.ts';

interface EntryContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly name: string; readonly timeZone: string };
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
}

/** The registration with the entry; without changes where the same was sent before. @throws Failure 400, 409 */
export async function enterPayment(
  context: EntryContext,
  { before, trainingSettings }: Payable,
  input: EntryInput,
  ifMatch?: IfMatch,
): Promise<{
  readonly after: RegistrationItem;
  readonly ledger: Ledger;
  readonly changes: readonly Change[];
}> {
  const { tenant, settings, caller, now } = context;
  const opened = openLedger(before, trainingSettings.currency);
  const today = toLocalDate(settings.timeZone, now);
  const recorded = recordEntry(opened, input, toEntryAuthor(caller, now), today);
  if (!recorded.isNew) return { after: before, ledger: recorded.ledger, changes: [] };
  const item = await classById(tenant, before.classId);
  const billed = billClassRegistration(tenant, before, item, recorded.ledger, settings.timeZone);
  const { ledger, changes } = await issueReceipt(context, billed, trainingSettings, opened);
  const after = updateRegistration(before, { payment: applyLedger(before.payment, opened, ledger) }, now);
  return { after, ledger, changes: [replaceRegistration(tenant, before, after, ifMatch), ...changes] };
}

// One look at a tenant's sender: sets its domain up where that is to be done, then checks its records.
import { commitUnlessStale } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { logError } from '../../../../shared/log/log.ts';
import { checkRecords } from '../../../../shared/mail-sender/check-records.ts';
import {
  applyCheck,
  getSenderDomain,
  type MailSenderItem,
  noteProblem,
  saveChecked,
  setRecords,
} from '../../../../shared/mail-sender/mail-sender.ts';
import { DomainRefusal, findSesAccount } from '../../../../shared/mail-sender/mail-system.ts';
import {
  buildSesRecords,
  completeRecords,
  toUnchecked,
} from '../../../../shared/mail-sender/sender-records.ts';

/** The records that Amazon SES asks for, of a domain that it did not know. */
async function setUpDomain(
  tenant: TenantStore,
  sender: MailSenderItem,
  domain: string,
): Promise<MailSenderItem> {
  const account = findSesAccount();
  if (sender.status !== 'preparing' || !account) return sender;
  const { createSesIdentity } = await import('../../../../shared/mail-sender/ses-identity.ts');
  const { tokens, zone } = await createSesIdentity(account, tenant.code, domain);
  const records = buildSesRecords(domain, { region: account.region, tokens, zone });
  return setRecords(sender, completeRecords(domain, sender.ownershipToken ?? '', records).map(toUnchecked));
}

/**
 * Whether the mail system takes mails of a domain: SES once it has seen the DKIM records itself, a mail server always. Undefined
 * where SES does not have the domain any more.
 */
async function isTaken(domain: string): Promise<boolean | undefined> {
  if (!findSesAccount()) return true;
  const { isSesIdentityVerified } = await import('../../../../shared/mail-sender/ses-identity.ts');
  return isSesIdentityVerified(domain);
}

async function check(tenant: TenantStore, sender: MailSenderItem, domain: string, now: Date) {
  const known = await setUpDomain(tenant, sender, domain);
  const taken = await isTaken(domain);
  const prepared =
    taken === undefined ? await setUpDomain(tenant, { ...known, status: 'preparing' }, domain) : known;
  const records = await checkRecords(prepared.records, domain);
  return applyCheck(prepared, { records, isTaken: taken ?? false }, now);
}

/** What the tenant reads: errors of the mail system name the account and its roles. */
const describeProblem = (error: unknown): string =>
  error instanceof DomainRefusal
    ? error.message
    : 'The mail system could not be asked about the domain. It is asked again within an hour.';

/** Looks after a sender, and stores how it is now, unless it was changed meanwhile. */
export async function lookAfterSender(tenant: TenantStore, sender: MailSenderItem, now: Date): Promise<void> {
  const domain = getSenderDomain(sender);
  if (domain === undefined) return;
  const after = await check(tenant, sender, domain, now).catch((error: unknown) => {
    logError(`the sender of ${tenant.code}`, error);
    return noteProblem(sender, describeProblem(error), now);
  });
  await commitUnlessStale([saveChecked(tenant, sender, after)]);
}

// From where a mail of a tenant comes: the address, name and answers of its own sender, and its tenant in Amazon SES.
import { tenantKey } from '../auth/accounts/records.ts';
import { commit, put } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { logError } from '../log/log.ts';
import { senderKey } from './mail-sender.ts';
import { findSesAccount, getSesTenantName, type SesAccount } from './mail-system.ts';

export interface MailOrigin {
  readonly name?: string | undefined;
  /** The tenant's own address, once it is verified. */
  readonly address?: string | undefined;
  readonly replyTo?: string | undefined;
  /** Its tenant in Amazon SES, where SES sends. */
  readonly sesTenant?: string | undefined;
}

/** That a tenant is there in SES, by this name. */
interface SesTenantItem {
  readonly type: 'ses-tenant';
  readonly name: string;
}
const sesTenantKey = (tenant: TenantStore): Key<SesTenantItem> => tenant.key('MAIL-SENDER', 'SES-TENANT');

/** The tenant's name in SES, where it is created when its first mail is sent. */
async function requireSesTenant(
  tenant: TenantStore,
  account: SesAccount,
  known: SesTenantItem | undefined,
): Promise<string> {
  const name = getSesTenantName(account, tenant.code);
  if (known?.name === name) return name;
  const { createSesTenant } = await import('./ses-tenant.ts');
  await createSesTenant(account, tenant.code);
  await commit([put(sesTenantKey(tenant), { type: 'ses-tenant', name })]);
  return name;
}

/** The origin of a tenant's mails now. One round trip, but for the first mail by SES. */
export async function findMailOrigin(tenant: TenantStore): Promise<MailOrigin> {
  const account = findSesAccount();
  const [sender, settings, known] = await Promise.all([
    tenant.get(senderKey(tenant), { consistent: true }),
    tenant.get(tenantKey(tenant)),
    account && tenant.get(sesTenantKey(tenant)),
  ]);
  return {
    name: sender?.fromName ?? settings?.name,
    ...(sender?.status === 'verified' && { address: sender.fromAddress }),
    replyTo: sender?.replyTo,
    ...(account && { sesTenant: await requireSesTenant(tenant, account, known) }),
  };
}

/** Why Amazon SES sends no mails of a tenant, in words; undefined where it does. */
export async function findSendingStop(tenant: TenantStore): Promise<string | undefined> {
  const account = findSesAccount();
  if (!account) return undefined;
  const { isSesTenantStopped } = await import('./ses-tenant.ts');
  // Where SES does not answer, its answer to each mail decides.
  const isStopped = await isSesTenantStopped(account, tenant.code).catch((error: unknown) => {
    logError(`the status of ${tenant.code} in SES`, error);
    return false;
  });
  return isStopped
    ? 'Amazon SES has stopped the mails of this tenant, because too many of them came back or were reported as unwanted. Check the lists, and ask the platform to reinstate the tenant before you resume.'
    : undefined;
}

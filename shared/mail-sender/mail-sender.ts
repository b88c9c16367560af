// From which address the mails of a tenant come, and how far its domain is set up
// (docs/interface/communication.md#own-sender).
import { type Change, ifSame, put } from '../data/changes.ts';
import { formatDueTime } from '../data/due-partition.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { VersionedRecord } from '../data/versioned-record.ts';
import { conflict, invalid, tooManyRequests } from '../errors/failure.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../http/etag.ts';
import { getAsciiDomain, needsSmtpUtf8 } from '../mail-address/international-address.ts';
import { isPublicDomain } from './look-up.ts';
import {
  findServerRecords,
  findSesAccount,
  getPlatformSender,
  offersOwnSenders,
  parseAddress,
} from './mail-system.ts';
import { type CheckedRecord, completeRecords, toUnchecked } from './sender-records.ts';

/** What a tenant sets. */
export interface SenderSettings {
  /** The name that its mails come from; that of the tenant where it is absent. */
  readonly fromName?: string | undefined;
  /** The address that its mails come from, once its domain is verified. */
  readonly fromAddress?: string | undefined;
  /** The address that answers go to. */
  readonly replyTo?: string | undefined;
}

export const senderStatuses = ['platform', 'preparing', 'pending', 'verified'] as const;
/**
 * Mails come from the tenant's address while it is verified, and from that of the platform otherwise.
 *
 * | from     | when                                          | to       |
 * |----------|-----------------------------------------------|----------|
 * | any      | an address of another domain is set           | pending, after preparing where the mail system names the records |
 * | any      | the address is removed                        | platform |
 * | pending  | all required records are right, and the mail system takes the domain | verified |
 * | verified | a required record was wrong twice, or the mail system gave the domain up | pending |
 */
export type SenderStatus = (typeof senderStatuses)[number];

export interface MailSenderItem extends VersionedRecord, SenderSettings {
  readonly type: 'mail-sender';
  readonly id: 'mail-sender';
  readonly status: SenderStatus;
  readonly records: readonly CheckedRecord[];
  /** What the ownership record says. */
  readonly ownershipToken?: string | undefined;
  /** ISO 8601 UTC. */
  readonly checkedDate?: string | undefined;
  /** How many checks in a row found a required record wrong. */
  readonly wrongChecks?: number | undefined;
  /** Why the mail system did not take the domain, in words. */
  readonly problem?: string | undefined;
  /** How many domains were set on a day (UTC). */
  readonly domainChanges?: { readonly day: string; readonly count: number } | undefined;
  /** Epoch milliseconds of the next look at it. */
  readonly dueAt?: number | undefined;
}

const defaultSender: MailSenderItem = {
  ...{ type: 'mail-sender', id: 'mail-sender', status: 'platform', records: [] },
  ...{ version: 0, schemaVersion: 1 },
  ...{ createdDate: '1970-01-01T00:00:00.000Z', modifiedDate: '1970-01-01T00:00:00.000Z' },
};

/** The senders that are to be looked at. */
export const dueSendersKind = { listing: 'MAIL-SENDERS', moment: 'milliseconds' } as const;

const HOUR = 3600_000;
/** How often the records are looked up: until they are right, for a month; and afterwards. */
export const checkIntervals = { pending: HOUR, verified: 24 * HOUR, problem: HOUR } as const;
export const PENDING_DAYS = 30;
/** A required record that is wrong so often in a row ends sending from the domain; one wrong answer of DNS does not. */
export const wrongChecksAllowed = 2;
/** How many domains a tenant may set in a day: each is one in the account of the mail system. */
export const maxDomainsPerDay = 5;

export const senderKey = (tenant: TenantStore): Key<MailSenderItem> => tenant.key('MAIL-SENDER', 'SENDER');
const dueSenders = (tenant: TenantStore): Partition<MailSenderItem> =>
  tenant.dueListing(dueSendersKind.listing);

/** The sender of a tenant, or the one that it starts with. One read. */
export const loadMailSender = async (tenant: TenantStore): Promise<MailSenderItem> =>
  (await tenant.get(senderKey(tenant), { consistent: true })) ?? defaultSender;

/** The tenant's sender where a look at it is due. */
export async function findDueSender(tenant: TenantStore, now: Date): Promise<MailSenderItem | undefined> {
  const { items } = await tenant.query(dueSenders(tenant), {
    ...{ to: `${formatDueTime(now.getTime())}~`, limit: 1 },
  });
  return items[0];
}

export const getSenderDomain = ({ fromAddress }: SenderSettings): string | undefined =>
  fromAddress === undefined ? undefined : getAsciiDomain(fromAddress).toLowerCase();

/** The place in a listing that an item was read from. */
const unlisted = { gsi1pk: undefined, gsi1sk: undefined, gsi2pk: undefined };

const saveSender = (
  tenant: TenantStore,
  item: MailSenderItem,
  condition: Parameters<typeof put>[2],
): Change =>
  put<MailSenderItem>(
    senderKey(tenant),
    { ...item, ...unlisted },
    {
      ...condition,
      ...(item.dueAt !== undefined && {
        listed: { listing: dueSenders(tenant), sort: `${formatDueTime(item.dueAt)}#mail-sender` },
      }),
    },
  );

/** Why an address cannot be a sender's, in words. */
function describeFault(address: string, domain: string): string | undefined {
  if (needsSmtpUtf8(address))
    return 'fromAddress must have only ASCII characters before the @: many mail servers take no other sender.';
  // All mails of the platform come from it; SES must have no identity of a tenant for it.
  if (domain === getSenderDomain({ fromAddress: parseAddress(getPlatformSender()) }))
    return `fromAddress must have a domain of the tenant, but ${domain} is that of the platform.`;
  return isPublicDomain(domain)
    ? undefined
    : `fromAddress must have a domain that the internet knows, and ${domain} is not one of those.`;
}

/** @throws Failure for an address that cannot be a sender's */
function assertUsable(address: string, domain: string): void {
  const fault = describeFault(address, domain);
  if (fault) throw invalid([{ code: 'INVALID_FORMAT', message: fault, target: 'fromAddress' }]);
  if (!offersOwnSenders())
    throw conflict(
      'This platform sends mail by a server that takes no domains of tenants. Leave fromAddress out: mails then come from its own address, with your fromName and replyTo.',
      'fromAddress',
    );
}

function countDomain({ domainChanges }: MailSenderItem, now: Date): MailSenderItem['domainChanges'] {
  const day = now.toISOString().split('T', 1)[0] ?? '';
  const count = (domainChanges?.day === day ? domainChanges.count : 0) + 1;
  if (count > maxDomainsPerDay)
    throw tooManyRequests(
      `The domain of the sender was changed ${maxDomainsPerDay} times today, which is the maximum; change it tomorrow.`,
      24 * 3600,
    );
  return { day, count };
}

/** The state of a domain that was just set. */
function beginDomain(
  before: MailSenderItem,
  domain: string,
  token: string,
  now: Date,
): Pick<
  MailSenderItem,
  'status' | 'records' | 'ownershipToken' | 'dueAt' | 'domainChanges' | 'checkedDate' | 'wrongChecks'
> {
  const isBySes = findSesAccount() !== undefined;
  const ofSystem = isBySes ? [] : (findServerRecords(domain) ?? []);
  return {
    ...{ status: isBySes ? 'preparing' : 'pending', ownershipToken: token },
    records: completeRecords(domain, token, ofSystem).map(toUnchecked),
    ...{ dueAt: now.getTime(), domainChanges: countDomain(before, now) },
    ...{ checkedDate: undefined, wrongChecks: undefined },
  };
}

/**
 * The sender with these settings, and the change that stores it. Another domain begins anew: until it is verified mails come from
 * the platform's address.
 * @throws Failure VALIDATION_ERROR, CONFLICT or RATE_LIMIT_EXCEEDED for an address that cannot be set; 412
 */
export function replaceMailSender(
  tenant: TenantStore,
  before: MailSenderItem,
  settings: SenderSettings,
  { now, newId, ifMatch }: { readonly now: Date; newId(): string; readonly ifMatch: IfMatch | undefined },
): { readonly after: MailSenderItem; readonly change: Change } {
  const domain = getSenderDomain(settings);
  const moment = now.toISOString();
  const { fromName: _name, fromAddress: _address, replyTo: _replyTo, problem: _, ...state } = before;
  if (domain !== undefined) assertUsable(settings.fromAddress ?? '', domain);
  const isSame = domain === getSenderDomain(before);
  const after: MailSenderItem = {
    ...state,
    ...(domain === undefined
      ? { status: 'platform' as const, records: [], dueAt: undefined, ownershipToken: undefined }
      : isSame
        ? {}
        : beginDomain(before, domain, newId(), now)),
    ...(domain === undefined && { checkedDate: undefined, wrongChecks: undefined }),
    ...settings,
    version: before.version + 1,
    createdDate: before.version === 0 ? moment : before.createdDate,
    modifiedDate: moment,
  };
  return { after, change: saveSender(tenant, after, ifUnchangedOrAbsent(before, ifMatch)) };
}

/** What a check found. */
export interface SenderCheck {
  readonly records: readonly CheckedRecord[];
  /** Whether the mail system takes the domain; undefined where it is asked later. */
  readonly isTaken: boolean | undefined;
}

const isMissing = ({ isRequired, status }: CheckedRecord): boolean =>
  isRequired && (status === 'missing' || status === 'different');

/** When the next look at a sender is due; none at a domain that was never set up. */
function findNextCheck(
  { status, modifiedDate }: MailSenderItem,
  isWrong: boolean,
  now: Date,
): number | undefined {
  const time = now.getTime();
  if (status === 'verified') return time + (isWrong ? checkIntervals.pending : checkIntervals.verified);
  const isOver = time > Date.parse(modifiedDate) + PENDING_DAYS * 24 * HOUR;
  return isOver ? undefined : time + checkIntervals.pending;
}

/** The sender after a check: pure. */
export function applyCheck(
  before: MailSenderItem,
  { records, isTaken }: SenderCheck,
  now: Date,
): MailSenderItem {
  const isComplete = records.every(({ isRequired, status }) => !isRequired || status === 'correct');
  const isWrong = records.some(isMissing);
  const wrongChecks = isWrong ? (before.wrongChecks ?? 0) + 1 : 0;
  const isLost = wrongChecks >= wrongChecksAllowed || isTaken === false;
  const status: SenderStatus =
    before.status === 'verified'
      ? isLost
        ? 'pending'
        : 'verified'
      : isComplete && isTaken
        ? 'verified'
        : before.status;
  const checked: MailSenderItem = {
    ...before,
    ...{ status, records, checkedDate: now.toISOString(), version: before.version + 1 },
    ...{ wrongChecks: wrongChecks === 0 ? undefined : wrongChecks, problem: undefined },
  };
  const dueAt = isTaken === undefined ? now.getTime() : findNextCheck(checked, isWrong, now);
  return { ...checked, dueAt };
}

/** The sender when the mail system has named its records. */
export const setRecords = (before: MailSenderItem, records: MailSenderItem['records']): MailSenderItem => ({
  ...before,
  ...{ status: 'pending', records },
});

/** The sender when the mail system does not take its domain. */
export const noteProblem = (before: MailSenderItem, problem: string, now: Date): MailSenderItem => ({
  ...before,
  ...{ problem, version: before.version + 1, dueAt: now.getTime() + checkIntervals.problem },
});

/** The change that stores a sender after a look at it, unless it was changed since. */
export const saveChecked = (tenant: TenantStore, before: MailSenderItem, after: MailSenderItem): Change =>
  saveSender(tenant, after, ifSame(before, ['version']));

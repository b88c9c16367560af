// The recipients of broadcasts: each once, listed by when they are due, afterwards by person.
import { addFigures, compareRecipients, wasSent } from '../broadcast-figures/figures.ts';
import { type Change, insert, put } from '../data/changes.ts';
import { formatDueTime } from '../data/due-partition.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import { countInvited } from '../directory/officials/campaign-figures.ts';
import { ifUnchanged } from '../http/etag.ts';
import { hashAddress } from '../mail-consent/store.ts';
import type { FollowUp, RecipientItem } from './broadcast.ts';

/** Claims an address for the one of the people who share it who gets the mail. */
interface ClaimItem {
  readonly type: 'broadcast-address';
  /** Whose it is: a hash of the id, which nobody has to move or erase. */
  readonly owner: string;
  readonly ttl: number;
}

const partitionName = (broadcastId: string): string => `BROADCAST-RECIPIENTS#${broadcastId}`;

export const recipientKey = (
  tenant: TenantStore,
  broadcastId: string,
  personId: string,
): Key<RecipientItem> => tenant.key(partitionName(broadcastId), `PERSON#${personId}`);
export const claimKey = (tenant: TenantStore, broadcastId: string, hash: string): Key<ClaimItem> =>
  tenant.key(partitionName(broadcastId), `ADDRESS#${hash}`);

/** Recipients that wait, by when they are due. */
export const waitingRecipients = (tenant: TenantStore, broadcastId: string): Partition<RecipientItem> =>
  tenant.listing(`BROADCAST-WAITING#${broadcastId}`);
/** The broadcasts to a person, by when they were sent or skipped. */
export const broadcastsTo = (tenant: TenantStore, personId: string): Partition<RecipientItem> =>
  tenant.listing(`BROADCASTS-TO#${personId}`);

/** Somebody whom a broadcast names. */
interface InviteeItem {
  readonly type: 'broadcast-invitee';
  readonly broadcastId: string;
  readonly personId: string;
  /** Epoch seconds. */
  readonly ttl: number;
}

const inviteesName = (broadcastId: string): string => `BROADCAST-INVITEES#${broadcastId}`;

/** Names a person as one to whom a broadcast goes. */
export const putInvitee = (tenant: TenantStore, invitee: Omit<InviteeItem, 'type'>): Change =>
  put<InviteeItem>(
    tenant.key(inviteesName(invitee.broadcastId), `PERSON#${invitee.personId}`),
    { type: 'broadcast-invitee', ...invitee },
    {
      listed: {
        listing: tenant.listing(`BROADCASTS-TO#${invitee.personId}`),
        sort: `#${invitee.broadcastId}`,
      },
    },
  );

/** The ids of the people whom a broadcast names. One query. */
export const listInvitees = async (tenant: TenantStore, broadcastId: string): Promise<string[]> =>
  (await tenant.queryAll(tenant.partition<InviteeItem>(inviteesName(broadcastId)), { consistent: true })).map(
    ({ personId }) => personId,
  );

/** The recipients of a broadcast after a place, by id of the person. */
export const queryRecipients = (tenant: TenantStore, broadcastId: string, limit: number, after?: string) =>
  tenant.query(tenant.partition<RecipientItem>(partitionName(broadcastId)), {
    ...{ from: after ?? 'PERSON#', to: 'PERSON#~', limit },
  });
/** Whether a recipient waits, by the recipients themselves: a listing may be behind. About 1 read unit for eight of them. */
export async function hasWaitingRecipient(tenant: TenantStore, broadcastId: string): Promise<boolean> {
  const recipients = tenant.partition<RecipientItem>(partitionName(broadcastId));
  for await (const { items } of tenant.queryPages(recipients, {
    ...{ beginsWith: 'PERSON#', consistent: true, only: ['status'] },
  }))
    if (items.some(({ status }) => status === 'waiting')) return true;
  return false;
}

/** Whether a recipient got the mail, as far as is known: it went out and did not come back. Who used it has it in any case. */
const gotMail = (recipient: RecipientItem): boolean =>
  wasSent(recipient) &&
  (recipient.status !== 'bounced' ||
    recipient.openedDate !== undefined ||
    recipient.clickedDate !== undefined);

/** Whether a broadcast reaches a person: they got the mail or wait for it, or another person with the address does. */
export const isReached = (recipient: RecipientItem): boolean =>
  gotMail(recipient) || recipient.status === 'waiting' || recipient.reason === 'shared-address';

/** Whether a recipient of an earlier broadcast did with its mail what the next one asks for. */
export function isFollowed(recipient: RecipientItem, recipients: FollowUp['recipients']): boolean {
  const { openedDate, clickedDate } = recipient;
  const did = {
    all: true,
    opened: openedDate !== undefined,
    'not-opened': openedDate === undefined,
    clicked: clickedDate !== undefined,
    'not-clicked': clickedDate === undefined,
  };
  return gotMail(recipient) && did[recipients];
}

export const recipientSort = ({ personId }: Pick<RecipientItem, 'personId'>): string => `PERSON#${personId}`;

const listRecipient = (tenant: TenantStore, recipient: RecipientItem) =>
  recipient.status === 'waiting'
    ? {
        listing: waitingRecipients(tenant, recipient.broadcastId),
        sort: `${formatDueTime(recipient.dueAt)}#${recipient.personId}`,
      }
    : {
        listing: broadcastsTo(tenant, recipient.personId),
        sort: `${recipient.sentDate ?? ''}#${recipient.broadcastId}`,
      };

/** Stores a new recipient; what it is counted as is added apart, for many at once. */
export const insertRecipient = (tenant: TenantStore, recipient: RecipientItem): Change =>
  insert(recipientKey(tenant, recipient.broadcastId, recipient.personId), recipient, {
    listed: listRecipient(tenant, recipient),
  });

/** Who stands for an address: a hash of the id. */
export const toClaimOwner = (personId: string): string => hashAddress(personId);

/** Claims an address for a recipient, unless somebody else has it. */
export const putClaim = (
  tenant: TenantStore,
  hash: string,
  { broadcastId, personId, ttl }: RecipientItem,
): Change =>
  insert(claimKey(tenant, broadcastId, hash), {
    type: 'broadcast-address',
    owner: toClaimOwner(personId),
    ttl,
  });

/** The recipient with changed attributes. */
export const advance = (recipient: RecipientItem, change: Partial<RecipientItem>): RecipientItem => ({
  ...recipient,
  ...change,
  version: recipient.version + 1,
});

/** Writes down what became of a recipient, and counts it; a campaign counts whom it has invited. */
export function noteRecipient(
  tenant: TenantStore,
  before: RecipientItem,
  change: Partial<RecipientItem>,
): readonly Change[] {
  const { broadcastId, personId, campaignId, districts = [] } = before;
  const after = advance(before, change);
  return [
    replaceRecipient(tenant, before, after),
    ...addFigures(tenant, broadcastId, personId, compareRecipients(before, after)),
    ...(campaignId !== undefined && wasSent(after) && !wasSent(before)
      ? countInvited(tenant, { campaignId, personId, districts })
      : []),
  ];
}

/**
 * Writes down, and counts, an event of the mail system or a link in the mail that was used. Either is a sign that the mail went
 * out, also where its sender has not said so.
 */
export const noteUseOfMail = (
  tenant: TenantStore,
  before: RecipientItem,
  date: string,
  change: Partial<RecipientItem>,
): readonly Change[] =>
  wasSent(before)
    ? noteRecipient(tenant, before, change)
    : noteRecipient(tenant, before, {
        ...{ status: 'sent', sentDate: date, reason: undefined, since: undefined, detail: undefined },
        ...change,
      });

/** Stores a changed recipient, unless somebody else has changed it since it was read. */
export const replaceRecipient = (tenant: TenantStore, before: RecipientItem, after: RecipientItem): Change =>
  put(recipientKey(tenant, after.broadcastId, after.personId), after, {
    ...ifUnchanged(before.version, undefined),
    onConflict: 'retry',
    listed: listRecipient(tenant, after),
  });

// The outbox: a mail is written in the transaction that caused it, and attempted afterwards until it is sent or given
// up.
import { type Change, ifAbsent, ifSame, put, update } from '../data/changes.ts';
import { formatDueTime } from '../data/due-partition.ts';
import { maxRecordBytes, measureValue } from '../data/size/item-size.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { LetterId } from '../directory/officials/campaign-participation.ts';
import { type Attempted, type AttemptPlan, doubleFrom } from '../jobs/attempts.ts';
import type { MailOrigin } from '../mail-sender/mail-origin.ts';

/** A mail to send. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, which every mail program can show. */
  readonly text: string;
  /** The same as HTML, where a mail has structure. */
  readonly html?: string | undefined;
  /** Additional header fields, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The name that the sender is shown with; by default that of the tenant or, about accounts, that of MAIL_FROM. */
  readonly fromName?: string | undefined;
  /** The address that answers go to; by default that of the tenant's sender. */
  readonly replyTo?: string | undefined;
  /** The list that it is sent to, as the first part of its List-Id (RFC 2919); it may be followed by a domain. */
  readonly list?: string | undefined;
  /** What the mail system reports with each event of the mail: letters, digits, `-` and `_`. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Whether it is about an account, such as a code or an invitation: it comes from the platform, apart from tenants' mails. */
  readonly isAboutAccount?: true | undefined;
  /** From where it comes, as that is when it is sent; it is not stored. */
  readonly origin?: MailOrigin | undefined;
  /** The letter of a campaign that the mail is. */
  readonly letter?: LetterId | undefined;
  /** The ids of stored files that go with it, which are loaded when it is sent. */
  readonly fileIds?: readonly string[] | undefined;
  /** Attachments and other forms of the text, packed by `packParts`. */
  readonly parts?: Uint8Array | undefined;
}

/**
 * A mail in the outbox: `waiting` until it is sent, with a later `dueAt` after each failed attempt; after the last one
 * it is `dead` and stays for inspection.
 *
 * | from    | when            | to      |
 * |---------|-----------------|---------|
 * | waiting | claimed              | waiting (`dueAt` is later, so that no other process claims it) |
 * | waiting | the server accepts   | sent    |
 * | waiting | last attempt fails   | dead    |
 */
export interface OutboxItem extends Mail, Attempted {
  readonly type: 'mail';
  readonly id: string;
  readonly state: 'waiting' | 'sent' | 'dead';
  readonly createdAt: number;
  readonly ttl?: number;
}

const mailKey = (tenant: TenantStore, id: string): Key<OutboxItem> => tenant.key(`OUTBOX#${id}`, 'MAIL');
const waitingMails = (tenant: TenantStore): Partition<OutboxItem> => tenant.dueListing('OUTBOX');
/** Mails that were sent or given up, by the address: the erasure of a person finds them. */
const listByAddress = (tenant: TenantStore, { to, createdAt, id }: OutboxItem) => ({
  gsi1pk: tenant.listing(`MAILS-TO#${to.toLowerCase()}`).name,
  gsi1sk: `${formatDueTime(createdAt)}#${id}`,
});

/**
 * The attempts of a mail, of each mail of a broadcast, and of a notification: their delays double from a minute to at most six
 * hours. With the shortest ones the last attempt is 28 hours after the first: longer than the 24 hours over which SES counts a
 * quota of mails (SES Developer Guide, "Service quotas").
 */
export const mailAttempts: AttemptPlan = {
  maxAttempts: 15,
  delayAfter: doubleFrom(60_000, 6 * 3600_000),
  jitter: 0.25,
};
/** How long an attempt holds a mail before another may claim it; longer than any attempt lasts. */
export const CLAIM_MILLISECONDS = 120_000;
/** How long sent mails are stored: a month, to answer whether they were sent. */
const SENT_RETENTION_SECONDS = 30 * 24 * 3600;
/** How long mails that were given up are stored: a year. */
export const DEAD_RETENTION_SECONDS = 365 * 24 * 3600;

/** The most bytes of a mail, without its place in the table. */
const maxMailBytes = maxRecordBytes - 2048;

/** How much of the text of a mail is sent that is too large to be stored, in characters. */
const longestCutText = 50_000;

/**
 * A mail that is too large for an item, without its HTML and with the beginning of its text: what causes it must not fail
 * because of it.
 */
function cutLargeMail({ html: _, text, ...mail }: OutboxItem): OutboxItem {
  const cut = text.slice(0, longestCutText).toWellFormed();
  return { ...mail, text: `${cut}\n\n[This mail was too large. Only its beginning was sent.]` };
}

/** Puts a mail into the outbox; add the change to the transaction that causes the mail. */
export function putMail(tenant: TenantStore, id: string, mail: Mail, now: Date): Change {
  const time = now.getTime();
  const item: OutboxItem = {
    ...mail,
    type: 'mail',
    id,
    state: 'waiting',
    tries: 0,
    dueAt: time,
    createdAt: time,
  };
  const isLarge = measureValue(item) > maxMailBytes;
  return put(mailKey(tenant, id), isLarge ? cutLargeMail(item) : item, {
    condition: ifAbsent,
    listed: { listing: waitingMails(tenant), sort: `${formatDueTime(time)}#${id}` },
  });
}

/** Mails to be sent as work that is due. */
export const dueMailsKind = { listing: 'OUTBOX', moment: 'milliseconds' } as const;

/** The mails of a tenant that are due. */
export async function dueMails(tenant: TenantStore, now: Date, limit = 25): Promise<readonly OutboxItem[]> {
  const { items } = await tenant.query(waitingMails(tenant), {
    to: `${formatDueTime(now.getTime())}~`,
    limit,
  });
  return items;
}

/** One mail of the outbox. */
export const mailById = (tenant: TenantStore, id: string): Promise<OutboxItem | undefined> =>
  tenant.get(mailKey(tenant, id), { consistent: true });

/** Nothing is written to a mail that was sent or given up, or that another process has claimed since it was read. */
const ifUnchanged = (mail: OutboxItem) => ifSame({ ...mail, state: 'waiting' }, ['state', 'tries', 'dueAt']);

/** Moves a mail to its next attempt. */
export const moveMail = (
  tenant: TenantStore,
  before: OutboxItem,
  { tries, dueAt, lastError }: OutboxItem,
): Change => {
  const gsi1sk = `${formatDueTime(dueAt)}#${before.id}`;
  return update(
    mailKey(tenant, before.id),
    { set: { tries, dueAt, lastError, gsi1sk } },
    ifUnchanged(before),
  );
};

/** What a mail no longer has beside its text: it may contain a code or a private link, or name who wrote it. */
const CONTENT = ['headers', 'html', 'fromName', 'replyTo', 'letter', 'parts'] as const;

/** Ends a mail. Its text, HTML, parts and headers, which may contain a one-time code or a private link, are removed. */
const endMail = (
  tenant: TenantStore,
  mail: OutboxItem,
  outcome: Pick<OutboxItem, 'state' | 'lastError'>,
  now: Date,
  retention: number,
): Change =>
  update(
    mailKey(tenant, mail.id),
    {
      set: {
        ...outcome,
        text: '',
        ttl: Math.floor(now.getTime() / 1000) + retention,
        ...listByAddress(tenant, mail),
      },
      unset: [...CONTENT, 'gsi2pk'],
    },
    ifUnchanged(mail),
  );

/** The server accepted the mail. */
export const markSent = (tenant: TenantStore, mail: OutboxItem, now: Date): Change =>
  endMail(tenant, mail, { state: 'sent' }, now, SENT_RETENTION_SECONDS);

/** The mail was given up. It stays for inspection. */
export const markDead = (tenant: TenantStore, mail: OutboxItem, now: Date): Change => {
  const lastError = mail.lastError ?? 'No attempt ended in time.';
  return endMail(tenant, mail, { state: 'dead', lastError }, now, DEAD_RETENTION_SECONDS);
};

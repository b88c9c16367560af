// The outbox: a mail is written in the transaction that caused it, and attempted afterwards until it is sent or given
// up.
import { type Change, ifAbsent, put, update } from '../data/changes.ts';
import { maxRecordBytes, measureValue } from '../data/item-size.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { LetterId } from '../directory/campaign-participation.ts';

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
  /** The name that the sender is shown with; that of MAIL_FROM by default. */
  readonly fromName?: string | undefined;
  /** The address that answers go to. */
  readonly replyTo?: string | undefined;
  /** What the mail system reports with each event of the mail: letters, digits, `-` and `_`. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** The letter of a campaign that the mail is. */
  readonly letter?: LetterId | undefined;
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
export interface OutboxItem extends Mail {
  readonly type: 'mail';
  readonly id: string;
  readonly state: 'waiting' | 'sent' | 'dead';
  /** The number of attempts. */
  readonly tries: number;
  /** Epoch milliseconds of the next attempt. */
  readonly dueAt: number;
  readonly createdAt: number;
  /** The error of the last failed attempt, without any content of the mail. */
  readonly lastError?: string;
  readonly ttl?: number;
}

const mailKey = (tenant: TenantStore, id: string): Key<OutboxItem> => tenant.key(`OUTBOX#${id}`, 'MAIL');
const waitingMails = (tenant: TenantStore): Partition<OutboxItem> => tenant.dueListing('OUTBOX');
/** Mails that were sent or given up, by the address: the erasure of a person finds them. */
const listByAddress = (tenant: TenantStore, { to, createdAt, id }: OutboxItem) => ({
  gsi1pk: tenant.listing(`MAILS-TO#${to.toLowerCase()}`).name,
  gsi1sk: `${formatDueTime(createdAt)}#${id}`,
});
const formatDueTime = (moment: number): string => String(moment).padStart(15, '0');

/**
 * How many attempts a mail gets, and so does each mail of a broadcast and a notification. With the shortest delays the last one
 * is 28 hours after the first: longer than the 24 hours over which SES counts a quota of mails (SES Developer Guide, "Service
 * quotas").
 */
export const MAX_ATTEMPTS = 15;
/** How long an attempt holds a mail before another may claim it; longer than any attempt lasts. */
const CLAIM_MILLISECONDS = 120_000;
/** How long sent mails are stored: a month, to answer whether they were sent. */
const SENT_RETENTION_SECONDS = 30 * 24 * 3600;
/** How long mails that were given up are stored: a year. */
export const DEAD_RETENTION_SECONDS = 365 * 24 * 3600;

/**
 * The delay after so many failed attempts: doubles from a minute to at most six hours, with jitter. @param random 0..1
 */
export const retryDelay = (tries: number, random: number): number =>
  Math.min(6 * 3600_000, 60_000 * 2 ** (tries - 1)) * (0.75 + random / 2);

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

const ifUnchanged = (mail: OutboxItem) => ({
  condition: {
    expression: '#state = :waiting AND #tries = :seen AND #dueAt = :due',
    names: { '#state': 'state', '#tries': 'tries', '#dueAt': 'dueAt' },
    values: { ':waiting': 'waiting', ':seen': mail.tries, ':due': mail.dueAt },
  },
  onConflict: 'retry' as const,
});

/** Claims a mail for an attempt; the change fails when another process claimed it first. */
export function claimMail(
  tenant: TenantStore,
  mail: OutboxItem,
  now: Date,
): { readonly change: Change; readonly claimed: OutboxItem } {
  const claimed = { ...mail, tries: mail.tries + 1, dueAt: now.getTime() + CLAIM_MILLISECONDS };
  const set = {
    tries: claimed.tries,
    dueAt: claimed.dueAt,
    gsi1sk: `${formatDueTime(claimed.dueAt)}#${mail.id}`,
  };
  return { change: update(mailKey(tenant, mail.id), { set }, ifUnchanged(mail)), claimed };
}

/** What a mail no longer has beside its text: it may contain a code or a private link, or name who wrote it. */
const CONTENT = ['headers', 'html', 'fromName', 'replyTo', 'letter', 'parts'] as const;

/**
 * The server accepted the mail. Its text, HTML, parts and headers, which may contain a one-time code or a private link, are removed.
 */
export const markSent = (tenant: TenantStore, mail: OutboxItem, now: Date): Change =>
  update(
    mailKey(tenant, mail.id),
    {
      set: {
        state: 'sent',
        text: '',
        ttl: Math.floor(now.getTime() / 1000) + SENT_RETENTION_SECONDS,
        ...listByAddress(tenant, mail),
      },
      unset: [...CONTENT, 'gsi2pk'],
    },
    ifUnchanged(mail),
  );

/**
 * The mail was given up. It stays for inspection, without text, HTML, parts and headers, which may contain a code or a private link.
 */
const markDead = (tenant: TenantStore, mail: OutboxItem, lastError: string, now: Date): Change =>
  update(
    mailKey(tenant, mail.id),
    {
      set: {
        state: 'dead',
        lastError,
        text: '',
        ttl: Math.floor(now.getTime() / 1000) + DEAD_RETENTION_SECONDS,
        ...listByAddress(tenant, mail),
      },
      unset: [...CONTENT, 'gsi2pk'],
    },
    ifUnchanged(mail),
  );

/** Whether a mail has had all its attempts, including any that were interrupted before they were recorded. */
export const isExhausted = ({ tries }: Pick<OutboxItem, 'tries'>): boolean => tries >= MAX_ATTEMPTS;

/** Gives up a mail that has had all its attempts. */
export const markExhausted = (tenant: TenantStore, mail: OutboxItem, now: Date): Change =>
  markDead(tenant, mail, mail.lastError ?? 'No attempt ended in time.', now);

/** The attempt failed: retry later, or give up. @param random 0..1 */
export function markFailed(
  tenant: TenantStore,
  mail: OutboxItem,
  reason: string,
  now: Date,
  random: number,
): Change {
  const lastError = reason.slice(0, 200);
  if (isExhausted(mail)) return markDead(tenant, mail, lastError, now);
  const dueAt = Math.round(now.getTime() + retryDelay(mail.tries, random));
  const set = { dueAt, lastError, gsi1sk: `${formatDueTime(dueAt)}#${mail.id}` };
  return update(mailKey(tenant, mail.id), { set }, ifUnchanged(mail));
}

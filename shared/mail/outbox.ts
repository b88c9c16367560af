// The outbox: a mail is written in the transaction that caused it, and sent afterwards until it is sent or given up.
import { type Change, ifAbsent, put, update } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';

/** A mail to be sent. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; the one body every reader can show. */
  readonly text: string;
  /** Header fields beside the usual ones, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A mail in the outbox: `waiting` until it is sent; each failed try moves `dueAt` further off;
 * after the last try it is `dead` and stays to be looked at.
 *
 * | from    | when            | to      |
 * |---------|-----------------|---------|
 * | waiting | claimed         | waiting (dueAt moved: nobody else tries meanwhile) |
 * | waiting | server took it  | sent    |
 * | waiting | last try failed | dead    |
 */
export interface OutboxItem extends Mail {
  readonly type: 'mail';
  readonly id: string;
  readonly state: 'waiting' | 'sent' | 'dead';
  /** How often it was tried. */
  readonly tries: number;
  /** Epoch milliseconds of the next try. */
  readonly dueAt: number;
  readonly createdAt: number;
  /** What the last failed try said, without any content of the mail. */
  readonly lastError?: string;
  readonly ttl?: number;
}

const mailKey = (tenant: TenantStore, id: string): Key<OutboxItem> => tenant.key(`OUTBOX#${id}`, 'MAIL');
const waitingMails = (tenant: TenantStore): Partition<OutboxItem> => tenant.listing('OUTBOX');
const formatDueTime = (moment: number): string => String(moment).padStart(15, '0');

/** How many tries a mail gets; the delays between them add up to about a day. */
const MAX_ATTEMPTS = 10;
/** How long a try may hold a mail before another may take it, in milliseconds; longer than any try lasts. */
const CLAIM_MILLISECONDS = 120_000;
/** How long sent mails are kept, in seconds: a month, for "did it go out?". */
const SENT_RETENTION_SECONDS = 30 * 24 * 3600;
/** How long mails that were given up are kept, in seconds: a year. */
const DEAD_RETENTION_SECONDS = 365 * 24 * 3600;

/** The delay after the given number of failed tries, in milliseconds: doubling from a minute to at most six hours, with jitter. `random` in 0..1. */
export const retryDelay = (tries: number, random: number): number =>
  Math.min(6 * 3600_000, 60_000 * 2 ** (tries - 1)) * (0.75 + random / 2);

/** The change that puts a mail into the outbox; add it to the transaction that is its cause. */
export function putMail(tenant: TenantStore, id: string, mail: Mail, now: Date): Change {
  const moment = now.getTime();
  const item: OutboxItem = {
    ...mail,
    type: 'mail',
    id,
    state: 'waiting',
    tries: 0,
    dueAt: moment,
    createdAt: moment,
  };
  return put(mailKey(tenant, id), item, {
    condition: ifAbsent,
    listed: { listing: waitingMails(tenant), sort: `${formatDueTime(moment)}#${id}` },
  });
}

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
  otherwise: 'decide again' as const,
});

/** Takes a mail for a try: nobody else takes it for a minute. Does not hold when another was first. */
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

/** The server took it. Its text and headers, which may hold a one-time code or a private link, are not kept. */
export const markSent = (tenant: TenantStore, mail: OutboxItem, now: Date): Change =>
  update(
    mailKey(tenant, mail.id),
    {
      set: { state: 'sent', text: '', ttl: Math.floor(now.getTime() / 1000) + SENT_RETENTION_SECONDS },
      unset: ['gsi1pk', 'gsi1sk', 'headers'],
    },
    ifUnchanged(mail),
  );

/** Given up: it stays to be looked at, without its text and headers, which may hold a one-time code or a private link. */
const markDead = (tenant: TenantStore, mail: OutboxItem, lastError: string, now: Date): Change =>
  update(
    mailKey(tenant, mail.id),
    {
      set: {
        state: 'dead',
        lastError,
        text: '',
        ttl: Math.floor(now.getTime() / 1000) + DEAD_RETENTION_SECONDS,
      },
      unset: ['gsi1pk', 'gsi1sk', 'headers'],
    },
    ifUnchanged(mail),
  );

/** Whether a mail has had all its tries, be it that the last ones were cut off before they could be noted. */
export const isExhausted = (mail: OutboxItem): boolean => mail.tries >= MAX_ATTEMPTS;

/** Gives up a mail whose tries are used up. */
export const markExhausted = (tenant: TenantStore, mail: OutboxItem, now: Date): Change =>
  markDead(tenant, mail, mail.lastError ?? 'No try ended in time.', now);

/** The try failed: again later, or given up for good. `random` in 0..1. */
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

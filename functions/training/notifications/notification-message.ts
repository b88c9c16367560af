// Notices: what a person is to be told, written in the transaction that is its cause and told once.
import { type Change, put, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { delayAfter } from '../../../shared/mail/outbox.ts';
import type { NoticeValues } from './merge-fields.ts';
import type { NoticeKind } from './notification-kinds.ts';

export type { NoticeKind } from './notification-kinds.ts';

/** Who is told: a person of the directory, or whoever holds a role. */
type Recipient =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'role'; readonly role: string };

export interface Notice {
  readonly kind: NoticeKind;
  readonly to: Recipient;
  /** What makes it this one and no other: a registration's id with what happened to it. The same is told once. */
  readonly about: string;
  /** What the template may name: `{{memberName}}`, `{{className}}`, ... (merge-fields.ts). */
  readonly values: NoticeValues;
  /** The record it leads to. */
  readonly link?: {
    readonly type: 'class' | 'registration' | 'award' | 'certification';
    readonly id: string;
  };
}

/**
 * A notice as the table holds it. The stream sends it on at once; what fails then is found by when it is due.
 *
 * | from    | when                     | to                         |
 * |---------|--------------------------|----------------------------|
 * | waiting | everybody was told       | told                       |
 * | waiting | telling somebody failed  | waiting (dueAt moved off)  |
 * | waiting | the last try failed      | dead                       |
 */
export interface NoticeItem extends Notice {
  readonly type: 'notice';
  readonly state: 'waiting' | 'told' | 'dead';
  /** How often telling it failed. */
  readonly failures: number;
  readonly lastError?: string | undefined;
  /** By the tenant's clock. */
  readonly createdAt: string;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** How long it is known that somebody was told, in seconds: longer than any cause can repeat. */
const keptFor = 400 * 24 * 3600;
/** How long the stream has for a notice before the sweep looks after it, in milliseconds. */
const streamsTurn = 60_000;
/** How many tries a notice gets; the delays between them add up to about a day. */
const lastTry = 10;

const nameOf = ({ kind, about, to }: Pick<Notice, 'kind' | 'about' | 'to'>): string =>
  `${kind}#${about}#${to.kind === 'person' ? to.personId : `role:${to.role}`}`;

export const noticeKey = (tenant: TenantStore, of: Pick<Notice, 'kind' | 'about' | 'to'>): Key<NoticeItem> =>
  tenant.key(`NOTICE#${nameOf(of)}`, 'NOTICE');

/** That a person was told: beside the notice, in the transaction of what they were told by. */
interface ToldItem {
  readonly type: 'notice-told';
  readonly at: string;
  readonly ttl: number;
}

/** The claim on telling one person one thing. Whoever holds a role and is named as a person too is told once as each. */
export const toldKey = (tenant: TenantStore, of: Notice, personId: string): Key<ToldItem> =>
  tenant.key(`NOTICE#${nameOf(of)}`, `TOLD#${personId}`);

export const told = ({ ttl }: NoticeItem, now: Date): ToldItem => ({
  type: 'notice-told',
  at: now.toISOString(),
  ttl,
});

/** Notices that not everybody was told yet, by when they are due. */
const waiting = (tenant: TenantStore): Partition<NoticeItem> => tenant.listing('NOTICES');
const dueText = (createdAt: Date, after: number): string =>
  new Date(createdAt.getTime() + after).toISOString();

/** Has somebody told something: add it to the transaction that is its cause. Written twice, it is told once. */
export const notice = (tenant: TenantStore, wanted: Notice, now: Date): Change => {
  const { kind, to, about, values, link } = wanted;
  const item: NoticeItem = {
    type: 'notice',
    ...{ kind, to, about, values },
    ...(link && { link }),
    state: 'waiting',
    failures: 0,
    createdAt: now.toISOString(),
    ttl: Math.floor(now.getTime() / 1000) + keptFor,
  };
  return put(noticeKey(tenant, wanted), item, {
    listed: { listing: waiting(tenant), sort: `${dueText(now, streamsTurn)}#${nameOf(wanted)}` },
  });
};

/** The notices that are due by a moment of the tenant's clock and were not told, the oldest first. */
export async function dueNotices(tenant: TenantStore, now: Date, limit = 25): Promise<readonly NoticeItem[]> {
  const { items } = await tenant.query(waiting(tenant), { to: `${now.toISOString()}#~`, limit });
  return items;
}

const stillWaiting = ({ failures }: NoticeItem) => ({
  condition: {
    expression: '#state = :waiting AND #failures = :seen',
    names: { '#state': 'state', '#failures': 'failures' },
    values: { ':waiting': 'waiting', ':seen': failures },
  },
  otherwise: 'decide again' as const,
});

/** Everybody was told. */
export const noticeTold = (tenant: TenantStore, item: NoticeItem): Change =>
  update(
    noticeKey(tenant, item),
    { set: { state: 'told' }, unset: ['gsi1pk', 'gsi1sk'] },
    stillWaiting(item),
  );

/** Telling failed: again later, or given up, to be looked at. `random` in 0..1. */
export function noticeFailed(
  tenant: TenantStore,
  item: NoticeItem,
  reason: string,
  now: Date,
  random: number,
): Change {
  const failures = item.failures + 1;
  const lastError = reason.slice(0, 200);
  if (failures >= lastTry)
    return update(
      noticeKey(tenant, item),
      { set: { state: 'dead', failures, lastError }, unset: ['gsi1pk', 'gsi1sk'] },
      stillWaiting(item),
    );
  const dueAt = dueText(now, delayAfter(failures, random));
  return update(
    noticeKey(tenant, item),
    { set: { failures, lastError, gsi1sk: `${dueAt}#${nameOf(item)}` } },
    stillWaiting(item),
  );
}

// The numbers of a broadcast. They follow from its recipients: each is counted as what it is, in the transaction that writes it.
import { type Change, update } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';

export type Figures = Readonly<Record<string, number>>;

/** What of a recipient is counted. */
export interface CountedRecipient {
  readonly status: 'waiting' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'skipped' | 'failed';
  /** Why there is no mail. */
  readonly reason?: string | undefined;
  readonly deliveredDate?: string | undefined;
  readonly bouncedDate?: string | undefined;
  readonly complainedDate?: string | undefined;
  readonly unsubscribedDate?: string | undefined;
  readonly openedDate?: string | undefined;
  readonly machineOpenedDate?: string | undefined;
  readonly clickedDate?: string | undefined;
  /** The ids of the links that were clicked. */
  readonly clickedLinks?: readonly string[] | undefined;
}

interface FiguresItem {
  readonly type: 'broadcast-figures';
  readonly [name: string]: number | string;
}

/** The name under which a reason is counted: names of attributes have no hyphens. */
const nameReason = (reason: string): string => `because_${reason.replaceAll('-', '_')}`;
/** The reason of such a name; undefined for another one. */
export const parseReason = (name: string): string | undefined =>
  /^because_(.+)$/.exec(name)?.[1]?.replaceAll('_', '-');

/** The name under which the clicks of a link are counted. */
const nameLink = (linkId: string): string => `link_${linkId}`;
/** How many recipients clicked a link. */
export const countClicks = (figures: Figures, linkId: string): number => figures[nameLink(linkId)] ?? 0;

/** Whether the mail to a recipient went out. */
export const wasSent = ({ status }: Pick<CountedRecipient, 'status'>): boolean =>
  status !== 'waiting' && status !== 'skipped' && status !== 'failed';

/** What a recipient without a mail is counted as. */
const countMissed = (status: 'skipped' | 'failed', reason: string | undefined): Figures => ({
  [status]: 1,
  ...(reason !== undefined && { [nameReason(reason)]: 1 }),
});

const datedFigures = ['delivered', 'bounced', 'complained', 'unsubscribed', 'opened', 'clicked'] as const;

/** What a recipient is counted as: once as a recipient, at most once as sent, skipped or failed, and once for each thing that happened. */
export function countRecipient(recipient: CountedRecipient): Figures {
  const { status, reason, machineOpenedDate, openedDate, clickedLinks = [] } = recipient;
  const happened = datedFigures.filter((name) => recipient[`${name}Date`] !== undefined);
  return {
    recipients: 1,
    ...(wasSent(recipient) && { sent: 1 }),
    ...(status === 'bounced' && reason === 'hard-bounce' && { hardBounced: 1 }),
    ...((status === 'skipped' || status === 'failed') && countMissed(status, reason)),
    ...Object.fromEntries(happened.map((name) => [name, 1])),
    // Of whom nothing but the open of a program is known.
    ...(machineOpenedDate !== undefined && openedDate === undefined && { openedByMachine: 1 }),
    ...Object.fromEntries(clickedLinks.map((linkId) => [nameLink(linkId), 1])),
  };
}

/** The sum of some numbers. */
export function sumFigures(all: readonly Figures[]): Figures {
  const sum: Record<string, number> = {};
  for (const figures of all)
    for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

/** By how much the numbers change when a recipient becomes another one; without what stays. */
export function compareRecipients(before: CountedRecipient, after: CountedRecipient): Figures {
  const former = Object.entries(countRecipient(before)).map(([name, value]) => [name, -value] as const);
  const sum = sumFigures([Object.fromEntries(former), countRecipient(after)]);
  return Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== 0));
}

/** How many recipients still wait. */
export const countWaiting = ({ recipients = 0, sent = 0, skipped = 0, failed = 0 }: Figures): number =>
  recipients - sent - skipped - failed;

/** So many items share the numbers of a broadcast, because thousands of recipients are counted in a minute. */
const SHARDS = 16;
const chooseShard = (personId: string): number => Number.parseInt(personId.slice(0, 2), 16) % SHARDS;

const partitionName = (id: string): string => `BROADCAST#${id}`;
const figuresKey = (tenant: TenantStore, id: string, shard: number): Key<FiguresItem> =>
  tenant.key(partitionName(id), `FIGURES#${shard}`);

/** The changes that add to the numbers of a broadcast, with the part of this person; none where there is nothing to add. */
export const addFigures = (tenant: TenantStore, id: string, personId: string, add: Figures): Change[] =>
  Object.keys(add).length === 0
    ? []
    : [update(figuresKey(tenant, id, chooseShard(personId)), { set: { type: 'broadcast-figures' }, add })];

/** The numbers of a broadcast. One query. */
export async function loadFigures(tenant: TenantStore, id: string): Promise<Figures> {
  const parts = await tenant.queryAll(tenant.partition<FiguresItem>(partitionName(id)), {
    ...{ beginsWith: 'FIGURES#', consistent: true },
  });
  const pickNumbers = (part: FiguresItem): Figures =>
    Object.fromEntries(
      Object.entries(part).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
    );
  return sumFigures(parts.map(pickNumbers));
}

/** Whose record is gone before the mail went out, and why. */
export interface LostRecipient extends CountedRecipient {
  readonly broadcastId: string;
  readonly personId: string;
}

/** The changes that count a recipient who goes before the mail to them went out; none for one who was sent or skipped. */
export const countLost = (
  tenant: TenantStore,
  recipient: LostRecipient,
  reason: 'removed' | 'merged',
): Change[] =>
  recipient.status === 'waiting'
    ? addFigures(tenant, recipient.broadcastId, recipient.personId, countMissed('skipped', reason))
    : [];

// What each source said of a bill last, and when: a source that repeats it undoes nothing that another one brought since.
import { commit, update } from '../../../shared/data/changes.ts';
import { contentHash } from '../../../shared/data/content-hash.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import type { SourceName } from '../source-name.ts';
import type { IncomingBill } from './incoming-bill.ts';

/** The hash of what a source said last, and the day on which it was last seen. */
interface BillSource {
  readonly hash: string;
  readonly seenOn: string;
}

/** The sources are attributes with their names, so that no writer waits for another. */
export type BillSourcesItem = {
  readonly type: 'bill-sources';
  /** The source that said last what became of the bill. */
  readonly last: SourceName;
} & Readonly<Partial<Record<SourceName, BillSource>>>;

const sourcesKey = (tenant: TenantStore, billId: string): Key<BillSourcesItem> =>
  tenant.key(`BILL#${billId}`, 'SOURCES');

/** The hash of what a source says; its session, which may be merged into another one, does not count. */
export function hashStatement({ content, actions, rollCalls, omitted }: IncomingBill): string {
  const { sessionId, session, sessionName, relations, ...own } = content;
  const related = relations.map(({ session: _, ...to }) => to);
  return contentHash({ own, related, actions, rollCalls, omitted }).slice(0, 22);
}

/** The sources of a bill. One read. */
export const sourcesOfBill = (tenant: TenantStore, billId: string): Promise<BillSourcesItem | undefined> =>
  tenant.get(sourcesKey(tenant, billId));

/** The sources of some bills, by their ids. One round trip per hundred. */
export async function sourcesByBill(
  tenant: TenantStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BillSourcesItem>> {
  const found = await tenant.getMany(
    ids.map((id) => sourcesKey(tenant, id)),
    { consistent: true },
  );
  return new Map(ids.flatMap((id, index) => (found[index] ? [[id, found[index]] as const] : [])));
}

/** How many marks are written at once. */
const MARKS_AT_ONCE = 20;

/** What a source said of a bill now. */
export interface BillMark extends BillSource {
  readonly billId: string;
  /** Whether the source said what became of the bill. */
  readonly isLast: boolean;
}

/** Notes what a source said of bills, where it said something else before or was last seen on another day. */
export async function markBillSources(
  tenant: TenantStore,
  source: SourceName,
  marks: readonly BillMark[],
  stored: ReadonlyMap<string, BillSourcesItem>,
): Promise<void> {
  const changes = marks.flatMap(({ billId, hash, seenOn, isLast }) => {
    const before = stored.get(billId);
    const own = before?.[source];
    const last = isLast || !before ? source : before.last;
    if (own?.hash === hash && own.seenOn === seenOn && before?.last === last) return [];
    return [
      update(sourcesKey(tenant, billId), { set: { type: 'bill-sources', last, [source]: { hash, seenOn } } }),
    ];
  });
  for (let start = 0; start < changes.length; start += MARKS_AT_ONCE)
    await Promise.all(changes.slice(start, start + MARKS_AT_ONCE).map((change) => commit([change])));
}

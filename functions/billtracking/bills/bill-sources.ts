// What each source said of a bill last, and when: a source that repeats it undoes nothing that another one brought since.
import { commit, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { type SourceName, sourceNames } from '../source-name.ts';
import type { BillPart, IncomingBill } from './incoming-bill.ts';

/** Parts of a bill of which each source may have its own list or words. */
const statedParts = [
  ...(['alternateTitle', 'summary', 'sponsors', 'committees', 'subjects'] as const),
  ...(['versions', 'sources', 'relations', 'actions'] as const),
] as const satisfies readonly BillPart[];
type StatedPart = (typeof statedParts)[number];

/** The hash of what a source said last, of each part, too, and the day on which it was last seen. */
interface BillSource {
  readonly hash: string;
  /** Absent where it was last said before parts were noted. */
  readonly parts?: Readonly<Record<StatedPart, string>>;
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

/** The hashes of the parts of what a source says. */
export function hashParts({ content, actions }: IncomingBill): Readonly<Record<StatedPart, string>> {
  const parts = { ...content, actions, relations: content.relations.map(({ session: _, ...to }) => to) };
  return Object.fromEntries(
    statedParts.map((part) => [part, contentHash(parts[part] ?? null).slice(0, 11)]),
  ) as Record<StatedPart, string>;
}

/** The parts of which a source repeats what it said before, while other sources speak of the bill, too. */
export function listRepeated(
  said: BillSourcesItem | undefined,
  source: SourceName,
  parts: Readonly<Record<StatedPart, string>>,
): readonly StatedPart[] {
  const hasOthers = sourceNames.some((name) => name !== source && said?.[name] !== undefined);
  const own = said?.[source]?.parts;
  return own && hasOthers ? statedParts.filter((part) => own[part] === parts[part]) : [];
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
  const changes = marks.flatMap(({ billId, hash, parts, seenOn, isLast }) => {
    const before = stored.get(billId);
    const own = before?.[source];
    const last = isLast || !before ? source : before.last;
    if (own?.hash === hash && own.seenOn === seenOn && before?.last === last) return [];
    return [
      update(sourcesKey(tenant, billId), {
        set: { type: 'bill-sources', last, [source]: { hash, parts, seenOn } },
      }),
    ];
  });
  for (let start = 0; start < changes.length; start += MARKS_AT_ONCE)
    await Promise.all(changes.slice(start, start + MARKS_AT_ONCE).map((change) => commit([change])));
}

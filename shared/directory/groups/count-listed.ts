// Keeps counted lists right when a merge or an erasure removes and writes the items that they list.
import type { Change } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { countedParticipants } from '../officials/campaign-participation.ts';
import { countedMembers } from './group-members.ts';

/** An item that may be listed in a counted list, as a merge or an erasure reads it. */
interface MaybeListed {
  readonly type?: string;
  readonly groupId?: unknown;
  readonly campaignId?: unknown;
  readonly gsi1sk?: unknown;
}

/** The counted list that has an item of a type. */
const lists = {
  'group-member': (tenant: TenantStore, { groupId }: MaybeListed) => countedMembers(tenant, String(groupId)),
  'campaign-participation': (tenant: TenantStore, { campaignId }: MaybeListed) =>
    countedParticipants(tenant, String(campaignId)),
} as const;

const findList = (tenant: TenantStore, item: MaybeListed) => {
  const type = item.type ?? '';
  return Object.hasOwn(lists, type) ? lists[type as keyof typeof lists](tenant, item) : undefined;
};

/** The changes of the counts of lists when items are removed, and others written. */
export async function countListed(
  tenant: TenantStore,
  removed: readonly MaybeListed[],
  written: readonly MaybeListed[] = [],
): Promise<Change[]> {
  const toDeltas = (items: readonly MaybeListed[], by: 1 | -1) =>
    items.flatMap((item) => {
      const list = findList(tenant, item);
      return list ? [{ list, sort: String(item.gsi1sk), by }] : [];
    });
  const deltas = Map.groupBy(
    [...toDeltas(removed, -1), ...toDeltas(written, 1)],
    ({ list }) => list.listing.name,
  );
  const changes = [...deltas.values()].map((own) => own[0]?.list.changesFor(own) ?? []);
  return (await Promise.all(changes)).flat();
}

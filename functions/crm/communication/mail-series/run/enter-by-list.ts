// A person who joined a mailing list enters the series of the list.
import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import { decideAndCommit } from '../../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { findMembers } from '../../../../../shared/directory/lists/mailing-list-members.ts';
import { allows, findSeries, listSeries } from '../../../../../shared/mail-series/series.ts';
import { enterSeries } from './enter.ts';

/** Whether an item is the place of a member in a list, and whose in which. */
export function parseListMember(partition: string, sort: string) {
  const [, listId] = /^MAILING-LIST#(.+)$/.exec(partition) ?? [];
  const [, personId] = /^MEMBER#(.+)$/.exec(sort) ?? [];
  return listId !== undefined && personId !== undefined ? { listId, personId } : undefined;
}

/** One query where the tenant has no series of the list. May be called again. */
export async function enterByList(
  tenant: TenantStore,
  { listId, personId }: { readonly listId: string; readonly personId: string },
  real: Date,
): Promise<void> {
  const all = (await listSeries(tenant)).filter((series) => series.listId === listId);
  for (const { id } of all)
    await decideAndCommit(async () => {
      const [series, settings, [member]] = await Promise.all([
        findSeries(tenant, id),
        tenant.get(tenantKey(tenant)),
        findMembers(tenant, listId, [personId]),
      ]);
      const isOpen = series?.listId === listId && allows('enter', series);
      if (!series || !isOpen || !settings || !member) return { changes: [] };
      return enterSeries({ tenant, settings, real }, series, [personId], [listId]);
    });
}

// What tests of counted lists share: rows with a sort each, in tenants of their own.
import { expect } from 'vitest';
import { type Change, commit, put, StaleRead } from '../../shared/data/changes.ts';
import { openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import type { CountedList } from '../../shared/lists/counted-list.ts';

export interface RowItem {
  readonly id: string;
  readonly text?: string;
}

export const SMALL = { bucket: 4, section: 16 };
let tenants = 0;

/** A tenant of its own, so that tests share a table. */
export function createTenant(): TenantStore {
  tenants += 1;
  const code = parseTenantCode(`tenant-${tenants}`);
  if (!code) throw new Error('a tenant code');
  return openTenantStore(code);
}

export const rowKey = (tenant: TenantStore, id: string) => tenant.key<RowItem>(`ROW#${id}`, 'ROW');
export const putRow = (
  tenant: TenantStore,
  list: CountedList<RowItem>,
  id: string,
  sort: string,
  text?: string,
): Change => put(rowKey(tenant, id), { id, text }, { listed: { listing: list.listing, sort } });

/** Commits the rule's changes, and runs the rule again after a stale read, as for handlers. */
export async function commitChanges(rule: () => Promise<Change[]>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await commit(await rule());
    } catch (error) {
      if (!(error instanceof StaleRead) || attempt >= 20) throw error;
    }
  }
}

export const insert = (tenant: TenantStore, list: CountedList<RowItem>, id: string, sort: string) =>
  commitChanges(async () => [putRow(tenant, list, id, sort), ...(await list.changesForInsert(sort))]);

export const getIds = (items: readonly RowItem[]) => items.map(({ id }) => id);

/** Every page of the list, by number and by cursor, must be that part of `sorts`. */
export async function expectPages(list: CountedList<RowItem>, sorts: readonly string[], pageSize: number) {
  const pages = Math.ceil(sorts.length / pageSize);
  let cursor: string | undefined;
  for (let pageIndex = 0; pageIndex <= pages; pageIndex += 1) {
    const page = await list.page({ pageIndex, pageSize });
    const own = sorts.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
    const hasNext = (pageIndex + 1) * pageSize < sorts.length;
    expect(getIds(page.items)).toEqual(own);
    expect(page).toMatchObject({ total: sorts.length, hasNext, pageIndex, pageSize });
    if (cursor !== undefined) {
      const following = await list.pageAfter(cursor, pageSize);
      expect(following).toEqual({ items: page.items, total: page.total, hasNext, next: page.next });
    }
    expect(page.next === undefined).toBe(!hasNext);
    cursor = page.next;
  }
}

// The tenants as functions that no request reaches meet them: all of them in turn, or the one that an item belongs to.
// Only the handlers beside a trigger.ts import this; whatever serves requests is handed its one tenant.
import { tenantDirectory } from '../auth/records.ts';
import { openPlatformStore, openTenantStore, type Position, type TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant-code.ts';
import type { ChangeEventInput } from './trigger.ts';

/** Every tenant, by code. A page at a time: the list is as long as there are tenants. */
export async function* iterateTenants(): AsyncGenerator<TenantStore> {
  const platform = openPlatformStore();
  let after: Position | undefined;
  do {
    const page = await platform.query(tenantDirectory(platform), after ? { after } : {});
    for (const { id } of page.items) {
      const code = parseTenantCode(id);
      if (code) yield openTenantStore(code);
    }
    after = page.next;
  } while (after);
}

/** An item as a stream tells of it: its tenant, and its keys without the tenant's prefix. */
export interface ChangedItem {
  readonly tenant: TenantStore;
  readonly partition: string;
  readonly sort: string;
}

type Keys = ChangeEventInput['Records'][number]['dynamodb']['Keys'];

function toChangedItem({ pk, sk }: Keys): ChangedItem | undefined {
  const [, text = '', partition = ''] = /^T#([a-z0-9-]+)#(.+)$/s.exec(pk.S) ?? [];
  const code = parseTenantCode(text);
  return code && { tenant: openTenantStore(code), partition, sort: sk.S };
}

/** The tenants' items that a call tells of; those of the platform are left out. */
export const listChangedItems = ({ Records }: ChangeEventInput): ChangedItem[] =>
  Records.flatMap(({ dynamodb }) => toChangedItem(dynamodb.Keys) ?? []);

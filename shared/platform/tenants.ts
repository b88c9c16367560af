// Access to tenants for triggered functions: all of them in turn, or the one that an item belongs to.
// Only handlers with a trigger.ts import this; functions that serve requests get their one tenant.
import { tenantDirectory } from '../auth/records.ts';
import { openPlatformStore, openTenantStore, type TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant-code.ts';
import type { ChangeEventInput } from './trigger.ts';

/** Every tenant, by code. Read in pages, because there may be many. */
export async function* iterateTenants(): AsyncGenerator<TenantStore> {
  const platform = openPlatformStore();
  for await (const { items } of platform.queryPages(tenantDirectory(platform)))
    for (const { id } of items) {
      const code = parseTenantCode(id);
      if (code) yield openTenantStore(code);
    }
}

/** A changed item of a stream event: its tenant, its keys without the tenant's prefix, and its type. */
export interface ChangedItem {
  readonly tenant: TenantStore;
  readonly partition: string;
  readonly sort: string;
  readonly type: string;
}

type ItemChange = ChangeEventInput['Records'][number]['dynamodb'];

function toChangedItem({ Keys: { pk, sk }, NewImage }: ItemChange): ChangedItem | undefined {
  const [, text = '', partition = ''] = /^T#([a-z0-9-]+)#(.+)$/s.exec(pk.S) ?? [];
  const code = parseTenantCode(text);
  return code && { tenant: openTenantStore(code), partition, sort: sk.S, type: NewImage.type.S };
}

/** The changed items of tenants in an event; those of the platform are left out. */
export const listChangedItems = ({ Records }: ChangeEventInput): ChangedItem[] =>
  Records.flatMap(({ dynamodb }) => toChangedItem(dynamodb) ?? []);

// Access to a tenant for triggered functions: the one that an item belongs to.
// Only handlers with a trigger.ts import this; functions that serve requests get their one tenant.
import { type TenantItem, tenantKey } from '../auth/accounts/records.ts';
import { openTenantStore, type TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';
import type { ChangeEventInput } from './trigger.ts';

/** The settings of a tenant whose scheduled work is done; a suspended tenant's waits until it is active again. */
export async function findActiveTenant(tenant: TenantStore): Promise<TenantItem | undefined> {
  const settings = await tenant.get(tenantKey(tenant));
  return settings?.status === 'active' ? settings : undefined;
}

/** A changed item of a stream event: its tenant, its keys without the tenant's prefix, its type, and whether it was added. */
export interface ChangedItem {
  readonly tenant: TenantStore;
  readonly partition: string;
  readonly sort: string;
  readonly type: string;
  readonly isNew: boolean;
}

type ItemChange = ChangeEventInput['Records'][number];

function toChangedItem({ eventName, dynamodb }: ItemChange): ChangedItem | undefined {
  const { pk, sk } = dynamodb.Keys;
  const [, text = '', partition = ''] = /^T#([a-z0-9-]+)#(.+)$/s.exec(pk.S) ?? [];
  const code = parseTenantCode(text);
  if (!code) return undefined;
  const item = { partition, sort: sk.S, type: dynamodb.NewImage.type.S, isNew: eventName === 'INSERT' };
  return { tenant: openTenantStore(code), ...item };
}

/** The changed items of tenants in an event; those of the platform are left out. */
export const listChangedItems = ({ Records }: ChangeEventInput): ChangedItem[] =>
  Records.flatMap((record) => toChangedItem(record) ?? []);

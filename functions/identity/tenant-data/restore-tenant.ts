// Brings one tenant back from another table, such as one that AWS restored from a backup, without touching the others
// (docs/runbooks.md#restore-the-data-of-one-tenant).
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import {
  copyItems,
  digestItems,
  removeSurplus,
  type TableDigest,
  type TablePair,
} from '../../../shared/data/copy-items.ts';
import type { ScannedItem } from '../../../shared/data/scan-items.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { findTable } from '../../../shared/data/tables.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { requireTenant } from '../tenants/store.ts';

/** What a restoration did. */
export interface Restoration extends TableDigest {
  /** Items that the other table does not have. */
  readonly removed: number;
}

/**
 * Types of items that stay as they are: the change feed, whose cursors programs have and which tells of the restored records
 * as of any change, the audit, from which nothing is ever removed, and that the tenant's API key exists.
 */
const stayingTypes: readonly unknown[] = [
  ...['change', 'followed-change', 'change-feed', 'record-entry', 'audit', 'settings-audit'],
  'tenant-api-key',
];

/**
 * Makes the items of a suspended tenant those of another table, also where it has a table of its own. The tenant's own record stays as it is, with its status.
 * @param onItems is called with the number of items of each part
 * @throws Failure 404; 409 when the tenant is active, is going to be erased, or differs at the end
 */
export async function restoreTenant(
  platform: PlatformStore,
  code: string,
  from: string,
  onItems: (count: number) => void,
): Promise<Restoration> {
  const settings = await requireTenant(platform, code);
  if (settings.status !== 'suspended' || settings.erasure)
    throw conflict(`The tenant ${settings.id} must be suspended, and not be going to be erased.`);
  const tenant = openTenant(platform, settings.id);
  const own = tenantKey(tenant);
  const isCopied = ({ pk, sk, type }: ScannedItem): boolean =>
    !(pk === own.pk && sk === own.sk) && !stayingTypes.includes(type);
  const tables: TablePair = { from, to: findTable(tenant.prefix) };
  const expected = await digestItems(tenant, from, isCopied);
  if (expected.items === 0) throw conflict(`The table ${from} has nothing of the tenant ${settings.id}.`);
  await copyItems(tenant, tables, isCopied, onItems);
  const removed = await removeSurplus(tenant, tables, isCopied);
  const found = await digestItems(tenant, tables.to, isCopied);
  if (found.digest !== expected.digest || found.items !== expected.items)
    throw conflict(
      `The tenant ${settings.id} differs from the table ${from}: ${found.items} items instead of ${expected.items}. Something wrote meanwhile; run the same again.`,
    );
  return { ...found, removed };
}

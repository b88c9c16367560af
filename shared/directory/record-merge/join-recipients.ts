// Two recipients of a broadcast become one when their people are merged: a person gets it once, and each recipient stays counted
// as what became of them.
import { countLost, type LostRecipient, wasSent } from '../../broadcast-figures/figures.ts';
import { type Change, ifVersion, update } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { omitKey, pickAttributes } from '../../merges/replace-item.ts';
import { type Attributes, type StoredItem, toKey } from '../../merges/stored-item.ts';

/** What is stored of a mail that went out. */
const outcome = [
  ...['status', 'reason', 'since', 'detail', 'excludedBy', 'addressHash', 'tries', 'dueAt', 'sentDate'],
  ...['deliveredDate', 'bouncedDate', 'complainedDate', 'unsubscribedDate', 'openedDate', 'clickedDate'],
  ...['machineOpenedDate', 'clickedLinks'],
];

const toRecipient = (item: StoredItem): LostRecipient => item as unknown as LostRecipient;

const change = (tenant: TenantStore, before: StoredItem, set: Attributes): Change =>
  update(
    toKey(tenant, before),
    { set: { ...set, version: Number(before.version) + 1 } },
    { condition: ifVersion(Number(before.version)), onConflict: 'retry' },
  );

/** Where a recipient who no longer waits is listed. */
const listSettled = (tenant: TenantStore, { broadcastId, personId, sentDate }: StoredItem): Attributes => ({
  gsi1pk: tenant.listing(`BROADCASTS-TO#${String(personId)}`).name,
  gsi1sk: `${String(sentDate ?? '')}#${String(broadcastId)}`,
});

/** The changes of the remaining person's recipient. */
function changeExisting(tenant: TenantStore, item: StoredItem, existing: StoredItem): readonly Change[] {
  if (toRecipient(existing).status !== 'waiting') return [];
  // The person has the mail, under the id of the removed record.
  if (wasSent(toRecipient(item))) {
    const set = pickAttributes(item, outcome);
    const listed = listSettled(tenant, { ...existing, ...set });
    return [
      change(tenant, existing, { ...set, ...listed }),
      ...countLost(tenant, toRecipient(existing), 'merged'),
    ];
  }
  // A recipient who was tried has the address of those who share it, and goes on with the tries.
  const hasAddress = Number(item.tries) > 0 && item.addressHash === existing.addressHash;
  return toRecipient(item).status === 'waiting' && hasAddress && existing.tries === 0
    ? [
        change(tenant, existing, {
          ...pickAttributes(item, ['tries', 'dueAt', 'detail']),
          gsi1sk: String(item.gsi1sk).replaceAll(String(item.personId), String(existing.personId)),
        }),
      ]
    : [];
}

/**
 * The changes that follow when the removed person's recipient goes, and what an undo restores: a recipient who waited is by then
 * counted as one who was merged.
 */
export function joinRecipients(
  tenant: TenantStore,
  item: StoredItem,
  existing: StoredItem,
): { readonly changes: readonly Change[]; readonly before: Attributes } {
  const isWaiting = toRecipient(item).status === 'waiting';
  const merged = { ...item, status: 'skipped', reason: 'merged', ...listSettled(tenant, item) };
  return {
    changes: [...changeExisting(tenant, item, existing), ...countLost(tenant, toRecipient(item), 'merged')],
    before: omitKey(isWaiting ? (merged as StoredItem) : item),
  };
}

// Writes the hints of bills that a version before the index of words stored.
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { markHintsComplete } from '../../../shared/search/word-hints.ts';
import { lastBillId } from './claim-bill-ids.ts';
import { rowKey } from './record/bill-row.ts';
import { putRowHints } from './record/bill-words.ts';

const BILLS_PER_STEP = 100;

/**
 * Writes the hints of every bill, and then marks the index as complete. Bills are found by their ids, because one that is
 * tracked meanwhile changes its list. Safe beside other writes, to interrupt and to repeat: a bill that is written meanwhile
 * gets the hints of its new words from its writer.
 *
 * @param onProgress called with the number of ids each time some are done
 * @returns the number of bills
 */
export async function rebuildBillHints(
  tenant: TenantStore,
  onProgress: (ids: number) => void,
): Promise<number> {
  const last = await lastBillId(tenant);
  let bills = 0;
  for (let start = 1; start <= last; start += BILLS_PER_STEP) {
    const size = Math.min(BILLS_PER_STEP, last - start + 1);
    const keys = Array.from({ length: size }, (_, index) => rowKey(tenant, String(start + index)));
    const rows = (await tenant.getMany(keys, { consistent: true })).filter((row) => row !== undefined);
    await putRowHints(tenant, rows);
    bills += rows.length;
    onProgress(size);
  }
  await commit([markHintsComplete(tenant, 'bills')]);
  return bills;
}

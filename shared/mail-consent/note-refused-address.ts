// Notes that a mail server refused an address at once, as a report of a hard bounce is noted.
import { decideAndCommit } from '../data/decide-and-commit.ts';
import type { TenantStore } from '../data/store.ts';
import { addBounce } from './consent.ts';
import { loadAddress, saveAddress } from './store.ts';

const MAX_DETAIL = 300;

/** Suppresses the address; one that is suppressed stays as it is. */
export async function noteRefusedAddress(
  tenant: TenantStore,
  email: string,
  {
    detail,
    broadcastId,
    date,
  }: { readonly detail: string; readonly broadcastId?: string; readonly date: string },
): Promise<void> {
  await decideAndCommit(async () => {
    const before = await loadAddress(tenant, email);
    if (before.suppressed) return { changes: [] };
    const bounce = { isHard: true, detail: detail.slice(0, MAX_DETAIL), broadcastId };
    return { changes: [saveAddress(tenant, before, addBounce(before, bounce, date))] };
  });
}

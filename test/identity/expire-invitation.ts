// Moves the end of an invitation into the past, in the place of a test that waits for a week.
import { createHash } from 'node:crypto';
import { commit, ifPresent, update } from '../../shared/data/changes.ts';
import { openPlatformStore } from '../../shared/data/store.ts';

/** Lets the link of an invitation expire. @param address that ends with the secret of the link */
export async function expireInvitation(address: string): Promise<void> {
  const store = openPlatformStore();
  const hash = createHash('sha256')
    .update(address.split('/').at(-1) ?? '', 'utf8')
    .digest('base64url');
  const expires = new Date(Date.now() - 1000).toISOString();
  const key = store.key<object>(`ACCOUNT-LINK#${hash}`, 'LINK');
  await commit([update(key, { set: { expires } }, { condition: ifPresent, onConflict: 'retry' })]);
}

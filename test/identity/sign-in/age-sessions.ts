// Moves the sign-ins of a user into the past, in the place of a test that waits.
import { commit, ifPresent, update } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';

/** Moves when the person last proved who they are, in every session of theirs. */
export async function ageSessions(userId: string, seconds: number): Promise<void> {
  const store = openPlatformStore();
  const { items } = await store.query<{ hash: string; authTime: number }>(
    store.listing(`SESSIONS-OF#${userId}`),
  );
  for (const session of items) {
    const key = store.key<typeof session>(`SESSION#${session.hash}`, 'SESSION');
    const set = { authTime: session.authTime - seconds };
    await commit([update(key, { set }, { condition: ifPresent, onConflict: 'retry' })]);
  }
}

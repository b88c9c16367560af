// Seeds a session that is stored twice under different names, as two sources give it: the example of a merge.
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { SessionContent } from '../../../../shared/legislature/sessions/session.ts';
import { insertSession, sessionByIdentifier } from '../../../../shared/legislature/sessions/sessions.ts';

const nebraska = { stateId: 31, classification: 'primary' } as const;
const names: readonly SessionContent[] = [
  {
    ...nebraska,
    identifier: '109',
    name: '109th Legislature',
    startDate: '2025-01-08',
    endDate: '2026-04-17',
  },
  { ...nebraska, identifier: '2025-2026', name: '2025-2026 Regular Session' },
];

/** Seeds the two and returns their ids. Existing ones stay as they are. */
export async function seedDuplicateSessions(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const ids: string[] = [];
  for (const content of names) {
    const stored = await sessionByIdentifier(tenant, content.stateId, content.identifier);
    const { session } = stored ?? (await decideAndCommit(() => insertSession(tenant, content, now)));
    ids.push(String(session.id));
  }
  const [importedSessionId = '', duplicateSessionId = ''] = ids;
  return { importedSessionId, duplicateSessionId };
}

// Notes that a feed has looked at all bills of a session, and which tracked ones the provider's list no longer has.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { billNumberKey } from '../../../../shared/legislature/bill-number.ts';
import { upsertSession } from '../../../../shared/legislature/sessions/sessions.ts';
import { listPendingBills } from '../../bills/record/pending-bill.ts';
import type { ReadSession } from '../providers/reader.ts';
import {
  type MissingBill,
  putSessionRead,
  type SessionRead,
  sessionReadByFeed,
} from '../record/session-read.ts';

/** The most missing bills that are noted of a session. */
const MAX_MISSING = 200;

/** The tracked bills that the provider's list does not have, with when it last did. */
async function findMissing(
  tenant: TenantStore,
  sessionId: number,
  billNumbers: readonly string[],
  before: SessionRead | undefined,
): Promise<readonly MissingBill[]> {
  const pending = await listPendingBills(tenant, sessionId);
  const keys = new Map<number, ReadonlySet<string>>();
  const listed = (stateId: number): ReadonlySet<string> => {
    const found = keys.get(stateId) ?? new Set(billNumbers.map((text) => billNumberKey(text, stateId)));
    keys.set(stateId, found);
    return found;
  };
  return pending
    .filter(({ stateId, billNumber }) => !listed(stateId).has(billNumberKey(billNumber, stateId)))
    .slice(0, MAX_MISSING)
    .map(({ id, importedDate }): MissingBill => {
      const known = before?.missing?.find((one) => one.id === id);
      if (known) return known;
      // A bill that came after the last reading was never in this list.
      const wasThere = before !== undefined && importedDate <= before.lastReadDate;
      return { id, ...(wasThere && { lastSeenDate: before.lastReadDate }) };
    });
}

/** The sessions that a part of a run has read to their end. A session that the tenant does not have is left out. */
export async function buildSessionReads(
  tenant: TenantStore,
  feedId: string,
  read: readonly ReadSession[],
  now: Date,
): Promise<Change[]> {
  const changes = await Promise.all(
    read.map(async ({ session: named, billNumbers = [], isArchived }): Promise<Change[]> => {
      const { session } = await upsertSession(tenant, named, { now, dryRun: true, keepStored: true });
      if (session.id === 0) return [];
      const before = await sessionReadByFeed(tenant, { sessionId: session.id, feedId });
      // An empty list says nothing about the bills that were there.
      const missing =
        billNumbers.length > 0 ? await findMissing(tenant, session.id, billNumbers, before) : before?.missing;
      const item: SessionRead = {
        ...{ type: 'session-read', sessionId: session.id, stateId: session.stateId, feedId },
        ...{ lastReadDate: now.toISOString(), isArchived, missing },
      };
      return [putSessionRead(tenant, item)];
    }),
  );
  return changes.flat();
}

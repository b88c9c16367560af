// Saves the witnesses of an imported event, which a source may publish apart from it.

import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { applyEventContent, type EventWitness } from './record/calendar-event.ts';
import { writeEvent } from './record/store.ts';
import { eventsBySourceId } from './resolve-source-ids.ts';

interface SourceWitnesses {
  readonly stateId: number;
  /** The id of the event at its source. */
  readonly sourceId: string;
  readonly witnesses: readonly EventWitness[];
}

/** Saves the witnesses; undefined when the tenant does not have the event. */
export async function saveWitnesses(
  tenant: TenantStore,
  { stateId, sourceId, witnesses }: SourceWitnesses,
  now: Date,
  { dryRun }: { readonly dryRun: boolean },
): Promise<'updated' | 'unchanged' | undefined> {
  const { outcome } = await decideAndCommit(async () => {
    const [before] = await eventsBySourceId(tenant, 'CONGRESS_FILE', [{ stateId, sourceId }]);
    if (!before) return { changes: [], outcome: undefined };
    if (contentHash(before.witnesses ?? []) === contentHash(witnesses))
      return { changes: [], outcome: 'unchanged' as const };
    const after = applyEventContent(before.id, before, { ...before, witnesses }, now);
    return { changes: dryRun ? [] : writeEvent(tenant, { before, after }), outcome: 'updated' as const };
  });
  return outcome;
}

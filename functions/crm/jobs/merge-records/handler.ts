// Moves references to a record that was merged into another one, in every area, and moves them back when that is undone.
// It may stop anywhere; another call goes on from there.
import type { Context } from 'aws-lambda';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { mergeById } from '../../../../shared/directory/record-merge/merge-record.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { type RunKind, runKinds, runMerge } from '../../merge/run-merge.ts';

/** The milliseconds that must be left for another step; the rest is left to another call. */
const TIME_FOR_STEP = 10_000;

/** Repeating a call only moves what an earlier one did not reach. */
export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const isInTime = (): boolean =>
    (context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) >= TIME_FOR_STEP;
  for (const { tenant, partition } of listChangedItems(event))
    for (const kind of runKinds)
      if (partition.startsWith(`${kind.partition}#`))
        await moveReferences(tenant, kind, partition.slice(kind.partition.length + 1), isInTime);
};

async function moveReferences(
  tenant: TenantStore,
  kind: RunKind,
  id: string,
  isInTime: () => boolean,
): Promise<void> {
  const merge = await mergeById(tenant, kind, id);
  if (merge?.status === 'running' || merge?.status === 'undoing')
    await runMerge(tenant, kind, merge, { isInTime, now: new Date() });
}

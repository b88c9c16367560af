// The sweeps of listed values in one day, after a change of a record: every tenant has an hour of the day.
import { handler as sweepListedValues } from '../../functions/crm/jobs/sweep-listed-values/handler.ts';
import { appendChanges } from '../../shared/change-feed/feed.ts';
import type { TenantStore } from '../../shared/data/store.ts';

const hour = 3_600_000;

/** @param from epoch milliseconds; the sweeps of the 24 hours before it are run */
export async function sweepValuesOfDay({ code }: TenantStore, from: number): Promise<void> {
  const changedAt = from - 24 * hour;
  const keys = { pk: { S: `T#${code}#REGION#swept` } };
  const image = { type: { S: 'region' }, id: { S: 'swept' }, version: { N: '1' }, schemaVersion: { N: '1' } };
  const SequenceNumber = String(changedAt);
  await appendChanges(
    [
      {
        eventName: 'INSERT',
        dynamodb: {
          Keys: keys,
          NewImage: image,
          ApproximateCreationDateTime: changedAt / 1000,
          SequenceNumber,
        },
      },
    ],
    new Date(changedAt),
  );
  for (let passed = 23; passed >= 0; passed -= 1)
    await sweepListedValues(undefined, undefined, new Date(from - passed * hour));
}

// The sweep of listed values that is due a day after a change of a record.
import { handler as sweepListedValues } from '../../../functions/crm/jobs/sweep-listed-values/handler.ts';
import { appendChanges } from '../../../shared/change-feed/feed.ts';
import type { TenantStore } from '../../../shared/data/store.ts';

const hour = 3_600_000;

/** @param from epoch milliseconds, when a person changes */
export async function sweepValuesOfDay({ code }: TenantStore, from: number): Promise<void> {
  const keys = { pk: { S: `T#${code}#PERSON#swept` }, sk: { S: 'PERSON' } };
  const image = { type: { S: 'person' }, id: { S: 'swept' }, version: { N: '1' }, schemaVersion: { N: '1' } };
  const SequenceNumber = String(from);
  await appendChanges(
    [
      {
        eventName: 'MODIFY',
        dynamodb: {
          Keys: keys,
          OldImage: { ...image, lastName: { S: 'Before' } },
          NewImage: image,
          ApproximateCreationDateTime: from / 1000,
          SequenceNumber,
        },
      },
    ],
    new Date(from),
  );
  await sweepListedValues(undefined, undefined, new Date(from + 25 * hour));
}

// Every change of a record, an item with a schemaVersion before or after the change, is appended to the change feed.
import type { StreamTrigger } from '../../../shared/platform/trigger.ts';

// No limit to the retries: a late feed is correct, one with a gap is not.
export const trigger: StreamTrigger = {
  kind: 'stream',
  batchSize: 100,
  scope: 'tenant',
  filters: [
    { dynamodb: { NewImage: { schemaVersion: { N: [{ exists: true }] } } } },
    { dynamodb: { OldImage: { schemaVersion: { N: [{ exists: true }] } } } },
  ],
};

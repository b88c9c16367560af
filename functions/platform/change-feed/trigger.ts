// The change feed is fed by every change of a record: an item with a schemaVersion, before the change or after it.
import type { StreamTrigger } from '../../../shared/platform/trigger.ts';

// No limit to the retries: a feed with a gap would mislead whoever reads it, one that is late does not.
export const trigger: StreamTrigger = {
  kind: 'stream',
  batchSize: 100,
  scope: 'tenant',
  filters: [
    { dynamodb: { NewImage: { schemaVersion: { N: [{ exists: true }] } } } },
    { dynamodb: { OldImage: { schemaVersion: { N: [{ exists: true }] } } } },
  ],
};

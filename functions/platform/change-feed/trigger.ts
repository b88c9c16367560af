// Every change of a record, an item with a schemaVersion or of a composed type before or after the change, is appended to the
// change feed.
import { composedTypes } from '../../../shared/change-feed/record-types.ts';
import type { StreamTrigger } from '../../../shared/platform/trigger.ts';

// A change that it cannot handle is set aside (shared/change-feed/take-changes.ts).
export const trigger: StreamTrigger = {
  kind: 'stream',
  batchSize: 100,
  scope: 'tenant',
  filters: [
    { dynamodb: { NewImage: { schemaVersion: { N: [{ exists: true }] } } } },
    { dynamodb: { OldImage: { schemaVersion: { N: [{ exists: true }] } } } },
    { dynamodb: { NewImage: { type: { S: composedTypes } } } },
    { dynamodb: { OldImage: { type: { S: composedTypes } } } },
  ],
};

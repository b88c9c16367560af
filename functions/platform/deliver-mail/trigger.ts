// A mail is tried as soon as it stands in the outbox. What fails for good here sweep-mail finds when it is due.
import type { StreamTrigger } from '../../../shared/platform/trigger.ts';

export const trigger: StreamTrigger = {
  kind: 'stream',
  batchSize: 50,
  reach: 'tenant',
  filters: [{ eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: ['mail'] } } } }],
  retries: 10,
};

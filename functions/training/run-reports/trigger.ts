// A report that was asked for is begun as soon as its job stands in the table. What is cut off here, sweep-reports finds.
import type { StreamTrigger } from '../../../shared/platform/trigger.ts';

export const trigger: StreamTrigger = {
  kind: 'stream',
  batchSize: 10,
  reach: 'tenant',
  filters: [{ eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: ['report-run'] } } } }],
  retries: 3,
};

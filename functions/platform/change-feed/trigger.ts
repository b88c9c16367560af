// The change feed is fed by every change of the table.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'stream', batchSize: 100, reach: 'tenant' } satisfies Trigger;

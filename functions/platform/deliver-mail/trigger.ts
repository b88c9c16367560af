// A mail is tried as soon as it stands in the outbox.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'stream', batchSize: 50, reach: 'tenant' } satisfies Trigger;

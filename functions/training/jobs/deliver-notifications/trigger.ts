// A message is delivered as soon as it is written. run-timers retries failed deliveries.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'change', of: ['notice'], on: ['INSERT'], scope: 'tenant' } satisfies Trigger;

// A notice is told as soon as it is written. What fails here run-timers finds when it is due again.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'change', of: ['notice'], on: ['INSERT'], scope: 'tenant' } satisfies Trigger;

// A change is fanned out as soon as it stands in the change feed. What fails here run-bill-timers finds.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'change', of: ['change'], on: ['INSERT'], scope: 'tenant' } satisfies Trigger;

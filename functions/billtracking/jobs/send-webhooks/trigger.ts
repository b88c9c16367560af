// A webhook is sent as soon as its delivery is written. run-bill-timers sends what fails here when it is due again.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['event-delivery'],
  on: ['INSERT'],
  scope: 'tenant',
} satisfies Trigger;

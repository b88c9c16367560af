// A change of a tenant that has subscriptions is fanned out as soon as it is in the change feed. run-bill-timers picks up
// what fails here.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['followed-change'],
  on: ['INSERT'],
  scope: 'tenant',
} satisfies Trigger;

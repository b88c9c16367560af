// A broadcast that is sent or resumed calls this function, and so does one that has no more time.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['broadcast-step'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

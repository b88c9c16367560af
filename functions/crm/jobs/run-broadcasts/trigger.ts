// A broadcast that is sent or resumed calls this function, a count of an audience, and either where it has no more time.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['broadcast-step', 'broadcast-audience-step'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

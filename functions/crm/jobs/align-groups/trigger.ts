// People may pass or no longer pass the filters of groups when they change, and everybody is compared when a filter changes.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['person', 'group-step'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

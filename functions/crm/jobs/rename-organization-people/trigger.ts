// An organization that gets another name marks it, and this function gives the name to its people.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['organization-rename'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

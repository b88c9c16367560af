// A session that gets another name marks it, and this function gives the name to its bills.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['session-rename'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

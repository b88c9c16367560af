// A listener is told what it missed as soon as it stands in the table: its connection is open by then.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['listener'],
  on: ['INSERT'],
  scope: 'tenant',
} satisfies Trigger;

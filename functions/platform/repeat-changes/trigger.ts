// Runs when an operator asks to repeat a change that was set aside.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['dead-change'],
  on: ['MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

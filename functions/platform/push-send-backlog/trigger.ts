// Runs when the change feed leaves changes to it, and again when a run gives the rest back.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['push-backlog'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

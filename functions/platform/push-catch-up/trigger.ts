// Runs as soon as a subscriber is stored.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['listener'],
  on: ['INSERT'],
  scope: 'tenant',
} satisfies Trigger;

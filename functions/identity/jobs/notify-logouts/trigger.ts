// Tells applications of ended sessions as soon as they end, and ends those that a revocation, or a disabled or removed user, has ended.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['logout-notice', 'subject', 'access-end'],
  on: ['INSERT', 'MODIFY'],
} satisfies Trigger;

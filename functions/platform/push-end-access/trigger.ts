// Runs when something changes that decides access: a subject, a revoked token, or the roles or the status of a tenant.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['subject', 'revoked-token', 'tenant'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

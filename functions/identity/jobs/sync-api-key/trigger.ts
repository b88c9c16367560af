// A tenant's API key is created with the tenant, and another when its tier changes. sweep-api-keys creates missing
// ones.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['tenant'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

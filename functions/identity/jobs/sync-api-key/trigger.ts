// A tenant's API key is made when the tenant is, and another when its tier changes. What fails here sweep-api-keys finds.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['tenant'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

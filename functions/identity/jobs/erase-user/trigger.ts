// Ends the account of a person who is erased, beside crm/jobs/erase-people, which erases what the tenant has.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['person-erasure'],
  on: ['INSERT', 'MODIFY'],
} satisfies Trigger;

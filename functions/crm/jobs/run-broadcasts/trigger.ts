// A broadcast that is sent or resumed calls this function, a count of an audience, either where it has no more time, and a person
// who joined a mailing list.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['broadcast-step', 'broadcast-audience-step', 'mailing-list-member'],
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

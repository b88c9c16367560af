// A write that leaves a section or bucket of a counted list too large or too small marks it with one of these types.
import { unbalancedTypes } from '../../../shared/lists/bucket-directory.ts';
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: unbalancedTypes,
  on: ['INSERT', 'MODIFY'],
  scope: 'tenant',
} satisfies Trigger;

// A new document of a bill is compared with the text before it as soon as it is stored.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['bill-document'],
  on: ['INSERT'],
  scope: 'tenant',
} satisfies Trigger;

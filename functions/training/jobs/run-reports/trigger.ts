// A report that was asked for is begun as soon as its run stands in the table. What is cut off here, sweep-reports finds.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['report-run'],
  on: ['INSERT'],
  scope: 'tenant',
} satisfies Trigger;

// A report is started as soon as its run is written. sweep-reports continues runs that were cut off.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = {
  kind: 'change',
  of: ['report-run'],
  on: ['INSERT'],
  scope: 'tenant',
} satisfies Trigger;

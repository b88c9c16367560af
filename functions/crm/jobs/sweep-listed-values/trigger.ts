// Takes values that no record has any more from the drop-down lists, a day after a record of the tenant changed.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 60, scope: 'tenant' } satisfies Trigger;

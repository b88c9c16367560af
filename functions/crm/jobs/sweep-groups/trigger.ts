// Compares people with the filters of groups once a day, because some rules are about days, and continues what was cut off.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 5, scope: 'tenant' } satisfies Trigger;

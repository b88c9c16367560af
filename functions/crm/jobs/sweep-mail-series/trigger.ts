// Looks every minute for steps of series that are due, and for runs through the people of a series that were cut off.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1, scope: 'tenant' } satisfies Trigger;

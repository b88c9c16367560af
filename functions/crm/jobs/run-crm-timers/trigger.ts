// Looks every minute for timers that are due.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1, scope: 'tenant' } satisfies Trigger;

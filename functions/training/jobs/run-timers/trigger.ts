// Looks every minute for timers and undelivered messages that are due.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1 } satisfies Trigger;

// Timers that are due, changes that were missed and webhooks that are due are picked up every minute.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1 } satisfies Trigger;

// Timers of bill tracking, changes that nobody told, and webhooks that are due are looked for every minute.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1 } satisfies Trigger;

// Reports that were cut off, or that failed and are to be tried again, are looked for every minute.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1 } satisfies Trigger;

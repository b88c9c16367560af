// Looks every minute for reports that were cut off or must be retried.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1 } satisfies Trigger;

// Looks every minute for logout notices that an application has not accepted yet.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1 } satisfies Trigger;

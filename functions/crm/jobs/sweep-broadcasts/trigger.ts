// Looks every minute for broadcasts that are due, were cut off or must be tried again.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1, scope: 'tenant' } satisfies Trigger;

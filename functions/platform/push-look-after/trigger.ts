// Checks every minute whether subscribers still have access, and that no connection is idle.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1, scope: 'subscribers' } satisfies Trigger;

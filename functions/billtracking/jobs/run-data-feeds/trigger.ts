// Looks every minute for data feeds that are due: at their time, on request, or because a provider takes requests again.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1, scope: 'tenant' } satisfies Trigger;

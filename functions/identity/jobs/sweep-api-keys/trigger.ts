// Synchronizes the API keys with the tenants every hour.
import { sweepMinutes } from '../../../../shared/limits/api-keys.ts';
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: sweepMinutes } satisfies Trigger;

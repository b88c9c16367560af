// Every hour the API keys are held against the tenants: missing ones are made, those that nobody goes by removed.
import { sweepMinutes } from '../../../../shared/limits/api-keys.ts';
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: sweepMinutes } satisfies Trigger;

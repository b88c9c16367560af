// Checks the signing keys every hour: creates the first, rotates them when due, withdraws those that no token needs.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 60 } satisfies Trigger;

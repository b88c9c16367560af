// Checks the signing keys every day: rotates them when due, withdraws those that no token needs.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1440 } satisfies Trigger;

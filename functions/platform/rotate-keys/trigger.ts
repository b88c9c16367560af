// The signing keys are looked after every day: rotated when they are due, withdrawn when nothing needs them.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1440 } satisfies Trigger;

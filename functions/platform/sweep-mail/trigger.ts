// Looks for due mails every minute.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1 } satisfies Trigger;

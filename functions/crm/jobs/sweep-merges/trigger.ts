// Finishes merges whose function stopped, and looks once more for what was written during a merge.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 5, scope: 'tenant' } satisfies Trigger;

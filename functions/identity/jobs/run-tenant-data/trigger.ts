// Looks every minute for exports and erasures of tenants that are due: two queries, however many tenants there are.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1 } satisfies Trigger;

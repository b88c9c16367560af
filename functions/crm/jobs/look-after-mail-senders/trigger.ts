// Looks every minute for senders of tenants that are to be set up, and for DNS records that are to be checked again.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'schedule', everyMinutes: 1, scope: 'tenant' } satisfies Trigger;

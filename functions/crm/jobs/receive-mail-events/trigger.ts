// What Amazon SES reports about mails: delivered, returned, complained of.
import type { Trigger } from '../../../../shared/platform/trigger.ts';

export const trigger = { kind: 'mail', scope: 'tenant' } satisfies Trigger;

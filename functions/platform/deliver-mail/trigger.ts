// A mail is sent as soon as it is in the outbox. sweep-mail finds those that were not sent.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'change', of: ['mail'], on: ['INSERT'], scope: 'tenant' } satisfies Trigger;

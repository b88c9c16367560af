// A mail is tried as soon as it stands in the outbox. What fails for good here sweep-mail finds when it is due.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'change', of: ['mail'], on: ['INSERT'], scope: 'tenant' } satisfies Trigger;

// Runs for each message of a push subscriber.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'socket', route: '$default', scope: 'tenant' } satisfies Trigger;

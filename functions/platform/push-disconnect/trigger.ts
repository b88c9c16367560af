// Runs after a connection to the push channel has closed.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'socket', route: '$disconnect', scope: 'subscribers' } satisfies Trigger;

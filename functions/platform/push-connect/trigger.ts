// Runs before a connection to the push channel opens.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'socket', route: '$connect', scope: 'subscribers' } satisfies Trigger;

// A connection to the push channel is about to open.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'socket', route: '$connect', scope: 'listeners' } satisfies Trigger;

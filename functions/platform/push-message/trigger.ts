// A listener to the push channel says something.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'socket', route: '$default', scope: 'tenant' } satisfies Trigger;

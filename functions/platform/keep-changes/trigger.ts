// Runs when a batch of the stream was tried as often as allowed: the message says only where in the stream it was.
import type { Trigger } from '../../../shared/platform/trigger.ts';

export const trigger = { kind: 'discarded', scope: 'tenant' } satisfies Trigger;

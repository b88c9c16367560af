// Who looks at a class: what is kept from the public is shown to staff, to those who teach it, and partly to who has a seat.
import type { Caller } from '../../../shared/auth/access.ts';
import { isInstructor } from '../person-access.ts';
import type { ClassItem } from './class.ts';
import type { Participation } from './participation.ts';

/** Whoever calls, or who has just written the class and so knows what is in it. */
export type Viewer = Caller | 'writer';

/** Whether somebody may know who takes part, and what they paid: as for the roster. */
export const canSeeAttendees = (item: ClassItem, caller: Caller): boolean =>
  caller.kind !== 'anonymous' &&
  (isInstructor(caller, item) || caller.permissions.has('training.registrations.read'));

/**
 * Whether somebody may know how to get in, at the door or online: who has a seat, who teaches, and staff. A call without
 * a token is the public's, also where the tenant takes such calls.
 */
export const canSeeJoinDetails = (item: ClassItem, { hasSeat }: Participation, viewer: Viewer): boolean =>
  viewer === 'writer' ||
  hasSeat ||
  canSeeAttendees(item, viewer) ||
  (viewer.kind !== 'anonymous' && viewer.permissions.has('training.classes.write'));

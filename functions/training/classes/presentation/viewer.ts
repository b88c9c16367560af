// Who may see the parts of a class that are not public: staff, its instructors and, partly, people with a seat.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { isInstructor } from '../../access/person-access.ts';
import type { ClassItem } from '../record/class.ts';
import type { Participation } from './participation.ts';

/** The caller, or `writer` for a caller who has just written the class and so knows its content. */
export type Viewer = Caller | 'writer';

/** Whether attendees and payments may be seen: by the rule of the roster. */
export const canSeeAttendees = (item: ClassItem, caller: Caller): boolean =>
  caller.kind !== 'anonymous' &&
  (isInstructor(caller, item) || caller.permissions.has('training.registrations.read'));

/**
 * Whether the online address and the access details may be seen: by people with a seat, instructors and staff. A call
 * without a token is public, also where the tenant accepts such calls.
 */
export const canSeeJoinDetails = (item: ClassItem, { hasSeat }: Participation, viewer: Viewer): boolean =>
  viewer === 'writer' ||
  hasSeat ||
  canSeeAttendees(item, viewer) ||
  (viewer.kind !== 'anonymous' && viewer.permissions.has('training.classes.write'));

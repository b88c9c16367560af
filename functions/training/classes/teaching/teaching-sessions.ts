// Which sessions of classes are taught on some days, for the page for instructors.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { isInstructor } from '../../access/person-access.ts';
import { checkInOpens } from '../record/attendance-rule.ts';
import type { ClassItem } from '../record/class.ts';
import { formatClassPlace } from '../record/class-place.ts';

/**
 * The sessions that take place in a period, by start; one that began the day before and ends in it is among them.
 * @param timeZone the tenant's, for the day of each
 */
export const selectTeachingSessions = (
  classes: readonly ClassItem[],
  caller: Caller,
  { from, to }: { readonly from: Date; readonly to: Date },
  timeZone: string,
) =>
  classes
    .flatMap((item) =>
      item.sessions
        .filter(({ startsAt, endsAt }) => new Date(startsAt) <= to && new Date(endsAt) > from)
        .map(({ id, title, startsAt, endsAt }) => ({
          classId: item.id,
          sessionId: id,
          sectionName: item.sectionName,
          courseName: item.courseName,
          title: title || undefined,
          day: toLocalDate(timeZone, new Date(startsAt)),
          startsAt,
          endsAt,
          checkInOpensAt: new Date(Date.parse(startsAt) - checkInOpens).toISOString(),
          place: formatClassPlace(item) || undefined,
          isCancelled: item.isCancelled,
          isInstructor: isInstructor(caller, item),
        })),
    )
    .sort((a, b) => (`${a.startsAt} ${a.sectionName}` < `${b.startsAt} ${b.sectionName}` ? -1 : 1));

// Writes calendar entries as messages between calendar programs by mail (RFC 5546, RFC 6047).
//
// All entries of one message must have the same UID (RFC 5546 3.2.2, 3.2.5), and not every program reads the dates of a
// recurrence set, so each session is a message of its own. Its UID is that of the registration too: the entry has one
// attendee, and when they cancel, the whole entry ends, whoever else takes part. Somebody who registers again gets another.
import { ICalAttendeeRole, ICalAttendeeStatus, ICalAttendeeType, ICalCalendarMethod } from 'ical-generator';
import { createMessage } from '../../../../shared/calendar/create-calendar.ts';
import { movePropertiesFirst } from '../../../../shared/calendar/properties-first.ts';
import { type MailPart, SENDER_PLACE } from '../../../../shared/mail/mail-parts.ts';
import { addSession, addTimeZones } from '../../feeds/class-calendar.ts';
import type { Invitation, InvitedSession } from './invitation.ts';

export interface InvitationContext {
  /** The tenant's name space, which makes the ids of entries globally unique. */
  readonly host: string;
  readonly associationName: string;
  readonly attendee: { readonly email: string; readonly name: string };
  /** Real time. */
  readonly now: Date;
}

/** A parameter's value has no quotation marks and control characters (RFC 5545 3.1). */
const cleanName = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').replaceAll('"', "'");

function writeMessage(
  method: ICalCalendarMethod.REQUEST | ICalCalendarMethod.CANCEL,
  { registration, item }: Invitation,
  session: InvitedSession,
  { host, associationName, attendee, now }: InvitationContext,
): string {
  const calendar = createMessage(method, 'Training');
  addTimeZones(calendar, [{ ...item, startsAt: session.startsAt, endsAt: session.endsAt }]);
  const isEnded = method === ICalCalendarMethod.CANCEL;
  const shown = { item, isEnded, sequence: registration.version, showsAccess: !isEnded };
  const entry = addSession(calendar, shown, session, `session-${session.id}-${registration.id}@${host}`);
  entry.stamp(now);
  entry.organizer({ name: cleanName(associationName), email: SENDER_PLACE });
  entry.createAttendee({
    name: cleanName(attendee.name),
    email: attendee.email,
    type: ICalAttendeeType.INDIVIDUAL,
    role: ICalAttendeeRole.REQ,
    // Whoever has a seat has accepted already; nobody reads an answer.
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  });
  return movePropertiesFirst(calendar.toString());
}

/** The parts of a mail. A single entry is also another form of the mail, which programs show as an invitation. */
export function buildInvitationParts(
  invitation: Invitation,
  context: InvitationContext,
): readonly MailPart[] {
  const { item, invited, cancelled } = invitation;
  const toPart = (
    method: ICalCalendarMethod.REQUEST | ICalCalendarMethod.CANCEL,
    session: InvitedSession,
    name: string,
  ) => ({
    // The method must be that of the message (RFC 6047 2.4).
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: writeMessage(method, invitation, session, context),
    name,
  });
  const total = item.sessions.length;
  const parts = [
    ...invited.map((session) => {
      const number = item.sessions.findIndex(({ id }) => id === session.id) + 1;
      const name = total === 1 ? 'invitation.ics' : `session-${number}-of-${total}.ics`;
      return toPart(ICalCalendarMethod.REQUEST, session, name);
    }),
    ...cancelled.map((session, index) =>
      toPart(
        ICalCalendarMethod.CANCEL,
        session,
        cancelled.length === 1 ? 'cancellation.ics' : `cancellation-${index + 1}-of-${cancelled.length}.ics`,
      ),
    ),
  ];
  const [only, ...others] = parts;
  if (!only || others.length > 0) return parts;
  const { contentType, content, name } = only;
  // As another type the attachment is a file, and not a second invitation.
  return [
    { contentType, content },
    { contentType: 'application/ics', content, name },
  ];
}

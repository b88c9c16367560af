// Which calendar entries go with a mail about a registration: those of the sessions while somebody has a seat, and their
// cancellation when they no longer have it, or the class no longer has the session.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type ClassItem, type ClassSession, classKey } from '../../classes/record/class.ts';
import type { NotificationKind } from '../../notifications/notification-kinds.ts';
import type { NotificationMessageItem } from '../../notifications/notification-message.ts';
import { type RegistrationItem, registrationKey } from '../../registrations/record/registration.ts';

export type InvitedSession = Pick<ClassSession, 'id' | 'title' | 'startsAt' | 'endsAt'>;

/** The entries of a mail. */
export interface Invitation {
  readonly registration: RegistrationItem;
  readonly item: ClassItem;
  readonly invited: readonly InvitedSession[];
  readonly cancelled: readonly InvitedSession[];
}

const invitingKinds: readonly NotificationKind[] = [
  'registrationConfirmed',
  'registrationApproved',
  'registrationPromoted',
  'classChanged',
];
const cancellingKinds: readonly NotificationKind[] = [
  'registrationCancelled',
  'registrationTransferred',
  'classCancelled',
];

/** How long a removed session is in mails about its class: until the people of the class have been notified. */
const removalMilliseconds = 24 * 3_600_000;

/** When the person first had a seat; undefined when nobody has sent them an entry. */
const findConfirmation = ({ history }: RegistrationItem): string | undefined =>
  history.find(({ to }) => to === 'Confirmed')?.at;

/** Sessions that are still to come at a moment of the tenant's clock. */
const listUpcoming = <S extends InvitedSession>(sessions: readonly S[], moment: string): readonly S[] =>
  sessions.filter(({ endsAt }) => endsAt > moment);

/** The sessions that were taken from the class after the person got a seat. */
function listRemoved({ removedSessions = [] }: ClassItem, confirmedAt: string, moment: string) {
  const since = new Date(Date.parse(moment) - removalMilliseconds).toISOString();
  return listUpcoming(removedSessions, moment).filter(
    ({ removedAt }) => removedAt >= since && removedAt >= confirmedAt,
  );
}

/**
 * The entries that go with a mail, as the registration and its class are now: undefined where there are none. A later
 * message has a higher SEQUENCE, so programs ignore one that is delivered after it.
 */
export async function loadInvitation(
  tenant: TenantStore,
  { kind, to, link, createdAt }: NotificationMessageItem,
): Promise<Invitation | undefined> {
  const isInviting = invitingKinds.includes(kind);
  if (link?.type !== 'registration' || !(isInviting || cancellingKinds.includes(kind))) return undefined;
  const registration = await tenant.get(registrationKey(tenant, link.id), { consistent: true });
  if (!registration || to.kind !== 'person' || to.personId !== registration.memberId) return undefined;
  const confirmedAt = findConfirmation(registration);
  if (confirmedAt === undefined) return undefined;
  const item = await tenant.get(classKey(tenant, registration.classId), { consistent: true });
  const hasSeat = registration.status === 'Confirmed' && item?.isCancelled === false;
  if (!item || hasSeat !== isInviting) return undefined;
  const upcoming = listUpcoming(item.sessions, createdAt);
  const removed = listRemoved(item, confirmedAt, createdAt);
  const invited = isInviting ? upcoming : [];
  const cancelled = isInviting ? removed : [...upcoming, ...removed];
  if (invited.length + cancelled.length === 0) return undefined;
  return { registration, item, invited, cancelled };
}

/** What the mail says about its attachments. */
export function describeInvitation({ invited, cancelled }: Invitation): string {
  if (invited.length > 0 && cancelled.length > 0)
    return `The attached files update your calendar: ${invited.length === 1 ? '1 session takes' : `${invited.length} sessions take`} place, ${cancelled.length} no longer ${cancelled.length === 1 ? 'does' : 'do'}.`;
  if (invited.length > 1)
    return `The ${invited.length} attached files have the sessions for your calendar, one each.`;
  if (invited.length === 1) return 'The attached file has the class for your calendar.';
  return cancelled.length > 1
    ? `The ${cancelled.length} attached files remove the sessions from your calendar.`
    : 'The attached file removes the class from your calendar.';
}

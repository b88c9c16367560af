// Delivers a message to each recipient once, in the app and by mail as they prefer, in one transaction with a claim.

import { readGroups } from '../../../../shared/auth/accounts/read-groups.ts';
import {
  type SubjectItem,
  subjectsByName,
  type TenantItem,
  tenantKey,
} from '../../../../shared/auth/accounts/records.ts';
import { listHeldRoles } from '../../../../shared/auth/permissions/role-ids.ts';
import { type Change, commitUnlessStale, insert } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName, isActivePerson } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/people/person-store.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { type Mail, putMail } from '../../../../shared/mail/outbox.ts';
import { type Brand, getBrand } from '../../../../shared/pages/brand.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { type ActionLink, buildActionLink, findAction } from '../../notifications/action-link.ts';
import { addNotification, emptyInbox, inboxKey } from '../../notifications/inbox.ts';
import type { NotificationValues } from '../../notifications/merge-fields.ts';
import { type FormatSettings, mergeLine } from '../../notifications/merge-template.ts';
import { buildNotificationMail } from '../../notifications/notification-mail.ts';
import {
  buildDelivery,
  checkStillWaiting,
  deliveryKey,
  isStillWaiting,
  markDelivered,
  messageKey,
  type NotificationMessageItem,
  recordFailure,
} from '../../notifications/notification-message.ts';
import { channelsFor, preferencesKey } from '../../notifications/preferences.ts';
import { type TemplateItem, templateKey, templateWords } from '../../notifications/template.ts';
import { defaultTrainingSettings, trainingSettingsKey } from '../../training-settings.ts';
import { describeInvitation, type Invitation, loadInvitation } from './invitation.ts';
import { loadMessageContext } from './message-context.ts';

/** What the deliveries of a message to all its recipients have in common. */
interface DeliveryContext {
  readonly item: NotificationMessageItem;
  readonly template: TemplateItem | undefined;
  readonly place: FormatSettings;
  readonly brand: Brand;
  /** The values of the message, and those that were read on delivery. */
  readonly values: NotificationValues;
  /** The calendar entries that go with the mail. */
  readonly invitation: Invitation | undefined;
  /** The day by the tenant's clock, YYYY-MM-DD: nobody is notified who is not active on it. */
  readonly today: string;
  /** Real time, for the outbox. */
  readonly real: Date;
}

/**
 * The recipients. The holders of a role are found by reading all users, about 12 to a read unit, because there is no
 * list of the holders of a role.
 */
async function listRecipients(
  tenant: TenantStore,
  settings: TenantItem,
  { to }: NotificationMessageItem,
): Promise<readonly string[]> {
  if (to.kind === 'person') return [to.personId];
  const users = await tenant.queryAll<SubjectItem>(subjectsByName(tenant), { beginsWith: 'user#' });
  const people = users
    .filter((user) => !user.disabled && listHeldRoles(user, settings).includes(to.role))
    .flatMap(({ personId }) => personId ?? []);
  return [...new Set(people)];
}

const recipientNames = (person: PersonItem, associationName: string) => {
  const recipientName = displayName(person);
  return { recipientName, recipientFirstName: person.firstName ?? recipientName, associationName };
};

/** Composes the notification and the mail for one person. */
function composeMessage(
  { item, template, place, brand, values: shared, invitation }: DeliveryContext,
  person: PersonItem,
  action: ActionLink | undefined,
): { readonly message: string; readonly mail: Omit<Mail, 'to'> } {
  const words = templateWords(item.kind, template);
  const values = { ...shared, ...recipientNames(person, brand.name) };
  return {
    message: mergeLine(words.line, values, place),
    mail: buildNotificationMail({
      ...{ words, values, place, brand, action },
      note: invitation && describeInvitation(invitation),
    }),
  };
}

/** The calendar entries for one person, as parts of the mail. The calendar library is loaded only for mails that have some. */
async function packInvitation(
  tenant: TenantStore,
  { invitation, brand, real }: DeliveryContext,
  { email = '', ...person }: PersonItem,
): Promise<Pick<Mail, 'parts'>> {
  if (!invitation) return {};
  const { buildInvitationParts } = await import('./build-invitation-parts.ts');
  const { packParts } = await import('../../../../shared/mail/mail-parts.ts');
  const parts = buildInvitationParts(invitation, {
    host: `${tenant.code}.rostrum`,
    associationName: brand.name,
    attendee: { email, name: displayName(person) },
    now: real,
  });
  return { parts: await packParts(parts) };
}

/**
 * Delivers to one person, unless that is done, or the message is told, given up or put off by now: one round trip to read, one transaction
 * of at most five changes.
 */
const deliverToPerson = async (
  tenant: TenantStore,
  context: DeliveryContext,
  personId: string,
): Promise<void> =>
  void (await decideAndCommit(async (): Promise<{ readonly changes: readonly Change[] }> => {
    const { item, real } = context;
    const claimKey = deliveryKey(tenant, item, personId);
    const [[current], [claim], [inbox], [preferences], [person]] = await readGroups(
      [messageKey(tenant, item)],
      [claimKey],
      [inboxKey(tenant, personId)],
      [preferencesKey(tenant, personId)],
      [personKey(tenant, personId)],
    );
    if (
      !current ||
      !isStillWaiting(current, item) ||
      claim ||
      !person ||
      !isActivePerson(person, context.today)
    )
      return { changes: [] };
    const action = findAction(item);
    const actionLink = action && (await buildActionLink(tenant, action, personId));
    const { message, mail } = composeMessage(context, person, actionLink);
    const { kind, link, createdAt: createdDate } = item;
    const ways = channelsFor(preferences, kind);
    const isMailed = ways.mail && Boolean(person.email);
    const parts = isMailed ? await packInvitation(tenant, context, person) : {};
    const mailId = recordId(tenant.code, 'notice-mail', `${claimKey.pk} ${claimKey.sk}`);
    return {
      changes: [
        checkStillWaiting(tenant, item),
        insert(claimKey, buildDelivery(item, real), {
          // The erasure of a person finds what was sent to them.
          listed: { listing: tenant.listing(`NOTICES-TO#${personId}`), sort: real.toISOString() },
        }),
        ...(ways.app
          ? addNotification(tenant, personId, inbox ?? emptyInbox, {
              kind,
              message,
              createdDate,
              ...(link && { link }),
              ...(action && { action }),
            })
          : []),
        ...(isMailed && person.email
          ? [putMail(tenant, mailId, { to: person.email, ...mail, ...parts }, real)]
          : []),
      ],
    };
  }));

/** How instants and amounts are formatted for the tenant. */
const toFormatSettings = (settings: TenantItem, currency: string): FormatSettings => ({
  timeZone: settings.timeZone,
  currency,
});

/**
 * Delivers a message to all recipients, to each once even when repeated, and then marks it as delivered.
 * Nobody is notified when the tenant has turned off the kind of notification.
 */
async function deliverToAll(tenant: TenantStore, item: NotificationMessageItem, real: Date): Promise<void> {
  const [[settings], [training], [template]] = await readGroups(
    [tenantKey(tenant)],
    [trainingSettingsKey(tenant)],
    [templateKey(tenant, item.kind)],
  );
  if (!settings) throw new Error(`The tenant ${tenant.code} has no settings`);
  if (template?.isOn !== false) {
    const { currency } = training ?? defaultTrainingSettings;
    const today = toLocalDate(settings.timeZone, tenantTime(settings, real));
    const place = toFormatSettings(settings, currency);
    const knownValues = Object.entries(item.values).filter(([, value]) => value !== '');
    const values = { ...(await loadMessageContext(tenant, item)), ...Object.fromEntries(knownValues) };
    const invitation = await loadInvitation(tenant, item);
    const context = { item, template, place, brand: getBrand(settings), values, invitation, today, real };
    for (const personId of await listRecipients(tenant, settings, item))
      await deliverToPerson(tenant, context, personId);
  }
  await commitUnlessStale([markDelivered(tenant, item)]);
}

/**
 * Delivers a message. A failure is recorded; the delivery is retried later or given up.
 *
 * @param now the tenant's time, for the next try
 * @param real the real time, for the outbox
 * @throws the error of the delivery, after it is recorded
 */
export async function deliverMessage(
  tenant: TenantStore,
  item: NotificationMessageItem,
  now: Date,
  real: Date,
): Promise<void> {
  try {
    await deliverToAll(tenant, item, real);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await commitUnlessStale([recordFailure(tenant, item, reason, now, Math.random())]);
    throw error;
  }
}

// Parses the body of a create or update request into the content of a subscription.

import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { normalizeTopics } from '../../../../shared/change-feed/topics.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { committeesByNumber } from '../../../../shared/legislature/committee-numbers.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import {
  type Channel,
  type DigestSchedule,
  defaultReminderDays,
  type KeyDateReminders,
  type SubscribedChanges,
  type SubscriptionContent,
  type SubscriptionFilter,
} from '../../../../shared/subscriptions/subscription.ts';
import { toIanaZone } from '../../../../shared/time/time-zones.ts';
import { findWebhookUrlError } from '../../../../shared/webhooks/target.ts';
import { rowsById } from '../../bills/record/store.ts';
import { searchesById } from '../../searches/store.ts';
import type { CreateSubscriptionInput } from './contract.ts';

/** What a channel depends on besides the request. */
interface InputContext {
  readonly settings: Pick<TenantItem, 'timeZone'>;
  /** The caller's own address, if it is known. */
  readonly email: string | undefined;
}

/** A parsed part of the request with everything that is wrong with it. */
type Parsed<T> = { readonly value: T; readonly errors: readonly ErrorDetail[] };

const errorDetail = (code: ErrorDetail['code'], target: string, message: string): ErrorDetail => ({
  code,
  message,
  target,
});

const isMailAddress = (text: string): boolean =>
  /^[^\s@<>"(),;:\\[\]\p{Cc}]+@[^\s@<>"(),;:\\[\]\p{Cc}]+\.[^\s@.]+$/u.test(text);

const validateEmail = (email: string | undefined): ErrorDetail[] =>
  email === undefined || isMailAddress(email)
    ? []
    : [
        errorDetail(
          'INVALID_FORMAT',
          'channel.email',
          'channel.email must be a mail address such as nora@example.org.',
        ),
      ];

function parseDigestSchedule(
  sent: CreateSubscriptionInput['channel']['digest'],
  defaultTimeZone: string,
): Parsed<DigestSchedule> {
  const { frequency, hour, weekday, timeZone } = sent ?? { frequency: 'daily' as const };
  const zone = timeZone === undefined ? defaultTimeZone : toIanaZone(timeZone);
  const value: DigestSchedule = {
    frequency,
    ...((frequency === 'daily' || frequency === 'weekly') && { hour: hour ?? 7 }),
    ...(frequency === 'weekly' && { weekday: weekday ?? 1 }),
    timeZone: zone ?? defaultTimeZone,
  };
  const message = `channel.digest.timeZone must be a time zone such as America/New_York, but was ${timeZone}.`;
  return {
    value,
    errors: zone === undefined ? [errorDetail('UNKNOWN_VALUE', 'channel.digest.timeZone', message)] : [],
  };
}

function parseWebhook(
  { url, email: sentEmail }: CreateSubscriptionInput['channel'],
  hidden: string | undefined,
): Parsed<Channel> {
  const email = sentEmail ?? hidden;
  const problem = url === undefined ? 'is required for a webhook' : findWebhookUrlError(url);
  return {
    value: { type: 'webhook', url: url ?? '', ...(email !== undefined && { email }) },
    errors: [
      ...(problem === undefined
        ? []
        : [
            errorDetail(
              url === undefined ? 'REQUIRED_FIELD' : 'INVALID_FORMAT',
              'channel.url',
              `channel.url ${problem}.`,
            ),
          ]),
      ...validateEmail(email),
    ],
  };
}

function parseMail(
  sent: CreateSubscriptionInput['channel'],
  { settings, email: callerEmail }: InputContext,
): Parsed<Channel> {
  const { value: digest, errors } = parseDigestSchedule(sent.digest, settings.timeZone);
  const email = sent.email ?? callerEmail;
  const missing = errorDetail(
    'REQUIRED_FIELD',
    'channel.email',
    'channel.email is required, because your own mail address is not known.',
  );
  return {
    value: { type: 'mail', email: email ?? '', digest },
    errors: [...(email === undefined ? [missing] : validateEmail(email)), ...errors],
  };
}

function parseChannel(sent: CreateSubscriptionInput['channel'], context: InputContext): Parsed<Channel> {
  if (sent.type === 'webhook') return parseWebhook(sent, context.email);
  if (sent.type === 'mail') return parseMail(sent, context);
  return { value: { type: sent.type }, errors: [] };
}

const parseFilter = (sent: CreateSubscriptionInput['filter']): SubscriptionFilter => ({
  stateIds: [...new Set(sent?.stateIds)],
  committeeIds: [...new Set(sent?.committeeIds)],
  eventTypes: [...new Set(sent?.eventTypes)],
  billIds: [...new Set(sent?.billIds)],
  trackedOnly: sent?.trackedOnly ?? false,
});

/** Reports what a filter names that does not exist. At most two round trips. */
async function validateFilterReferences(
  tenant: TenantStore,
  { stateIds, committeeIds, billIds }: SubscriptionFilter,
): Promise<ErrorDetail[]> {
  const [committees, bills] = await Promise.all([
    committeeIds.length === 0 ? [] : committeesByNumber(tenant, committeeIds),
    billIds.length === 0 ? [] : rowsById(tenant, billIds),
  ]);
  const knownBills = new Set(bills.map(({ id }) => Number(id)));
  const knownCommittees = new Set(committees.map(({ number }) => number));
  const findUnknown = (list: string, noun: string, ids: readonly number[], exists: (id: number) => boolean) =>
    ids.flatMap((id, index) =>
      exists(id)
        ? []
        : [
            errorDetail(
              'UNKNOWN_VALUE',
              `filter.${list}[${index}]`,
              `There is no ${noun} with the id ${id}.`,
            ),
          ],
    );
  return [
    ...findUnknown('stateIds', 'state', stateIds, (id) => stateById(id) !== undefined),
    ...findUnknown('committeeIds', 'committee', committeeIds, (id) => knownCommittees.has(id)),
    ...findUnknown('billIds', 'bill', billIds, (id) => knownBills.has(id)),
  ];
}

/** Whether what is delivered is nothing; reminders alone are nothing in a calendar, which has no entry for them. */
const isNothing = (
  {
    events,
    bills,
    topics = [],
    searches = [],
    officials = [],
    keyDates,
    keyDateReminders,
  }: SubscribedChanges,
  { type }: Channel,
): boolean =>
  !events &&
  !keyDates &&
  bills.length + topics.length + searches.length === 0 &&
  ((officials.length === 0 && keyDateReminders === undefined) || type === 'calendar');

const validateSubscribedChanges = (what: SubscribedChanges, channel: Channel): ErrorDetail[] => {
  const { bills, topics = [], officials = [] } = what;
  const isCalendar = channel.type === 'calendar';
  return [
    ...(isNothing(what, channel)
      ? [
          errorDetail(
            'REQUIRED_FIELD',
            'what',
            isCalendar
              ? 'what must include events, key dates or searches, which a calendar feed shows.'
              : 'what must include events, changes of bills, key dates, reminders of them, searches, officials, or topics.',
          ),
        ]
      : []),
    ...(isCalendar && officials.length > 0
      ? [
          errorDetail(
            'NOT_ALLOWED',
            'what.officials',
            'what.officials are for webhooks, mail and push, because a calendar feed cannot show votes.',
          ),
        ]
      : []),
    ...(isCalendar && bills.length > 0
      ? [
          errorDetail(
            'NOT_ALLOWED',
            'what',
            'what must be events, key dates and searches only, because a calendar feed cannot show changes of bills.',
          ),
        ]
      : []),
    ...(channel.type !== 'webhook' && topics.length > 0
      ? [
          errorDetail(
            'NOT_ALLOWED',
            'what.topics',
            'what.topics are for webhooks only; the push channel has topics of its own: /push?topics=people,bills.',
          ),
        ]
      : []),
  ];
};

/** The reminders that a request wants, the earliest first. */
const parseReminders = (
  sent: NonNullable<CreateSubscriptionInput['what']>['keyDateReminders'],
): KeyDateReminders | undefined =>
  sent
    ? { daysBefore: [...new Set(sent.daysBefore ?? defaultReminderDays)].sort((a, b) => b - a) }
    : undefined;

function parseSubscribedChanges(sent: CreateSubscriptionInput['what']): SubscribedChanges {
  const topics = normalizeTopics(sent?.topics ?? []);
  const searches = [...new Set(sent?.searches)];
  const officials = [...new Set(sent?.officials)];
  const keyDateReminders = parseReminders(sent?.keyDateReminders);
  const hasOthers =
    topics.length + searches.length + officials.length > 0 || sent?.keyDates || keyDateReminders;
  return {
    events: sent?.events ?? !hasOthers,
    bills: [...new Set(sent?.bills)],
    ...(topics.length > 0 && { topics }),
    ...(searches.length > 0 && { searches }),
    ...(officials.length > 0 && { officials }),
    ...(sent?.keyDates && { keyDates: true }),
    ...(keyDateReminders && { keyDateReminders }),
  };
}

/** Reports searches that do not exist. One round trip. @param before those that it has already: it may be sent back as it was read */
async function validateSearches(
  tenant: TenantStore,
  { searches = [] }: SubscribedChanges,
  { searches: before = [] }: Partial<SubscribedChanges> = {},
): Promise<ErrorDetail[]> {
  const added = searches.filter((id) => !before.includes(id));
  const known = added.length === 0 ? [] : await searchesById(tenant, added);
  return added
    .filter((id) => !known.some((search) => search.id === id))
    .map((id) =>
      errorDetail(
        'UNKNOWN_VALUE',
        `what.searches[${searches.indexOf(id)}]`,
        `There is no saved search with the id ${id}.`,
      ),
    );
}

/** Reports officials who are not in the directory. One round trip per hundred. @param before those whom it follows already */
async function validateOfficials(
  tenant: TenantStore,
  { officials = [] }: SubscribedChanges,
  { officials: before = [] }: Partial<SubscribedChanges> = {},
): Promise<ErrorDetail[]> {
  const added = officials.filter((id) => !before.includes(id));
  const people = added.length === 0 ? [] : await peopleById(tenant, added);
  return added
    .filter((_, index) => !people[index])
    .map((id) =>
      errorDetail(
        'UNKNOWN_VALUE',
        `what.officials[${officials.indexOf(id)}]`,
        `There is no person with the id ${id}.`,
      ),
    );
}

/** The parts of a subscription that a request may send. */
type PartialInput = {
  readonly [K in keyof CreateSubscriptionInput]?: CreateSubscriptionInput[K] | null | undefined;
};

/**
 * Parses a request; a part that is not sent keeps its value in `before`, or gets the default of a new subscription.
 * @throws Failure 400 listing everything that is wrong
 */
export async function parseSubscription(
  tenant: TenantStore,
  sent: PartialInput,
  before: SubscriptionContent | undefined,
  context: InputContext,
): Promise<SubscriptionContent> {
  const filter = before && !sent.filter ? before.filter : parseFilter(sent.filter);
  const what = before && !sent.what ? before.what : parseSubscribedChanges(sent.what);
  const { value: channel, errors: channelErrors } = sent.channel
    ? parseChannel(sent.channel, context)
    : { value: before?.channel ?? ({ type: 'push' } as const), errors: [] };
  const typeErrors =
    before && before.channel.type !== channel.type
      ? [
          errorDetail(
            'NOT_ALLOWED',
            'channel.type',
            `channel.type must stay ${before.channel.type}; create another subscription for a different channel.`,
          ),
        ]
      : [];
  throwIfInvalid([
    ...channelErrors,
    ...typeErrors,
    ...validateSubscribedChanges(what, channel),
    ...(what === before?.what ? [] : await validateSearches(tenant, what, before?.what)),
    ...(what === before?.what ? [] : await validateOfficials(tenant, what, before?.what)),
    ...(filter === before?.filter ? [] : await validateFilterReferences(tenant, filter)),
  ]);
  return { name: sent.name ?? before?.name ?? '', filter, what, channel };
}

// What is asked of a subscription, held against its rules and against what there is.
import type { TenantItem } from '../../../../shared/auth/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type ErrorDetail, invalid } from '../../../../shared/errors/failure.ts';
import { committeesByNumber } from '../../../../shared/legislature/committee-numbers.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { toIanaZone } from '../../../../shared/time/time-zones.ts';
import { findWebhookUrlError } from '../../../../shared/webhooks/target.ts';
import { rowsById } from '../../bills/store.ts';
import type { CreateSubscriptionInput } from './contract.ts';
import type {
  Channel,
  DigestSchedule,
  SubscribedChanges,
  SubscriptionContent,
  SubscriptionFilter,
} from './subscription.ts';

/** What a channel is made with beside what was sent. */
interface InputContext {
  readonly settings: Pick<TenantItem, 'timeZone'>;
  /** The caller's own address, if it is known. */
  readonly email: string | undefined;
}

/** What was wished, or everything that is wrong with it. */
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
  unlessTold: string,
): Parsed<DigestSchedule> {
  const { frequency, hour, weekday, timeZone } = sent ?? { frequency: 'daily' as const };
  const zone = timeZone === undefined ? unlessTold : toIanaZone(timeZone);
  const value: DigestSchedule = {
    frequency,
    ...(frequency !== 'hourly' && { hour: hour ?? 7 }),
    ...(frequency === 'weekly' && { weekday: weekday ?? 1 }),
    timeZone: zone ?? unlessTold,
  };
  const message = `channel.digest.timeZone must be a time zone such as America/New_York, but was ${timeZone}.`;
  return {
    value,
    errors: zone === undefined ? [errorDetail('UNKNOWN_VALUE', 'channel.digest.timeZone', message)] : [],
  };
}

function parseWebhook({ url, email }: CreateSubscriptionInput['channel']): Parsed<Channel> {
  const wrong = url === undefined ? 'is required for a webhook' : findWebhookUrlError(url);
  return {
    value: { type: 'webhook', url: url ?? '', ...(email !== undefined && { email }) },
    errors: [
      ...(wrong === undefined
        ? []
        : [
            errorDetail(
              url === undefined ? 'REQUIRED_FIELD' : 'INVALID_FORMAT',
              'channel.url',
              `channel.url ${wrong}.`,
            ),
          ]),
      ...validateEmail(email),
    ],
  };
}

function parseMail(
  sent: CreateSubscriptionInput['channel'],
  { settings, email: own }: InputContext,
): Parsed<Channel> {
  const { value: digest, errors } = parseDigestSchedule(sent.digest, settings.timeZone);
  const email = sent.email ?? own;
  const missing = errorDetail(
    'REQUIRED_FIELD',
    'channel.email',
    'channel.email is required, as no address of yours is known.',
  );
  return {
    value: { type: 'mail', email: email ?? '', digest },
    errors: [...(email === undefined ? [missing] : validateEmail(email)), ...errors],
  };
}

/** The channel that is asked for. */
function parseChannel(
  sent: CreateSubscriptionInput['channel'],
  circumstances: InputContext,
): Parsed<Channel> {
  if (sent.type === 'webhook') return parseWebhook(sent);
  if (sent.type === 'mail') return parseMail(sent, circumstances);
  return { value: { type: sent.type }, errors: [] };
}

const parseFilter = (sent: CreateSubscriptionInput['filter']): SubscriptionFilter => ({
  stateIds: [...new Set(sent?.stateIds)],
  committeeIds: [...new Set(sent?.committeeIds)],
  eventTypes: [...new Set(sent?.eventTypes)],
  billIds: [...new Set(sent?.billIds)],
  trackedOnly: sent?.trackedOnly ?? false,
});

/** What a filter names that there is not. Two round trips at most. */
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
  const unknown = (list: string, what: string, ids: readonly number[], isThere: (id: number) => boolean) =>
    ids.flatMap((id, at) =>
      isThere(id)
        ? []
        : [errorDetail('UNKNOWN_VALUE', `filter.${list}[${at}]`, `There is no ${what} with the id ${id}.`)],
    );
  return [
    ...unknown('stateIds', 'state', stateIds, (id) => stateById(id) !== undefined),
    ...unknown('committeeIds', 'committee', committeeIds, (id) => knownCommittees.has(id)),
    ...unknown('billIds', 'bill', billIds, (id) => knownBills.has(id)),
  ];
}

const validateSubscribedChanges = (
  { events, bills }: SubscribedChanges,
  { type }: Channel,
): ErrorDetail[] => [
  ...(!events && bills.length === 0
    ? [errorDetail('REQUIRED_FIELD', 'what', 'what must be events, or some changes of bills, or both.')]
    : []),
  ...(type === 'calendar' && (!events || bills.length > 0)
    ? [errorDetail('NOT_ALLOWED', 'what', 'A calendar shows events, and no changes of bills.')]
    : []),
];

/** What parts of a subscription a caller sends. */
type PartialInput = {
  readonly [K in keyof CreateSubscriptionInput]?: CreateSubscriptionInput[K] | null | undefined;
};

/**
 * The content that is asked for; what is not sent stays as it was before, or is what a new one has.
 * @throws Failure 400 with everything that is wrong
 */
export async function parseSubscription(
  tenant: TenantStore,
  sent: PartialInput,
  before: SubscriptionContent | undefined,
  circumstances: InputContext,
): Promise<SubscriptionContent> {
  const filter = before && !sent.filter ? before.filter : parseFilter(sent.filter);
  const what: SubscribedChanges =
    before && !sent.what
      ? before.what
      : { events: sent.what?.events ?? true, bills: [...new Set(sent.what?.bills)] };
  const { value: channel, errors: ofChannel } = sent.channel
    ? parseChannel(sent.channel, circumstances)
    : { value: before?.channel ?? ({ type: 'push' } as const), errors: [] };
  const otherType =
    before && before.channel.type !== channel.type
      ? [
          errorDetail(
            'NOT_ALLOWED',
            'channel.type',
            `channel.type stays ${before.channel.type}; make another subscription to be told otherwise.`,
          ),
        ]
      : [];
  const [first, ...rest] = [
    ...ofChannel,
    ...otherType,
    ...validateSubscribedChanges(what, channel),
    ...(filter === before?.filter ? [] : await validateFilterReferences(tenant, filter)),
  ];
  if (first) throw invalid([first, ...rest]);
  return { name: sent.name ?? before?.name ?? '', filter, what, channel };
}

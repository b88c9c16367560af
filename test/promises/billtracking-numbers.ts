// Bills, events, campaigns, reports and data feeds.

import { MAX_CLOCK_SKEW_MS, parseActivity } from '../../functions/billtracking/activity/line.ts';
import { MAX_NAMED, startCampaign } from '../../functions/billtracking/advocacy/campaigns/contract.ts';
import { MAX_A_DAY, mayTakePart } from '../../functions/billtracking/advocacy/letters/load-letter.ts';
import { findProblem } from '../../functions/billtracking/advocacy/letters/send-campaign-letter.ts';
import {
  buildComparisonToken,
  LINK_MILLISECONDS as COMPARISON_LINK,
  isValidComparison,
  parseComparisonToken,
} from '../../functions/billtracking/bills/documents/comparison/comparison-link.ts';
import {
  listDocumentWords,
  MAX_DOCUMENT_WORDS,
} from '../../functions/billtracking/bills/documents/document-words.ts';
import { isRewrite } from '../../functions/billtracking/bills/documents/note-text-change.ts';
import {
  createDocumentPresenter,
  LINK_MILLISECONDS as FILE_LINK,
} from '../../functions/billtracking/bills/documents/present.ts';
import type { DocumentItem } from '../../functions/billtracking/bills/documents/record/document.ts';
import { DEFAULT_REWRITE_PERCENT } from '../../functions/billtracking/bills/record/bill.ts';
import { derivePeriod } from '../../functions/billtracking/capitol-reports/content/period.ts';
import {
  computeLinkExpiry,
  isLinkExpired,
  LINK_DAYS,
} from '../../functions/billtracking/capitol-reports/schedules/links/report-link.ts';
import { scheduledDays } from '../../functions/billtracking/capitol-reports/schedules/times.ts';
import {
  createProviderClient,
  MAX_ARCHIVE_BYTES,
} from '../../functions/billtracking/data-feeds/providers/client.ts';
import {
  READ_ON_DAYS as CONGRESS_READ_ON_DAYS,
  congressesAt,
} from '../../functions/billtracking/data-feeds/providers/congress-gov.ts';
import type { ProviderService } from '../../functions/billtracking/data-feeds/providers/hosts.ts';
import { isRead, READ_ON_DAYS } from '../../functions/billtracking/data-feeds/providers/open-states.ts';
import {
  buildEventsQuery,
  EVENT_DAYS,
  PAGE_SIZE,
} from '../../functions/billtracking/data-feeds/providers/open-states-api.ts';
import {
  askForPublished,
  MAX_TEXT_BYTES,
} from '../../functions/billtracking/data-feeds/providers/published-texts.ts';
import {
  countRequest,
  limits,
  publishedLimits,
} from '../../functions/billtracking/data-feeds/providers/quota.ts';
import {
  assessReading,
  DEAD_AFTER_DAYS,
  DEAD_UNSEEN_DAYS,
  listOpenStages,
  READ_WITHIN_DAYS,
  type SessionFacts,
} from '../../functions/billtracking/data-feeds/reading/rules.ts';
import { assessHealth, SILENT_AFTER_DAYS } from '../../functions/billtracking/data-feeds/record/health.ts';
import { isOverdue, MAX_RUN_TIME } from '../../functions/billtracking/data-feeds/run/run-feed.ts';
import {
  isDue,
  MAX_TRIES as MAX_TEXT_TRIES,
  RECHECK_DAYS,
} from '../../functions/billtracking/data-feeds/texts/is-due.ts';
import { isSoon, LONGEST_WAIT } from '../../functions/billtracking/data-feeds/texts/text-reader.ts';
import {
  findSameHearing,
  MINUTES_APART,
  MOVED_DAYS,
  matchMovedEvents,
} from '../../functions/billtracking/events/find-same-event.ts';
import type { CalendarEvent } from '../../functions/billtracking/events/record/calendar-event.ts';
import { toStatement } from '../../functions/billtracking/events/record/event-sources.ts';
import { MAX_NOTICES } from '../../functions/billtracking/events/record/history-store.ts';
import { CreateSubscriptionRequest } from '../../functions/billtracking/events/subscriptions/contract.ts';
import { parseSubscription } from '../../functions/billtracking/events/subscriptions/input.ts';
import {
  isPast,
  PAST_DAYS,
} from '../../functions/billtracking/events/subscriptions/officials/official-news.ts';
import {
  hasRoom,
  MAX_OWN_SUBSCRIPTIONS,
} from '../../functions/billtracking/events/subscriptions/own/subscribe-oneself.ts';
import { DAYS_TO_RETURN, isWithdrawnLately } from '../../functions/billtracking/events/upsert-events.ts';
import { MAX_LETTER_LENGTH } from '../../shared/campaigns/letter.ts';
import { isExhausted, MAX_TRIES } from '../../shared/jobs/leased-run.ts';
import { MAX_BILL_NUMBER_LENGTH, parseBillNumber } from '../../shared/legislature/bill-number.ts';
import type { Session } from '../../shared/legislature/sessions/session.ts';
import {
  defaultReminderDays,
  MAX_OFFICIALS,
  MAX_REMINDER_DAYS,
  MAX_REMINDERS,
} from '../../shared/subscriptions/subscription.ts';
import { addDays } from '../../shared/time/calendar-day.ts';
import { accepts, buildId } from './fits.ts';
import { isTaken, withEnvironment } from './outgoing-requests.ts';
import {
  atLeast,
  atMost,
  before,
  computes,
  later,
  many,
  oneMillisecond,
  type PromisedNumber,
  start,
  text,
  triedBy,
} from './promised-number.ts';
import { listSent } from './sent-requests.ts';
import { tenant } from './stores-without-database.ts';

const bills = 'docs/interface/billtracking.md';
const day = 86_400_000;
/** A session, and a feed that read it so many milliseconds before `start`. */
const closedSession: Session = {
  ...{ id: 5001, stateId: 50, identifier: '2027', name: '2027 Session', classification: 'primary' },
  ...{ startDate: '2027-01-05', endDate: '2027-04-30' },
};
const readBefore = (milliseconds: number): SessionFacts => ({
  feeds: [
    {
      ...{ type: 'data-feed', id: 'f', name: 'Feed', provider: 'LEGISCAN_API', stateIds: [50], sessions: [] },
      ...{ schedule: { frequency: 'daily', hour: 5, timeZone: 'UTC' }, isPaused: false },
      ...{ version: 1, createdDate: '', modifiedDate: '', schemaVersion: 1 },
    },
  ],
  reads: [
    {
      ...{ type: 'session-read', sessionId: 5001, stateId: 50, feedId: 'f' },
      lastReadDate: later(-milliseconds).toISOString(),
    },
  ],
});

const document: DocumentItem = {
  ...{
    type: 'bill-document',
    id: buildId(2),
    billId: 'b',
    kind: 'OTHER',
    title: '',
    createdBy: '',
    createdById: '',
  },
  text: { id: buildId(3), sha256: '', linkSecret: 'secret', chunks: 1, characters: 1 },
  file: { id: buildId(4), sha256: '', linkSecret: 'secret', chunks: 1, name: '', contentType: '', size: 1 },
  ...{ version: 1, createdDate: '', modifiedDate: '', schemaVersion: 1 },
};
const comparison = parseComparisonToken(
  buildComparisonToken(tenant, { ...document, id: buildId(1) }, document, start),
);

const saveAhead = (minutes: number) => () =>
  parseActivity(
    {
      userId: 'u',
      action: 'A',
      entityType: 'B',
      entityId: 'b',
      timestamp: later(minutes * 60_000).toISOString(),
    },
    undefined,
    start,
  );

/** Whether a host of a legislature is sent another request after so many at once, by one of its limits. */
function isPublishedSent(limit: 0 | 1, count: number): boolean {
  const applied = publishedLimits.slice(limit, limit + 1);
  let uses: Parameters<typeof countRequest>[0] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const result = countRequest(uses, applied, start.getTime());
    if ('wait' in result) return false;
    uses = result.uses;
  }
  return true;
}

/** Whether a provider is sent another request after so many, some seconds after the first, by one of its limits: the last. */
function isSent(service: ProviderService, count: number, seconds = 0, limit = -1): boolean {
  const applied = limits[service].slice(limit).slice(0, 1);
  let uses: Parameters<typeof countRequest>[0] = [];
  for (let sent = 1; sent < count; sent += 1) {
    const result = countRequest(uses, applied, start.getTime());
    if ('wait' in result) return false;
    uses = result.uses;
  }
  return 'uses' in countRequest(uses, applied, start.getTime() + seconds * 1000);
}

const reminders = (daysBefore: readonly number[]): boolean =>
  CreateSubscriptionRequest.safeParse({
    ...{ name: 'A', channel: { type: 'push' } },
    what: { keyDates: true, keyDateReminders: { daysBefore } },
  }).success;

/** A hearing so long after the start. */
const hearing = (milliseconds = 0, billIds: readonly string[] = ['1']): CalendarEvent => {
  const startsAt = later(milliseconds).toISOString();
  return {
    ...{ id: 'e', title: 'Roads', eventType: 'HEARING', status: 'SCHEDULED', stateId: 50, timeZone: 'UTC' },
    ...{
      isAllDay: false,
      startDate: startsAt.slice(0, 10),
      endDate: startsAt.slice(0, 10),
      startsAt,
      billIds,
    },
    ...{ committees: [], sequence: 0, version: 1, createdDate: startsAt, modifiedDate: startsAt },
  };
};
const withdrawnHearing: CalendarEvent = {
  ...hearing(),
  sources: [
    {
      ...{ source: 'OPEN_STATES_API', firstSeen: '2026-01-01', says: toStatement(hearing()) },
      ...{ withdrawnOn: start.toISOString().slice(0, 10), withdrawnBy: 'OPEN_STATES_API' },
    },
  ],
};

/** A tenant in which no request was counted yet. */
const uncounted = { ...tenant, get: async () => undefined };
const providerClient = createProviderClient(
  uncounted,
  { service: 'openstates', key: 'key', quota: { key: tenant.key('QUOTA', 'QUOTA'), limits: [] } },
  () => start,
);

/** Whether a published text of so many bytes is read. */
const isTextRead = (bytes: number): Promise<boolean> =>
  isTaken(bytes, (address) => {
    const text = { address: 'https://legislature.example/1' };
    return withEnvironment({ DATA_FEED_HOSTS: address }, () =>
      listSent(() => askForPublished(uncounted, 'legiscan', text, () => start)),
    );
  });

/** The days before a key date on which a new subscription reminds by default. */
async function listReminderDays(): Promise<readonly number[]> {
  const sent = { name: 'A', channel: { type: 'push' as const }, what: { keyDateReminders: {} } };
  const context = { settings: { timeZone: 'UTC' }, email: undefined };
  const { what } = await parseSubscription(tenant, sent, undefined, context);
  return what.keyDateReminders?.daysBefore ?? [];
}

export const billtrackingNumbers: readonly PromisedNumber[] = [
  {
    says: { [bills]: 'at most 15 minutes apart' },
    promised: 15,
    declared: MINUTES_APART,
    exercised: atMost((minutes) => findSameHearing([hearing()], hearing(minutes * 60_000)) !== undefined),
  },
  {
    says: { [bills]: 'a common bill at most 60 days apart' },
    promised: 60,
    declared: MOVED_DAYS.withBills,
    exercised: atMost((days) => matchMovedEvents([hearing()], [hearing(days * day)]).size === 1),
  },
  {
    says: { [bills]: 'without bills with the same name at most 3 days apart' },
    promised: 3,
    declared: MOVED_DAYS.withoutBills,
    exercised: atMost((days) => matchMovedEvents([hearing(0, [])], [hearing(days * day, [])]).size === 1),
  },
  {
    says: { [bills]: 'It may come back up to 7 days after it was deleted' },
    promised: 7,
    declared: DAYS_TO_RETURN,
    exercised: atMost((days) =>
      isWithdrawnLately(withdrawnHearing, { source: 'OPEN_STATES_API', now: later(days * day) }),
    ),
  },
  {
    says: { [bills]: 'The first notice and the last 49 are stored' },
    promised: 49,
    declared: MAX_NOTICES - 1,
    exercised: triedBy(
      'test/billtracking/calendar/event-sources.test.ts',
      'are the first and the last ones where there are many',
    ),
  },
  {
    says: { [bills]: 'by the ids of their records, 200 at most' },
    promised: 200,
    declared: MAX_OFFICIALS,
    exercised: atMost(
      (count) =>
        CreateSubscriptionRequest.safeParse({
          ...{ name: 'A', channel: { type: 'push' } },
          what: { officials: many(count, buildId) },
        }).success,
    ),
  },
  {
    says: { [bills]: 'what is more than 14 days old is its past' },
    promised: 14,
    declared: PAST_DAYS,
    exercised: atMost((days) => !isPast(addDays('2027-02-15', -days), '2027-02-15')),
  },
  {
    says: { [bills]: 'Any other form is kept as text, at most 60 characters' },
    promised: 60,
    declared: MAX_BILL_NUMBER_LENGTH,
    exercised: atMost((count) => parseBillNumber(text(count)) !== undefined),
  },
  {
    says: { [bills]: '`timestamp` is at most five minutes in the future' },
    promised: 5,
    declared: MAX_CLOCK_SKEW_MS / 60_000,
    exercised: atMost((minutes) => accepts(saveAhead(minutes)), oneMillisecond.minutes),
  },
  {
    says: { [bills]: '20 at most, and see no others' },
    promised: 20,
    declared: MAX_OWN_SUBSCRIPTIONS,
    exercised: atMost((count) => hasRoom(count - 1)),
  },
  {
    says: { [bills]: 'how many days before each (0 to 30, ten at most' },
    promised: 10,
    declared: MAX_REMINDERS,
    exercised: atMost((count) => reminders(many(count, (index) => index))),
  },
  {
    says: { [bills]: 'how many days before each (0 to 30' },
    promised: 30,
    declared: MAX_REMINDER_DAYS,
    exercised: atMost((days) => reminders([days])),
  },
  {
    says: { [bills]: 'by default 7 and 1' },
    promised: 7,
    declared: defaultReminderDays[0],
    exercised: computes(async () => (await listReminderDays())[0]),
  },
  {
    says: { [bills]: 'by default 7 and 1' },
    promised: 1,
    declared: defaultReminderDays[1],
    exercised: computes(async () => (await listReminderDays())[1]),
  },
  {
    says: { [bills]: 'people who are named, 50 at most' },
    promised: 50,
    declared: MAX_NAMED,
    exercised: atMost(
      (count) =>
        startCampaign.body.safeParse({
          templateId: buildId(0),
          audience: { personIds: many(count, buildId) },
        }).success,
    ),
  },
  {
    says: { [bills]: 'The `body`, 5,000 characters at most' },
    promised: 5000,
    declared: MAX_LETTER_LENGTH,
    exercised: atMost((length) => findProblem(text(length)) === undefined),
  },
  {
    says: { [bills]: 'A person takes part in ten campaigns within 24 hours at most' },
    promised: 10,
    declared: MAX_A_DAY,
    exercised: atMost((count) =>
      mayTakePart(
        many(count - 1, () => start.toISOString()),
        start,
      ),
    ),
  },
  {
    says: { [bills]: 'A person takes part in ten campaigns within 24 hours at most' },
    promised: 24,
    declared: 24,
    exercised: atLeast(
      (hours) =>
        mayTakePart(
          many(MAX_A_DAY, () => start.toISOString()),
          later(hours * 3_600_000),
        ),
      oneMillisecond.hours,
    ),
  },
  {
    says: { [bills]: 'A weekly report covers the seven days before the day on which it is made' },
    promised: 7,
    declared: 7,
    exercised: computes(() => {
      const { startDate, endDate } = derivePeriod(4, scheduledDays(4, '2026-03-09'), undefined, '2026-03-09');
      return endDate === '2026-03-08' ? (Date.parse(endDate) - Date.parse(startDate)) / day + 1 : endDate;
    }),
  },
  {
    says: { [bills]: 'for one report and one person, for 30 days' },
    promised: 30,
    declared: LINK_DAYS,
    exercised: before(
      (days) => !isLinkExpired({ expires: computeLinkExpiry(start) }, later(days * day)),
      oneMillisecond.days,
    ),
  },
  {
    says: { [bills]: 'a page without scripts that works for a week' },
    promised: 1,
    declared: COMPARISON_LINK / day / 7,
    exercised: before(
      (weeks) =>
        comparison !== undefined && isValidComparison(tenant, comparison, document, later(weeks * 7 * day)),
      oneMillisecond.days / 7,
    ),
  },
  {
    says: { [bills]: 'Files have links that work for an hour' },
    promised: 1,
    declared: FILE_LINK / 3_600_000,
    exercised: computes(() => {
      const { file } = createDocumentPresenter(tenant, start)(document);
      const [, seconds] = /\.(\d+)\./.exec(file?.downloadUrl.replace(/^.*Files/, '') ?? '') ?? [];
      return (Number(seconds) * 1000 - start.getTime()) / 3_600_000;
    }),
  },
  {
    says: { [bills]: 'the first 2,000 different words of each' },
    promised: 2000,
    declared: MAX_DOCUMENT_WORDS,
    exercised: computes(() => listDocumentWords(many(2500, (index) => `wording${index}`).join(' ')).length),
  },
  {
    says: { [bills]: 'since the last run, 20 a request' },
    promised: 20,
    declared: PAGE_SIZE,
    exercised: computes(() => buildEventsQuery({ stateId: 1 }, 1, start).per_page),
  },
  {
    says: { [bills]: 'and events from seven days ago on' },
    promised: 7,
    declared: EVENT_DAYS,
    exercised: computes(() => {
      const { after } = buildEventsQuery({ stateId: 1 }, 1, start);
      return (Date.parse(start.toISOString().slice(0, 10)) - Date.parse(after.slice(0, 10))) / day;
    }),
  },
  {
    says: { [bills]: 'it is read for 180 days more' },
    promised: 180,
    declared: READ_ON_DAYS,
    exercised: atMost((days) =>
      isRead(
        { entry: { start_date: '2000-01-01', end_date: '2001-01-01' } },
        addDays('2001-01-01', Math.floor(days)),
      ),
    ),
  },
  {
    says: { [bills]: 'A Congress is read for 60 days after its end' },
    promised: 60,
    declared: CONGRESS_READ_ON_DAYS,
    exercised: atMost((days) =>
      congressesAt(new Date(Date.UTC(2027, 0, 3) + days * 86_400_000)).includes(119),
    ),
  },
  {
    says: { [bills]: 'Open States: 10 requests a minute' },
    promised: 10,
    declared: limits.openstates[0]?.most ?? 0,
    exercised: [
      atMost((count) => isSent('openstates', count, 0, 0)),
      computes(() => (isSent('openstates', 11, 60, 0) && !isSent('openstates', 11, 59.999, 0) ? 10 : 0)),
    ],
  },
  {
    says: { [bills]: '10 requests a minute and 250 a day' },
    promised: 250,
    declared: limits.openstates[1]?.most ?? 0,
    exercised: [
      atMost((count) => isSent('openstates', count)),
      atLeast((count) => isSent('openstates', 251, count * 345.6)),
    ],
  },
  {
    says: { [bills]: 'LegiScan: 30,000 in 30 days' },
    promised: 30_000,
    declared: limits.legiscan[0]?.most ?? 0,
    exercised: atMost((count) => isSent('legiscan', count)),
  },
  {
    says: { [bills]: 'LegiScan: 30,000 in 30 days' },
    promised: 30,
    declared: (limits.legiscan[0]?.seconds ?? 0) / 86_400,
    exercised: atLeast((days) => isSent('legiscan', 30_001, days * 86_400), oneMillisecond.days),
  },
  {
    says: { [bills]: 'congress.gov: 5,000 an hour' },
    promised: 5000,
    declared: limits.congress[0]?.most ?? 0,
    exercised: [
      atMost((count) => isSent('congress', count)),
      computes(() => (isSent('congress', 5001, 3600) && !isSent('congress', 5001, 3599.999) ? 5000 : 0)),
    ],
  },
  {
    says: { [bills]: 'a failure is tried five times' },
    promised: 5,
    declared: MAX_TRIES,
    exercised: atLeast((tries) => isExhausted({ tries })),
  },
  {
    says: { [bills]: 'nothing new has come for 14 days' },
    promised: 14,
    declared: SILENT_AFTER_DAYS,
    exercised: before(
      (days) =>
        assessHealth({
          ...{ outcome: { status: 'DONE' }, states: 1, today: addDays('2027-02-01', days) },
          held: [
            {
              ...{ id: 50, name: 'Vermont', session: { name: 'Session', endDate: '2027-05-01' } },
              quietSince: '2027-02-01',
            },
          ],
        }).state === 'OK',
    ),
  },
  {
    says: { [bills]: 'did not read this one within 3 days after they were due' },
    promised: 3,
    declared: READ_WITHIN_DAYS,
    exercised: atMost((days) => !('reason' in assessReading(readBefore((1 + days) * day), start))),
  },
  {
    says: { [bills]: 'when a source was read 30 days after the last day' },
    promised: 30,
    declared: DEAD_AFTER_DAYS,
    exercised: atLeast(
      (days) => listOpenStages(closedSession, addDays('2027-04-30', days), '2027-07-01').length === 1,
    ),
  },
  {
    says: { [bills]: '730 days after that day' },
    promised: 730,
    declared: DEAD_UNSEEN_DAYS,
    exercised: atMost(
      (days) => listOpenStages(closedSession, undefined, addDays('2027-04-30', days)).length === 2,
    ),
  },
  {
    says: { [bills]: 'A run that is not done after seven days has failed' },
    promised: 7,
    declared: MAX_RUN_TIME / day,
    exercised: atMost(
      (days) => !isOverdue({ startedDate: start.toISOString() }, later(days * day)),
      oneMillisecond.days,
    ),
  },
  {
    says: { [bills]: '`data.openstates.org` only, and has 64 MB at most' },
    promised: 64,
    declared: MAX_ARCHIVE_BYTES / 2 ** 20,
    exercised: atMost(
      (megabytes) =>
        isTaken(Math.round(megabytes * 2 ** 20), (address) =>
          listSent(() => providerClient.getFile(address)),
        ),
      2 ** -20,
    ),
  },
  {
    says: { [bills]: '50 percent by default' },
    promised: 50,
    declared: DEFAULT_REWRITE_PERCENT,
    exercised: atLeast((percent) => isRewrite(percent / 100)),
  },
  {
    says: { [bills]: 'asked for again seven days after it was last read' },
    promised: 7,
    declared: RECHECK_DAYS,
    exercised: atLeast(
      (days) =>
        isDue(
          { isNewest: true },
          { hash: '', checkedAt: start.toISOString() },
          { modifiedDate: '2000-01-01' },
          later(days * day),
        ),
      oneMillisecond.days,
    ),
  },
  {
    says: { [bills]: '30 requests a minute and 2,000 a day for the whole tenant' },
    promised: 30,
    declared: publishedLimits[0]?.most ?? 0,
    exercised: atMost((count) => isPublishedSent(0, count)),
  },
  {
    says: { [bills]: '30 requests a minute and 2,000 a day for the whole tenant' },
    promised: 2000,
    declared: publishedLimits[1]?.most ?? 0,
    exercised: atMost((count) => isPublishedSent(1, count)),
  },
  {
    says: { [bills]: 'more than 16 MB is not read' },
    promised: 16,
    declared: MAX_TEXT_BYTES / 2 ** 20,
    exercised: atMost((megabytes) => isTextRead(Math.round(megabytes * 2 ** 20)), 2 ** -20),
  },
  {
    says: { [bills]: 'It is asked for three times' },
    promised: 3,
    declared: MAX_TEXT_TRIES,
    exercised: before((tries) =>
      isDue({ isNewest: false }, { hash: '', tries }, { modifiedDate: '' }, start),
    ),
  },
  {
    says: { [bills]: 'Where a limit allows more only after an hour' },
    promised: 1,
    declared: LONGEST_WAIT / 3_600_000,
    exercised: atMost((hours) => isSoon({ milliseconds: hours * 3_600_000 }), oneMillisecond.hours),
  },
];

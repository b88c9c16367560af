// Broadcasts, bounces, and how often somebody gets mail.

import { MAX_PREVIEWED } from '../../functions/billtracking/advocacy/campaigns/contract.ts';
import {
  MAX_ATTACHED_BYTES,
  MAX_ATTACHMENTS,
} from '../../functions/crm/communication/broadcasts/attachments/limits.ts';
import {
  addToSample,
  PEOPLE_PER_REASON,
  RECEIVERS_IN_SAMPLE,
  type SampledPerson,
} from '../../functions/crm/communication/broadcasts/audience-count/sample.ts';
import { MAX_COLLEAGUES, testBroadcast } from '../../functions/crm/communication/broadcasts/contract.ts';
import {
  bounceLimit,
  complaintLimit,
  findRisk,
} from '../../functions/crm/communication/broadcasts/run/find-risk.ts';
import {
  MAILS_PER_LOOK,
  MAILS_WITH_FILES,
} from '../../functions/crm/communication/broadcasts/run/run-broadcast.ts';
import { CLAIM, claimRecipient } from '../../functions/crm/communication/broadcasts/run/send-page.ts';
import { buildRecipient } from '../../functions/crm/communication/mail-series/run/take-steps.ts';
import {
  assertNotCutOff,
  MAX_HTML_BYTES,
} from '../../functions/crm/communication/message-templates/render-message.ts';
import {
  getLinkEnd,
  getSendingTime,
  isLinkOpen,
  isSendingTime,
  LINK_SECONDS,
  STAMP_SECONDS,
} from '../../functions/crm/communication/sign-ups/sign-up.ts';
import { RECIPIENT_SECONDS, type RecipientItem } from '../../shared/broadcasts/broadcast.ts';
import { startInvitation } from '../../shared/campaigns/invitation.ts';
import type { CampaignTextsItem } from '../../shared/campaigns/store.ts';
import { computeDelay, isExhausted } from '../../shared/jobs/attempts.ts';
import { listSizeWarnings, MAX_SHOWN_BYTES } from '../../shared/mail/mail-size.ts';
import { mailAttempts } from '../../shared/mail/outbox.ts';
import { maxRequestedMails } from '../../shared/mail/requested-mails.ts';
import {
  type AddressStatus,
  addBounce,
  type Frequency,
  findRefusal,
  pauseDays,
  SOFT_BOUNCES,
} from '../../shared/mail-consent/consent.ts';
import { LOOK_UP_MILLISECONDS } from '../../shared/mail-sender/look-up.ts';
import {
  applyCheck,
  maxDomainsPerDay,
  PENDING_DAYS,
  wrongChecksAllowed,
} from '../../shared/mail-sender/mail-sender.ts';
import { accepts, buildId, fits } from './fits.ts';
import {
  atLeast,
  atMost,
  computes,
  later,
  many,
  oneMillisecond,
  type PromisedNumber,
  start,
  text,
  triedBy,
} from './promised-number.ts';
import { findWritten, tenant } from './stores-without-database.ts';

const communication = 'docs/interface/communication.md';
const day = 86_400_000;

const recipient = { isActive: true, email: 'a@b.example', choices: [], address: {} } as const;

const sampled = (index: number): SampledPerson => ({ personId: `p${index}`, outcome: 'receives' });
const missed = { outcome: 'missed', reason: 'topic' } as const;

/** Whether somebody gets a broadcast some days after the last one. */
const getsAfter = (frequency: Frequency, days: number): boolean =>
  findRefusal(
    { ...recipient, choices: [{ frequency }], lastBroadcast: start.toISOString() },
    { listIds: [] },
    later(days * day),
  ) === undefined;

const bounce = (address: AddressStatus, isHard: boolean): AddressStatus =>
  addBounce(address, { isHard }, start.toISOString());

/** When a sender whose records are not right is looked at again, so many days after it was set. */
const findNextLook = (days: number) =>
  applyCheck(
    {
      ...{
        type: 'mail-sender',
        id: 'mail-sender',
        status: 'pending',
        records: [],
        schemaVersion: 1,
        version: 1,
      },
      ...{ createdDate: start.toISOString(), modifiedDate: start.toISOString() },
    },
    { records: [], isTaken: false },
    later(days * day),
  ).dueAt;

const waiting: RecipientItem = {
  ...{ type: 'broadcast-recipient', broadcastId: 'b', personId: 'p', listIds: [], status: 'waiting' },
  ...{ tries: 0, dueAt: start.getTime(), version: 1, ttl: 0 },
};

const daysOf = ({ ttl }: { readonly ttl: number }): number => (ttl - start.getTime() / 1000) / 86_400;

const settings = { timeZone: 'UTC', clockOffsetSeconds: 0 };
const member = { personId: 'p', listIds: [] };

/** An invited person, as a new campaign stores them. */
function findInvitee(): { readonly ttl: number } {
  const campaign: Parameters<typeof startInvitation>[1] = {
    ...{ type: 'campaign', id: 'c', templateId: 't', templateName: 'Roads', startDate: '2026-03-02' },
    ...{ version: 1, createdDate: '', modifiedDate: '', schemaVersion: 1 },
    outreach: {
      ...{ broadcastId: 'b', audience: { listIds: [], groupIds: [], named: 1 } },
      officials: { kind: 'representatives' },
    },
  };
  const texts: CampaignTextsItem = {
    ...{ type: 'campaign-texts', constants: {}, linkSecret: '' },
    invitation: { subject: '', body: '', isHtml: false, action: '' },
    letter: { subject: '', salutation: '', body: '', isEditable: true },
  };
  const changes = startInvitation(tenant, campaign, {
    ...{ texts, personIds: ['p'], sentBy: 'ada', timeZone: 'UTC', isScheduled: true },
    ...{ now: start, receivedAt: start, newId: () => buildId(1) },
  });
  const invitee = changes.find(({ action }) => action.Put?.Item?.personId === 'p');
  return { ttl: invitee ? Number(findWritten(invitee).ttl) : 0 };
}

export const mailNumbers: readonly PromisedNumber[] = [
  {
    says: { [communication]: 'looks the records up now, within four seconds' },
    promised: 4,
    declared: LOOK_UP_MILLISECONDS / 1000,
    exercised: {
      ...{ kind: 'test', file: 'test/crm/communication/mail-sender.test.ts' },
      test: 'ends in time when no name server answers, and changes nothing about a verified domain',
    },
  },
  {
    says: { [communication]: 'looked up every hour for 30 days' },
    promised: 30,
    declared: PENDING_DAYS,
    exercised: atMost((days) => findNextLook(days) !== undefined, oneMillisecond.days),
  },
  {
    says: { [communication]: 'When two checks in a row find a required record wrong' },
    promised: 2,
    declared: wrongChecksAllowed,
    exercised: {
      ...{ kind: 'test', file: 'test/crm/communication/mail-sender.test.ts' },
      test: 'goes back to the platform when a required record was wrong twice, and not for one answer',
    },
  },
  {
    says: { [communication]: 'a tenant may set five daily' },
    promised: 5,
    declared: maxDomainsPerDay,
    exercised: {
      ...{ kind: 'test', file: 'test/crm/communication/mail-sender.test.ts' },
      test: 'may be changed five times a day',
    },
  },
  {
    says: { [communication]: 'the link carries the request, signed, and works for a week' },
    promised: 1,
    declared: LINK_SECONDS / 604_800,
    exercised: atMost(
      (weeks) => isLinkOpen(later(weeks * 604_800_000), getLinkEnd({ requestedDate: start.toISOString() })),
      1 / 604_800,
    ),
  },
  {
    says: { [communication]: 'is refused when it comes back at once or after a day' },
    promised: 1,
    declared: STAMP_SECONDS / 86_400,
    exercised: atMost((days) => isSendingTime(later(days * 86_400_000), getSendingTime(start)), 1 / 86_400),
  },
  {
    says: { [communication]: 'five soft bounces in a row' },
    promised: 5,
    declared: SOFT_BOUNCES,
    exercised: atLeast((count) => {
      const bounces = many(count, () => false);
      return bounces.reduce<AddressStatus>(bounce, {}).suppressed !== undefined;
    }),
  },
  {
    says: { [communication]: 'when at least 10 of those that went out' },
    promised: 10,
    declared: bounceLimit.fewest,
    exercised: atLeast((hardBounced) => findRisk({ sent: 10, hardBounced }) !== undefined),
  },
  {
    says: { [communication]: 'and 5 percent, came back for good' },
    promised: 5,
    declared: bounceLimit.rate * 100,
    exercised: atLeast((percent) => findRisk({ sent: 1000, hardBounced: percent * 10 }) !== undefined),
  },
  {
    says: { [communication]: 'or at least 3, and one' },
    promised: 3,
    declared: complaintLimit.fewest,
    exercised: atLeast((complained) => findRisk({ sent: 10, complained }) !== undefined),
  },
  {
    says: { [communication]: 'in a thousand, were reported as unwanted' },
    promised: 1000,
    declared: 1 / complaintLimit.rate,
    exercised: atMost((sent) => findRisk({ sent: sent * 3, complained: 3 }) !== undefined, 1 / 3),
  },
  {
    says: { [communication]: 'to the caller and to at most 10' },
    promised: 10,
    declared: MAX_COLLEAGUES,
    exercised: [
      atMost((count) => fits(testBroadcast.body, 'colleagueIds', many(count, buildId))),
      triedBy(
        'test/crm/communication/test-mails.test.ts',
        'goes to no one else: members and strangers are refused, and so are more than 10',
      ),
    ],
  },
  {
    says: { [communication]: 'up to ten people who would get it' },
    promised: 10,
    declared: RECEIVERS_IN_SAMPLE,
    exercised: atMost((count) => addToSample([], many(count, sampled), 'x').length === count),
  },
  {
    says: { [communication]: 'up to three for each reason' },
    promised: 3,
    declared: PEOPLE_PER_REASON,
    exercised: atMost(
      (count) =>
        addToSample(
          [],
          many(count, (index) => ({ ...sampled(index), ...missed })),
          'x',
        ).length === count,
    ),
  },
  {
    says: { [communication]: 'The files of a broadcast have 5,000,000 bytes at most' },
    promised: 5_000_000,
    declared: MAX_ATTACHED_BYTES,
    exercised: triedBy(
      'test/crm/communication/broadcasts/broadcast-attachments.test.ts',
      'of another type, or with which all have more than 5,000,000 bytes, is refused',
    ),
  },
  {
    says: { [communication]: 'A broadcast has at most 10 files' },
    promised: 10,
    declared: MAX_ATTACHMENTS,
    exercised: triedBy(
      'test/crm/communication/broadcasts/broadcast-attachments.test.ts',
      'is one of 10 at most, which go with the draft when that is deleted',
    ),
  },
  {
    says: { [communication]: 'a broadcast with files sends five mails at once' },
    promised: 5,
    declared: MAILS_WITH_FILES,
    exercised: triedBy(
      'test/crm/communication/broadcasts/broadcast-attachments.test.ts',
      '%i mails at once go out of a broadcast %s, which is stored for 400 days',
    ),
  },
  {
    says: { [communication]: 'HTML above 100 KB' },
    promised: 100,
    declared: MAX_HTML_BYTES / 1000,
    exercised: atMost((kilobytes) => accepts(() => assertNotCutOff(text(kilobytes * 1000))), 0.001),
  },
  {
    says: { [communication]: 'above 102 KB' },
    promised: 102,
    declared: MAX_SHOWN_BYTES / 1024,
    exercised: atMost((kilobytes) => listSizeWarnings(kilobytes * 1024).length === 0, 0.001),
  },
  {
    says: {
      [communication]: 'take effect before the next 25 mails',
      'docs/interface/billtracking.md': 'at most the 25 mails that are on their way',
    },
    promised: 25,
    declared: MAILS_PER_LOOK,
    exercised: triedBy(
      'test/crm/communication/broadcasts/broadcast-attachments.test.ts',
      '%i mails at once go out of a broadcast %s, which is stored for 400 days',
    ),
  },
  {
    says: { [communication]: 'anything else is sent again after two minutes' },
    promised: 2,
    declared: CLAIM / 60_000,
    exercised: computes(() => (claimRecipient(waiting, 'hash', start).dueAt - start.getTime()) / 60_000),
  },
  {
    says: { [communication]: 'are asked fifteen times' },
    promised: 15,
    declared: mailAttempts.maxAttempts,
    exercised: atLeast((tries) => isExhausted(mailAttempts, { tries })),
  },
  {
    says: {
      [communication]: 'the last time at least 26 hours after the first',
      'docs/events.md': 'the last one at least 26 hours after',
    },
    promised: 26,
    declared: Math.min(26, Math.floor(shortestRetryHours())),
    exercised: computes(() => Math.min(26, Math.floor(shortestRetryHours()))),
  },
  {
    says: {
      [communication]: ['Recipients are stored for 400 days', 'Recipients are known for 400 days'],
      'docs/data.md': [
        'who share an address; expire after 400 days',
        'part of the audience; expire after 400 days',
      ],
    },
    promised: 400,
    declared: RECIPIENT_SECONDS / 86_400,
    exercised: [
      computes(() => daysOf(buildRecipient({ settings, real: start }, 'b', { member, refusal: undefined }))),
      computes(() => daysOf(findInvitee())),
      triedBy(
        'test/crm/communication/broadcasts/broadcast-attachments.test.ts',
        '%i mails at once go out of a broadcast %s, which is stored for 400 days',
      ),
    ],
  },
  {
    says: {
      'docs/data.md': 'at most five a day, TTL',
      'docs/interface/identity.md': 'one address gets at most five a day (UTC) from a tenant',
    },
    promised: 5,
    declared: maxRequestedMails,
    exercised: triedBy(
      'test/billtracking/subscriptions/subscriptions-by-mail.test.ts',
      'sends one address at most five requests a day, across all subscriptions',
    ),
  },
  {
    says: { 'docs/interface/billtracking.md': 'Of a large audience it counts the first 1,000 people' },
    promised: 1000,
    declared: MAX_PREVIEWED,
    exercised: triedBy(
      'test/billtracking/campaigns/advocacy-campaigns.test.ts',
      'is previewed with the first 1,000 people of its audience',
    ),
  },
  {
    says: { [communication]: 'one broadcast in 7 or 30 days' },
    promised: 7,
    declared: pauseDays.weekly,
    exercised: atLeast((days) => getsAfter('weekly', days), oneMillisecond.days),
  },
  {
    says: { [communication]: 'one broadcast in 7 or 30 days' },
    promised: 30,
    declared: pauseDays.monthly,
    exercised: atLeast((days) => getsAfter('monthly', days), oneMillisecond.days),
  },
];

/** Over how many hours a mail is tried, with the shortest delays. */
function shortestRetryHours(): number {
  const delays = many(mailAttempts.maxAttempts - 1, (index) => computeDelay(mailAttempts, index + 1, 0));
  return delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
}

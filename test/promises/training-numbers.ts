// Awards, registrations, credits and what training sends.

import { awardLimits, createAward } from '../../functions/training/awards/contract.ts';
import { recurrenceLimits } from '../../functions/training/classes/plan/apply-recurrence.ts';
import { buildSchedule, longestNight } from '../../functions/training/classes/plan/schedule.ts';
import {
  checkInOpens,
  earliestEntry,
  selectValidEntries,
} from '../../functions/training/classes/record/attendance-rule.ts';
import { maxSessions } from '../../functions/training/classes/record/class.ts';
import { expandRecurrence, maxYears } from '../../functions/training/classes/recurrence/expand.ts';
import { codeAttempts, loadTriedDiscount } from '../../functions/training/discount-codes/attempts.ts';
import { maxDeclarationLength } from '../../functions/training/experience/experience-schemas.ts';
import { assertionLifetime } from '../../functions/training/external-courses/lti/assertion.ts';
import { launchTokenLifetime } from '../../functions/training/external-courses/lti/id-token.ts';
import { toolTokenLifetime } from '../../functions/training/external-courses/lti/tokens.ts';
import {
  isOpen,
  openingLifetime,
  sessionLifetime,
} from '../../functions/training/external-courses/record/enrollment.ts';
import { startLaunch } from '../../functions/training/external-courses/record/start-launch.ts';
import { daysAhead, daysBack, isAround } from '../../functions/training/feeds/load-classes.ts';
import { formatNumber, leastDigits } from '../../functions/training/invoices/issue.ts';
import { mostRegistrations } from '../../functions/training/invoices/ledger/consolidated.ts';
import {
  findAction,
  hasLinkEnded,
  type LinkPurpose,
  lifetimes,
} from '../../functions/training/notifications/action-link.ts';
import type { NotificationMessage } from '../../functions/training/notifications/notification-message.ts';
import { issueOrganizationInvoice } from '../../functions/training/organizations/invoices/contract.ts';
import { applyLicenseInput, maxLicenses } from '../../functions/training/people/licenses/license.ts';
import { insertLicense } from '../../functions/training/people/licenses/store.ts';
import { buildAwarding, lifetime } from '../../functions/training/records/awardings/awarding.ts';
import { maxRetries } from '../../functions/training/records/awardings/continue-awarding.ts';
import { setCertificationTimers } from '../../functions/training/records/certifications/awarding/timers.ts';
import { awardInBulk, maxAwarded } from '../../functions/training/records/certifications/contract.ts';
import { grantCredits } from '../../functions/training/records/credits/contract.ts';
import { registerForClass } from '../../functions/training/registrations/contract.ts';
import { registrationLimits } from '../../functions/training/registrations/registration-requests.ts';
import {
  codeLifetime,
  createCode,
  createSecret,
  readCode,
  resolveScanTime,
  scanLifetime,
} from '../../functions/training/registrations/session-attendance/check-in-code.ts';
import { opensAt } from '../../functions/training/registrations/session-attendance/settle-attendance.ts';
import { computeOfferExpiry } from '../../functions/training/registrations/transition/status-change.ts';
import { ages, chooseAge } from '../../functions/training/reports/kinds/invoice-ageing.ts';
import { defaultTrainingSettings } from '../../functions/training/training-settings.ts';
import type { Key } from '../../shared/data/store.ts';
import { decimals, maxMoney } from '../../shared/money/amount.ts';
import { retryDelays } from '../../shared/schedule/timers.ts';
import { accepts, buildId, fits } from './fits.ts';
import {
  atLeast,
  atMost,
  before,
  computes,
  type Exercise,
  later,
  many,
  oneMillisecond,
  type PromisedNumber,
  start,
  text,
  triedBy,
} from './promised-number.ts';
import { listSent } from './sent-requests.ts';
import { findWritten, tenant } from './stores-without-database.ts';

const training = 'docs/interface/training.md';
const limits = 'docs/interface/limits.md';
const day = 86_400_000;
const registrationId = buildId(1);

const license = applyLicenseInput(
  undefined,
  { board: 'Board', jurisdiction: 'FL', profession: 'RN', number: '1' },
  { id: buildId(1), personId: buildId(2), now: start },
);
const expandSeries = (rule: string) =>
  expandRecurrence({ rule, startDate: '2030-04-01', startTime: '18:00' }, 'Etc/UTC', recurrenceLimits);

const validity = (field: 'years' | 'months' | 'days', amount: number): boolean =>
  fits(createAward.body, 'validityPeriod', { [field]: amount });

const secret = createSecret();
const isCodeValid = (milliseconds: number): boolean =>
  'registrationId' in
  readCode(
    tenant,
    secret,
    createCode(tenant, secret, registrationId, later(codeLifetime)),
    later(milliseconds),
  );

/** Whether a scan of so many milliseconds ago is accepted. */
const isScanAccepted = (milliseconds: number): Promise<boolean> =>
  accepts(() => resolveScanTime(start.toISOString(), later(milliseconds)));

/** Whether a launch is open so many milliseconds after it. */
function isLaunchOpen(standard: 'cmi5' | 'lti', milliseconds: number): boolean {
  const { session } = startLaunch(undefined, {
    ...{ personId: 'p', courseId: 'k', again: false, registration: 'r', sessionId: 's' },
    ...{ secretHash: 'h', homePage: 'https://example.org', activityId: 'urn:a', now: start },
    terms: {
      ...{ standard, activityId: 'urn:a', launchUrl: 'https://example.com' },
      ...{ moveOn: 'Passed', launchMethod: 'AnyWindow' },
    },
  });
  return isOpen(session, later(milliseconds));
}

/** The link of a notification works for so many days after it was made. */
function holdsLink(message: Pick<NotificationMessage, 'kind' | 'link' | 'bound'>): Exercise {
  const to = { kind: 'person', personId: buildId(2) } as const;
  const action = findAction({ to, about: '', values: {}, createdAt: start.toISOString(), ...message });
  return before(
    (days) => action !== undefined && !hasLinkEnded(action, later(days * day)),
    oneMillisecond.days,
  );
}
const registration = { type: 'registration', id: registrationId } as const;
const certification = { type: 'certification', id: registrationId } as const;

const openToAll = {
  isTurnedOn: true,
  nonMembersAllowed: true,
  mayReapplyAfterDenial: true,
  standard: { memberFee: 0, nonMemberFee: 0 },
};

const linkDays = (purpose: LinkPurpose): number => lifetimes[purpose] / 86_400;

const awarding = {
  ...{ id: 'a', awardId: 'b', awardName: '', isPreview: false, completedDate: '2026-03-02' },
  requestedBy: 'ada',
};
/** A class around the calendar's range: it ends and starts at the same moment. */
const isListed = (days: number): boolean => {
  const moment = later(days * day).toISOString();
  return isAround({ startsAt: moment, endsAt: moment }, start);
};

const reminders = defaultTrainingSettings.certification.reminderDays;

/** How many days before the last valid day reminders are due, and the timer of its end, by default. */
function findReminderDays(): readonly number[] {
  const validThrough = '2027-06-30';
  const timers = setCertificationTimers(tenant, { id: 'c', validThrough }, reminders, 'UTC', start);
  return timers.map((timer) => {
    const due = String(findWritten(timer).dueAt).slice(0, 10);
    return (Date.parse(validThrough) - Date.parse(due)) / day;
  });
}

/** Whether another discount code may be tried after so many that do not exist. */
async function mayTry(counts: { readonly minute?: number; readonly hour?: number }): Promise<boolean> {
  const item = { minute0: counts.minute ?? 0, hour: counts.hour ?? 0 };
  const reads = { get: async <T>({ pk }: Key<T>) => (pk.includes('REQUESTS#') ? item : undefined) as T };
  const context = {
    ...{ tenant: { ...tenant, ...reads }, request: { address: '' }, now: start },
    caller: { kind: 'anonymous', subject: 'anonymous', permissions: new Set<never>() } as const,
  };
  return accepts(() => listSent(() => loadTriedDiscount(context, 'CODE', 'p')));
}

export const trainingNumbers: readonly PromisedNumber[] = [
  {
    says: { [limits]: 'name of an award | 1 to 200 characters', [training]: 'required, 1 to 200 characters' },
    promised: 200,
    declared: awardLimits.name,
    exercised: atMost((length) => fits(createAward.body, 'name', text(length))),
  },
  {
    says: { [limits]: 'name of an award | 1 to 200 characters', [training]: 'required, 1 to 200 characters' },
    promised: 1,
    declared: 1,
    exercised: atLeast((length) => fits(createAward.body, 'name', text(length))),
  },
  {
    says: {
      [limits]: 'description of an award | at most 2000 characters',
      [training]: 'description | string | at most 2000 characters',
    },
    promised: 2000,
    declared: awardLimits.description,
    exercised: atMost((length) => fits(createAward.body, 'description', text(length))),
  },
  {
    says: { [limits]: 'requirements of an award | at most 1000 characters' },
    promised: 1000,
    declared: awardLimits.requirements,
    exercised: atMost((length) => fits(createAward.body, 'requirements', text(length))),
  },
  {
    says: { [limits]: 'price | at least 0', [training]: 'decimal | at least 0' },
    promised: 0,
    declared: 0,
    exercised: atLeast((price) => fits(createAward.body, 'price', price), 0.01),
  },
  {
    says: { [limits]: 'at most 99,999,999.99', [training]: 'money is at most 99,999,999.99' },
    promised: 99_999_999.99,
    declared: maxMoney,
    exercised: atMost((price) => fits(createAward.body, 'price', price), 0.01),
  },
  {
    says: { [training]: 'Credits and hours have at most two decimals' },
    promised: 2,
    declared: decimals,
    exercised: atMost((count) => fits(grantCredits.body, 'credits', 1 + 10 ** -count)),
  },
  {
    says: { [training]: 'up to 50 licenses a person' },
    promised: 50,
    declared: maxLicenses,
    exercised: atMost((count) =>
      accepts(() =>
        insertLicense(
          tenant,
          license,
          many(count - 1, () => license),
        ),
      ),
    ),
  },
  {
    says: { [training]: 'A series has at most 100 sessions' },
    promised: 100,
    declared: maxSessions,
    exercised: atMost((count) => accepts(() => expandSeries(`FREQ=DAILY;COUNT=${count}`))),
  },
  {
    says: { [training]: 'spans at most 10 years' },
    promised: 10,
    declared: maxYears,
    exercised: atMost((years) =>
      accepts(() => expandSeries(`FREQ=MONTHLY;INTERVAL=12;UNTIL=${2030 + years}0401`)),
    ),
  },
  {
    says: { [training]: 'ends 12 hours after the launch' },
    promised: 12,
    declared: sessionLifetime / 3_600_000,
    exercised: before((hours) => isLaunchOpen('cmi5', Math.round(hours * 3_600_000)), oneMillisecond.hours),
  },
  {
    says: { [training]: 'opened once, within five minutes' },
    promised: 5,
    declared: openingLifetime / 60_000,
    exercised: before((minutes) => isLaunchOpen('lti', Math.round(minutes * 60_000)), oneMillisecond.minutes),
  },
  {
    says: { [training]: 'is valid for 5 minutes' },
    promised: 5,
    declared: launchTokenLifetime / 60,
    exercised: triedBy(
      'test/training/catalogue/lti.test.ts',
      'has the claims of a resource link launch, and neither a name nor an address by default',
    ),
  },
  {
    says: { [training]: 'whose `exp` is at most 60 minutes ahead' },
    promised: 60,
    declared: assertionLifetime / 60,
    exercised: triedBy(
      'test/training/catalogue/lti.test.ts',
      'takes an assertion that lasts an hour, and half a minute for clocks that differ',
    ),
  },
  {
    says: { [training]: 'and course, lasts 60 minutes' },
    promised: 60,
    declared: toolTokenLifetime / 60,
    exercised: triedBy(
      'test/training/catalogue/lti.test.ts',
      'a token is for one course of one tenant, with its scopes, for an hour',
    ),
  },
  {
    says: { [training]: 'from the last 12 hours before the session, or later' },
    promised: 12,
    declared: earliestEntry / 3_600_000,
    exercised: atMost((hours) => {
      const startsAt = '2027-04-14T18:00:00.000Z';
      const at = new Date(Date.parse(startsAt) - Math.round(hours * 3_600_000)).toISOString();
      return selectValidEntries([{ id: 's', startsAt }], [{ sessionId: 's', at }]).length === 1;
    }, oneMillisecond.hours),
  },
  {
    says: { [training]: 'ends on the next day, by the clock at most 12 hours later' },
    promised: 12,
    declared: longestNight,
    exercised: atMost((hours) => {
      const minutes = Math.round(hours * 60) - 120;
      const endTime = [Math.floor(minutes / 60), minutes % 60]
        .map((part) => String(part).padStart(2, '0'))
        .join(':');
      const night = { date: '2027-04-14', startTime: '22:00', endTime };
      return buildSchedule([night], [], 'Etc/UTC', () => buildId(1)).errors.length === 0;
    }, 1 / 60),
  },
  {
    says: { [training]: 'one rate of tax, at most 80 registrations' },
    promised: 80,
    declared: mostRegistrations,
    exercised: [
      atMost((count) => fits(issueOrganizationInvoice.body, 'registrationIds', many(count, buildId))),
      triedBy(
        'test/training/money/consolidated-invoices.test.ts',
        'takes 80 registrations, and the rest with the next request',
      ),
    ],
  },
  ...(['days30', 'days60', 'days90'] as const).map((age): PromisedNumber => {
    const days = ages[age];
    return {
      says: { [training]: `up to ${days} days` },
      promised: Number(age.slice('days'.length)),
      declared: days,
      exercised: atMost((late) => ages[chooseAge(late)] <= days),
    };
  }),
  {
    says: { [limits]: 'justification of a registration | at most 1000 characters' },
    promised: 1000,
    declared: registrationLimits.justification,
    exercised: atMost((length) => fits(registerForClass.body, 'justification', text(length))),
  },
  {
    says: { [limits]: 'notes of a registration | at most 500 characters' },
    promised: 500,
    declared: registrationLimits.notes,
    exercised: atMost((length) => fits(registerForClass.body, 'notes', text(length))),
  },
  {
    says: { [limits]: 'years 0 to 99' },
    promised: 99,
    declared: awardLimits.years,
    exercised: [
      atMost((years) => validity('years', years)),
      computes(() => (validity('years', -1) ? -1 : 99)),
    ],
  },
  {
    says: { [limits]: 'months 0 to 11' },
    promised: 11,
    declared: awardLimits.months,
    exercised: atMost((months) => validity('months', months)),
  },
  {
    says: { [limits]: 'days 0 to 365' },
    promised: 365,
    declared: awardLimits.days,
    exercised: atMost((days) => validity('days', days)),
  },
  {
    says: { [training]: 'a text of at most 2000 characters (`declaration`' },
    promised: 2000,
    declared: maxDeclarationLength,
    exercised: atMost((length) => fits(registerForClass.body, 'experienceDeclaration', text(length))),
  },
  {
    says: { [training]: '48 hours by default' },
    promised: 48,
    declared: defaultTrainingSettings.registration.offerHours,
    exercised: [
      triedBy(
        'functions/training/registrations/transition/status-change.test.ts',
        'can be answered until its end, and not at it',
      ),
      computes(() => {
        const closesAt = later(30 * day).toISOString();
        const of = { ...defaultTrainingSettings.registration, closesAt, ...openToAll };
        const expiry = computeOfferExpiry(
          { startsAt: closesAt, endsAt: closesAt, isCancelled: false, sessions: [], registration: of },
          start,
        );
        return (expiry.getTime() - start.getTime()) / 3_600_000;
      }),
    ],
  },
  {
    says: { [training]: 'signed for one registration and valid for five minutes' },
    promised: 5,
    declared: codeLifetime / 60_000,
    exercised: before((minutes) => isCodeValid(minutes * 60_000), oneMillisecond.minutes),
  },
  {
    says: { [training]: 'the moment of the scan, up to 24 hours later' },
    promised: 24,
    declared: scanLifetime / 3_600_000,
    exercised: atMost((hours) => isScanAccepted(hours * 3_600_000), oneMillisecond.hours),
  },
  {
    says: { [training]: 'takes it from an hour before the session begins' },
    promised: 1,
    declared: checkInOpens / 3_600_000,
    exercised: atMost(
      (hours) => later(-hours * 3_600_000).getTime() >= opensAt({ startsAt: start.toISOString() }, 'code'),
      oneMillisecond.hours,
    ),
  },
  {
    says: { [training]: 'of the last 60 days and the next 400' },
    promised: 60,
    declared: daysBack,
    exercised: atMost((days) => isListed(-days), oneMillisecond.days),
  },
  {
    says: { [training]: 'of the last 60 days and the next 400' },
    promised: 400,
    declared: daysAhead,
    exercised: atMost(isListed, oneMillisecond.days),
  },
  {
    says: { [training]: 'may try 10 codes a minute and 60 an hour that do not exist' },
    promised: 10,
    declared: codeAttempts.perMinute,
    exercised: [
      before((tries) => mayTry({ minute: tries })),
      triedBy('test/machinery/requests/request-limit.test.ts', 'allow as many tries of discount codes'),
    ],
  },
  {
    says: { [training]: 'may try 10 codes a minute and 60 an hour that do not exist' },
    promised: 60,
    declared: codeAttempts.perHour,
    exercised: [
      before((tries) => mayTry({ hour: tries })),
      triedBy('test/machinery/requests/request-limit.test.ts', 'allow as many tries of discount codes'),
    ],
  },
  {
    says: { [training]: 'a prefix and at least six digits' },
    promised: 6,
    declared: leastDigits,
    exercised: computes(() => formatNumber('INV-', 42).length - 'INV-'.length),
  },
  {
    says: {
      [training]: [
        'awards an award to up to 100 people',
        '`POST Certifications/Bulk` awards up to 100 people',
      ],
    },
    promised: 100,
    declared: maxAwarded,
    exercised: atMost((count) => fits(awardInBulk.body, 'personIds', many(count, buildId))),
  },
  {
    says: { [training]: 'fails four times within 21 minutes' },
    promised: 4,
    declared: maxRetries + 1,
    exercised: triedBy(
      'test/training/certifications/awarding-runs.test.ts',
      'that fails for good ends as failed with the reason, is told, and goes on when it is resumed',
    ),
  },
  {
    says: { [training]: 'fails four times within 21 minutes' },
    promised: 21,
    declared: retryDelays.slice(0, maxRetries).reduce<number>((sum, delay) => sum + delay, 0),
    exercised: triedBy(
      'test/training/certifications/awarding-runs.test.ts',
      'that fails for good ends as failed with the reason, is told, and goes on when it is resumed',
    ),
  },
  {
    says: { [training]: 'are stored for 90 days', 'docs/data.md': 'by page; TTL of 90 days' },
    promised: 90,
    declared: lifetime / 86_400,
    exercised: computes(
      () => (buildAwarding(awarding, start, start).run.ttl - start.getTime() / 1000) / 86_400,
    ),
  },
  ...[90, 60, 30, 7].map((promised, index) => ({
    says: { [training]: 'reminded 90, 60, 30 and 7 days before the last valid day by default' },
    promised,
    declared: reminders[index] ?? 0,
    exercised: computes(() => findReminderDays()[index]),
  })),
  {
    says: { [training]: 'or denies with a reason | after 30 days' },
    promised: 30,
    declared: linkDays('approval'),
    exercised: holdsLink({ kind: 'approvalAsked', link: registration, bound: 1 }),
  },
  {
    says: { [training]: 'shows it as it is now | after 90 days' },
    promised: 90,
    declared: linkDays('registration'),
    exercised: holdsLink({ kind: 'registrationConfirmed', link: registration }),
  },
  {
    says: { [training]: 'with the PDF | after 90 days' },
    promised: 90,
    declared: linkDays('certificate'),
    exercised: [
      holdsLink({ kind: 'certificationAwarded', link: certification }),
      holdsLink({ kind: 'certificationExpiring', link: certification }),
    ],
  },
];

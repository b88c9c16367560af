// The rules of classes: how input becomes a new or changed class, and when a class may be cancelled or removed.
import { contentHash } from '../../../shared/directory/content-hash.ts';
import { conflict, type ErrorDetail } from '../../../shared/errors/failure.ts';
import { toIanaZone, toWindowsZone } from '../../../shared/time/time-zones.ts';
import { formatMoment } from '../format-moment.ts';
import { inputOrCurrent, wordsOrCurrent } from '../input-values.ts';
import { validateTerms } from '../prices/cancellation-terms.ts';
import type { TrainingSettingsItem } from '../training-settings.ts';
import type {
  ClassContent,
  ClassInstructor,
  ClassItem,
  ClassLocation,
  ClassSession,
  RegistrationSettings,
  RemovedSession,
  SeatsItem,
} from './class.ts';
import type { CreateClassInput, UpdateClassInput } from './class-request.ts';
import { validateFees, validateTaxRate } from './fee-decimals.ts';
import {
  applyRegistrationInput,
  computeLoweredLimits,
  describeExceededLimits,
  validateRegistrationSettings,
} from './registration-settings.ts';
import { classState } from './registration-window.ts';
import { buildSchedule, getExtent } from './schedule.ts';

/** The facts that a class is planned with. */
export interface PlanContext {
  readonly settings: TrainingSettingsItem;
  /** The tenant's, for a class without one. */
  readonly timeZone: string;
  readonly now: Date;
  readonly newId: () => string;
  /** The person who makes the change, when known. */
  readonly by: string | undefined;
}

/** A class built from input, with everything that is wrong about it; its references are not checked yet. */
export interface ClassPlan {
  readonly item: ClassItem;
  readonly errors: readonly ErrorDetail[];
}

function parseTimeZone(
  input: string | null | undefined,
  current: string,
): { zone: string; errors: ErrorDetail[] } {
  // One Windows name means many zones: the one that responses give the class is its own.
  if (!input || input === toWindowsZone(current)) return { zone: current, errors: [] };
  const zone = toIanaZone(input);
  if (zone) return { zone, errors: [] };
  const message = `There is no time zone ${input.slice(0, 60)}; use an IANA name such as America/New_York or a Windows name such as Eastern Standard Time.`;
  return { zone: current, errors: [{ code: 'UNKNOWN_VALUE', message, target: 'timeZone' }] };
}

function applyInstructorsInput(input: UpdateClassInput['instructors'], current: readonly ClassInstructor[]) {
  if (input === undefined) return { instructors: current, errors: [] };
  const entries = input ?? [];
  const hasLead = entries.some(({ isLead }) => isLead);
  const instructors = entries.map(
    ({ personId, isLead, isGuest }, index): ClassInstructor => ({
      personId,
      name: '',
      isLead: isLead ?? (!hasLead && index === 0),
      isGuest: isGuest ?? false,
    }),
  );
  const errors = entries.flatMap(({ personId }, index): ErrorDetail[] =>
    entries.findIndex((other) => other.personId === personId) === index
      ? []
      : [
          {
            code: 'DUPLICATE_VALUE',
            message: `The person ${personId} is listed as an instructor twice.`,
            target: `instructors[${index}].personId`,
          },
        ],
  );
  return { instructors, errors };
}

function applyLocationInput(input: UpdateClassInput['location'], current: ClassLocation | undefined) {
  if (input === undefined) return current;
  const { classRoom, address, ...flat } = input ?? {};
  const parts = [address, classRoom, flat]
    .flatMap((part) => Object.entries(part ?? {}))
    .filter(([, part]) => part);
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** The content of a class before input is applied. */
const defaultContent = {
  sessions: [],
  instructors: [],
  locationType: 'onlocation',
  tags: [],
} as const satisfies Partial<ClassContent>;

type CurrentContent = Omit<ClassContent, 'registration'> & { readonly registration?: RegistrationSettings };

/** The content with the input applied, and everything that is wrong with it. */
function applyContentInput(
  current: CurrentContent,
  input: UpdateClassInput,
  { settings, newId }: PlanContext,
) {
  const { zone: timeZone, errors: zoneErrors } = parseTimeZone(input.timeZone, current.timeZone);
  const isRescheduled = Boolean(input.sessions) || timeZone !== current.timeZone;
  const { sessions, errors: sessionErrors } = isRescheduled
    ? buildSchedule(input.sessions ?? current.sessions, current.sessions, timeZone, newId)
    : { sessions: current.sessions, errors: [] };
  const { instructors, errors: instructorErrors } = applyInstructorsInput(
    input.instructors,
    current.instructors,
  );
  const registration = applyRegistrationInput(
    input.registration,
    current.registration,
    settings.registration,
    { timeZone, locationBefore: current.registration && current.locationType },
  );
  const content: ClassContent = {
    sectionName: input.sectionName ?? current.sectionName,
    description: inputOrCurrent(input.description, current.description),
    courseId: current.courseId,
    awardId: inputOrCurrent(input.awardId, current.awardId),
    objectTypeId: inputOrCurrent(input.objectTypeId, current.objectTypeId),
    timeZone,
    sessions,
    instructors,
    locationType: input.locationType ?? current.locationType,
    location: applyLocationInput(input.location, current.location),
    onlineUrl: inputOrCurrent(input.onlineUrl, current.onlineUrl),
    locationAccessDetail: inputOrCurrent(input.locationAccessDetail, current.locationAccessDetail),
    registrationUrlOnLine: inputOrCurrent(input.registrationUrlOnLine, current.registrationUrlOnLine),
    registrationUrlOnLocation: inputOrCurrent(
      input.registrationUrlOnLocation,
      current.registrationUrlOnLocation,
    ),
    eventId: inputOrCurrent(input.eventId, current.eventId),
    tags: wordsOrCurrent(input.tags, current.tags),
    registration,
  };
  const errors = [
    ...zoneErrors,
    ...sessionErrors,
    ...instructorErrors,
    ...validateRegistrationSettings(registration, {
      lastStart: sessions.at(-1)?.startsAt ?? '',
      locationType: content.locationType,
    }),
    ...validateFees(registration, current.registration, settings.currency),
    ...validateTerms(input.registration?.cancellation, settings.currency, 'registration.cancellation'),
    ...validateTaxRate(registration.taxRateId, current.registration?.taxRateId, settings),
  ];
  return { content, errors };
}

/** A new class at its first version. The edition, name, hours and credits of the course are set with the references. */
export function buildClass(id: string, input: CreateClassInput, context: PlanContext): ClassPlan {
  const { now, settings, timeZone, by } = context;
  const moment = now.toISOString();
  const { sectionName, courseId } = input;
  const { content, errors } = applyContentInput(
    { ...defaultContent, sectionName, courseId, timeZone },
    input,
    context,
  );
  const item: ClassItem = {
    ...content,
    type: 'class',
    id,
    courseEdition: 1,
    courseName: '',
    courseCredits: [],
    ...getExtent(content.sessions),
    isCancelled: false,
    reminderDays: settings.registration.reminderDays,
    createdBy: by,
    modifiedBy: by,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  return { item, errors };
}

/** As many removed sessions are remembered as a class can have. */
const maxRemovedSessions = 100;

/** The sessions that people may have in their calendars although the class no longer has them. */
function listRemovedSessions(
  before: ClassItem,
  sessions: readonly ClassSession[],
  now: Date,
): readonly RemovedSession[] | undefined {
  const kept = new Set(sessions.map(({ id }) => id));
  const moment = now.toISOString();
  const removed = [
    ...before.sessions
      .filter(({ id }) => !kept.has(id))
      .map(({ id, title, startsAt, endsAt }) => ({
        ...{ id, startsAt, endsAt, removedAt: moment },
        ...(title && { title }),
      })),
    ...(before.removedSessions ?? []),
  ].filter(({ endsAt }) => endsAt > moment);
  return removed.length === 0 ? undefined : removed.slice(0, maxRemovedSessions);
}

/** The class with the input applied, at its next version. Its course and edition don't change. */
export function applyClassInput(before: ClassItem, input: UpdateClassInput, context: PlanContext): ClassPlan {
  const { content, errors } = applyContentInput(before, input, context);
  const item = {
    ...before,
    ...content,
    ...getExtent(content.sessions),
    removedSessions: listRemovedSessions(before, content.sessions, context.now),
    modifiedBy: context.by,
    version: before.version + 1,
    modifiedDate: context.now.toISOString(),
  };
  return { item, errors };
}

/** The seats as a change counts them: where it makes them separate, all belong to the way in which the class took place. */
export function separateTakenSeats(before: ClassItem, after: ClassItem, seats: SeatsItem): SeatsItem {
  const { separateSeats } = after.registration;
  if (!separateSeats || before.registration.separateSeats) return seats;
  const isOnSite = separateSeats.earlier === 'onSite';
  const split = (count: number) => (isOnSite ? [count, 0] : [0, count]);
  const [takenOnSite, takenOnline] = split(seats.taken);
  const [waitingMemberOnSite, waitingMemberOnline] = split(seats.waitingMember);
  const [waitingNonMemberOnSite, waitingNonMemberOnline] = split(seats.waitingNonMember);
  return {
    ...seats,
    ...{ takenOnSite, takenOnline, waitingMemberOnSite, waitingMemberOnline },
    ...{ waitingNonMemberOnSite, waitingNonMemberOnline },
  };
}

/**
 * Live registrations attend in one way or the other: their seats can't be counted together again.
 * @throws Failure 409
 */
export function assertSeatsStaySeparate(before: ClassItem, after: ClassItem, { live }: SeatsItem): void {
  if (live === 0 || !endsSeparateSeats(before, after)) return;
  throw conflict(
    `${before.sectionName} has ${live} live ${live === 1 ? 'registration' : 'registrations'} with seats on site or online, which can't be counted together; remove the limits of separateSeats instead, or cancel or transfer the registrations first.`,
    'registration.separateSeats',
  );
}

/** Whether seats that were separate are counted together again. */
export const endsSeparateSeats = (before: ClassItem, after: ClassItem): boolean =>
  before.registration.separateSeats !== undefined && after.registration.separateSeats === undefined;

/**
 * Seat limits can't become lower than the seats that are taken.
 * @throws Failure 409 with the numbers
 */
export function assertTakenSeatsFit(before: ClassItem, after: ClassItem, seats: SeatsItem): void {
  const limits = computeLoweredLimits(before.registration, after.registration);
  const reasons = describeExceededLimits(limits, separateTakenSeats(before, after, seats));
  if (reasons.length > 0)
    throw conflict(`${reasons.join(' ')} Cancel or transfer registrations first.`, 'registration');
}

/** Whether a class that has not started would have started. */
export const isMovedIntoPast = (before: ClassItem, after: ClassItem, now: Date): boolean =>
  now < new Date(before.startsAt) && new Date(after.startsAt) <= now;

/**
 * A class with live registrations can't be moved into the past: nobody could attend it.
 * @throws Failure 409
 */
export function assertNotMovedIntoPast(
  before: ClassItem,
  after: ClassItem,
  { live }: SeatsItem,
  now: Date,
): void {
  if (live === 0 || !isMovedIntoPast(before, after, now)) return;
  throw conflict(
    `${before.sectionName} has ${live} live ${live === 1 ? 'registration' : 'registrations'} and can't be moved into the past; it would begin on ${formatMoment(after.startsAt, after.timeZone)}. Choose a later time, or cancel or transfer the registrations first.`,
    'sessions',
  );
}

/** The cancelled class, at its next version. */
export const applyCancellation = (
  before: ClassItem,
  reason: string,
  { now, by }: Pick<PlanContext, 'now' | 'by'>,
): ClassItem => ({
  ...before,
  isCancelled: true,
  cancelledDate: now.toISOString(),
  cancelReason: reason,
  modifiedBy: by,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/**
 * Only a class that is not over and not cancelled can be cancelled.
 * @throws Failure 409
 */
export function assertCancellable(item: ClassItem, now: Date): void {
  const state = classState(item, now);
  if (state === 'Cancelled')
    throw conflict(`${item.sectionName} was already cancelled on ${item.cancelledDate?.slice(0, 10)}.`);
  if (state === 'Completed')
    throw conflict(
      `${item.sectionName} ended on ${formatMoment(item.endsAt, item.timeZone)}; a class that is over can't be cancelled.`,
    );
}

/**
 * A class with live registrations can't be removed.
 * @throws Failure 409
 */
export function assertNoLiveRegistrations(
  { sectionName, isCancelled }: Pick<ClassItem, 'sectionName' | 'isCancelled'>,
  { live }: SeatsItem,
): void {
  if (live === 0) return;
  const remedy = isCancelled
    ? 'they are cancelled within minutes of the class, unless attendance was recorded'
    : 'cancel the class, or transfer them first';
  throw conflict(
    `${sectionName} has ${live} live ${live === 1 ? 'registration' : 'registrations'}; ${remedy}.`,
  );
}

const hashTimeAndPlace = ({ sessions, timeZone, locationType, location, onlineUrl }: ClassItem): string =>
  contentHash([
    sessions.map(({ startsAt, endsAt }) => [startsAt, endsAt]),
    [timeZone, locationType, location, onlineUrl],
  ]);

/** Whether the time or place of a class changed, so that its registrants are notified. */
export const isMoved = (before: ClassItem, after: ClassItem): boolean =>
  hashTimeAndPlace(before) !== hashTimeAndPlace(after);

/**
 * Whether the waitlist has to be processed: the registration settings or the times changed, and the class has a
 * waitlist. This includes a waitlist without entries, as a registration may have been added since it was read.
 */
export const affectsWaitlist = (before: ClassItem, after: ClassItem, { waiting }: SeatsItem): boolean =>
  (waiting > 0 || before.registration.waitlistSize > 0) &&
  (contentHash(before.registration) !== contentHash(after.registration) || isMoved(before, after));

// The rules of classes: what a new one is, how it changes, what is wrong with it, when it may be cancelled or removed.
import { contentHash } from '../../../shared/directory/content-hash.ts';
import { conflict, type ErrorDetail } from '../../../shared/errors/failure.ts';
import { toIanaZone } from '../../../shared/time/time-zones.ts';
import { inputOrCurrent, wordsOrCurrent } from '../input-values.ts';
import { formatMoment } from '../notifications/merge-template.ts';
import type { TrainingSettingsItem } from '../settings/defaults/training-settings.ts';
import type {
  ClassContent,
  ClassInstructor,
  ClassItem,
  ClassLocation,
  RegistrationSettings,
  SeatsItem,
} from './class.ts';
import type { CreateClassInput, UpdateClassInput } from './class-request.ts';
import {
  applyRegistrationInput,
  computeSeatLimits,
  describeExceededLimits,
  validateRegistrationSettings,
} from './registration-settings.ts';
import { classState } from './registration-window.ts';
import { buildSchedule, getExtent } from './schedule.ts';

/** What a class is planned with. */
export interface PlanContext {
  readonly settings: TrainingSettingsItem;
  /** The tenant's, for a class that names none. */
  readonly timeZone: string;
  readonly now: Date;
  readonly newId: () => string;
  /** The person who plans, when known. */
  readonly by: string | undefined;
}

/** A class as it is wished for, with what is wrong about it; what it refers to is not looked up yet. */
export interface ClassPlan {
  readonly item: ClassItem;
  readonly faults: readonly ErrorDetail[];
}

function parseTimeZone(
  sent: string | null | undefined,
  kept: string,
): { zone: string; faults: ErrorDetail[] } {
  if (!sent) return { zone: kept, faults: [] };
  const zone = toIanaZone(sent);
  if (zone) return { zone, faults: [] };
  const message = `There is no time zone ${sent.slice(0, 60)}; take an IANA name such as America/New_York or a Windows name such as Eastern Standard Time.`;
  return { zone: kept, faults: [{ code: 'UNKNOWN_VALUE', message, target: 'timeZone' }] };
}

function applyInstructorsInput(sent: UpdateClassInput['instructors'], kept: readonly ClassInstructor[]) {
  if (sent === undefined) return { instructors: kept, faults: [] };
  const wished = sent ?? [];
  const hasLead = wished.some(({ isLead }) => isLead);
  const instructors = wished.map(
    ({ personId, isLead, isGuest }, at): ClassInstructor => ({
      personId,
      name: '',
      isLead: isLead ?? (!hasLead && at === 0),
      isGuest: isGuest ?? false,
    }),
  );
  const faults = wished.flatMap(({ personId }, at): ErrorDetail[] =>
    wished.findIndex((other) => other.personId === personId) === at
      ? []
      : [
          {
            code: 'DUPLICATE_VALUE',
            message: `The person ${personId} is an instructor already.`,
            target: `instructors[${at}].personId`,
          },
        ],
  );
  return { instructors, faults };
}

function applyLocationInput(sent: UpdateClassInput['location'], kept: ClassLocation | undefined) {
  if (sent === undefined) return kept;
  const parts = Object.entries(sent ?? {}).filter(([, part]) => part);
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** What a class is before anything is said of it. */
const defaultContent = {
  sessions: [],
  instructors: [],
  locationType: 'onlocation',
  tags: [],
} as const satisfies Partial<ClassContent>;

type CurrentContent = Omit<ClassContent, 'registration'> & { readonly registration?: RegistrationSettings };

/** The content with what was sent laid over it, and everything that is wrong with the result. */
function applyContentInput(kept: CurrentContent, sent: UpdateClassInput, { settings, newId }: PlanContext) {
  const { zone: timeZone, faults: zoneFaults } = parseTimeZone(sent.timeZone, kept.timeZone);
  const isRescheduled = Boolean(sent.sessions) || timeZone !== kept.timeZone;
  const { sessions, faults: sessionFaults } = isRescheduled
    ? buildSchedule(sent.sessions ?? kept.sessions, kept.sessions, timeZone, newId)
    : { sessions: kept.sessions, faults: [] };
  const { instructors, faults: instructorFaults } = applyInstructorsInput(sent.instructors, kept.instructors);
  const registration = applyRegistrationInput(
    sent.registration,
    kept.registration,
    settings.registration,
    timeZone,
  );
  const content: ClassContent = {
    sectionName: sent.sectionName ?? kept.sectionName,
    description: inputOrCurrent(sent.description, kept.description),
    courseId: kept.courseId,
    awardId: inputOrCurrent(sent.awardId, kept.awardId),
    objectTypeId: inputOrCurrent(sent.objectTypeId, kept.objectTypeId),
    timeZone,
    sessions,
    instructors,
    locationType: sent.locationType ?? kept.locationType,
    location: applyLocationInput(sent.location, kept.location),
    onlineUrl: inputOrCurrent(sent.onlineUrl, kept.onlineUrl),
    locationAccessDetail: inputOrCurrent(sent.locationAccessDetail, kept.locationAccessDetail),
    registrationUrlOnLine: inputOrCurrent(sent.registrationUrlOnLine, kept.registrationUrlOnLine),
    registrationUrlOnLocation: inputOrCurrent(sent.registrationUrlOnLocation, kept.registrationUrlOnLocation),
    eventId: inputOrCurrent(sent.eventId, kept.eventId),
    tags: wordsOrCurrent(sent.tags, kept.tags),
    registration,
  };
  const faults = [
    ...zoneFaults,
    ...sessionFaults,
    ...instructorFaults,
    ...validateRegistrationSettings(registration, sessions.at(-1)?.startsAt ?? ''),
  ];
  return { content, faults };
}

/** A new class at its first version. The course's edition, name, hours and credits are filled in when it was looked up. */
export function buildClass(id: string, sent: CreateClassInput, planning: PlanContext): ClassPlan {
  const { now, settings, timeZone, by } = planning;
  const moment = now.toISOString();
  const { sectionName, courseId } = sent;
  const { content, faults } = applyContentInput(
    { ...defaultContent, sectionName, courseId, timeZone },
    sent,
    planning,
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
  return { item, faults };
}

/** The class with what was sent changed, at the next version. Its course and its edition stay. */
export function applyClassInput(before: ClassItem, sent: UpdateClassInput, planning: PlanContext): ClassPlan {
  const { content, faults } = applyContentInput(before, sent, planning);
  const item = {
    ...before,
    ...content,
    ...getExtent(content.sessions),
    modifiedBy: planning.by,
    version: before.version + 1,
    modifiedDate: planning.now.toISOString(),
  };
  return { item, faults };
}

/**
 * Seats that are taken stay taken: limits can't be lowered below them.
 * @throws Failure 409 with the numbers
 */
export function assertTakenSeatsFit({ registration }: ClassItem, seats: SeatsItem): void {
  const reasons = describeExceededLimits(computeSeatLimits(registration), seats);
  if (reasons.length > 0)
    throw conflict(`${reasons.join(' ')} Cancel or transfer registrations first.`, 'registration');
}

/** The class once it is cancelled: nobody registers any more. */
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
 * What took place can't be cancelled, nor what is cancelled.
 * @throws Failure 409
 */
export function assertCancellable(item: ClassItem, now: Date): void {
  const state = classState(item, now);
  if (state === 'Cancelled')
    throw conflict(`${item.sectionName} was cancelled on ${item.cancelledDate?.slice(0, 10)} already.`);
  if (state === 'Completed')
    throw conflict(
      `${item.sectionName} ended on ${formatMoment(item.endsAt, item.timeZone)}; what took place can't be cancelled.`,
    );
}

/**
 * A class with live registrations stays: those who are registered would lose it without a word.
 * @throws Failure 409
 */
export function assertNoLiveRegistrations(
  { sectionName, isCancelled }: Pick<ClassItem, 'sectionName' | 'isCancelled'>,
  { live }: SeatsItem,
): void {
  if (live === 0) return;
  const remedy = isCancelled
    ? 'they are cancelled within minutes of the class, unless attendance was noted'
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

/** Whether a class takes place at another time or place than before: those who are registered are told. */
export const isMoved = (before: ClassItem, after: ClassItem): boolean =>
  hashTimeAndPlace(before) !== hashTimeAndPlace(after);

/**
 * Whether those who wait have to be looked at: the rules of registration are others, or its end is, and there is a
 * waitlist. Also when nobody was seen waiting: somebody may have come since.
 */
export const affectsWaitlist = (before: ClassItem, after: ClassItem, { waiting }: SeatsItem): boolean =>
  (waiting > 0 || before.registration.waitlistSize > 0) &&
  (contentHash(before.registration) !== contentHash(after.registration) || isMoved(before, after));

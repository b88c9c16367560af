// How input becomes a new or changed class.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { findCallerPerson } from '../../../../shared/auth/access/person-access.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { toIanaZone, toWindowsZone } from '../../../../shared/time/time-zones.ts';
import { inputOrCurrent, wordsOrCurrent } from '../../input-values.ts';
import { validateTerms } from '../../prices/cancellation-terms.ts';
import type { TrainingSettingsItem } from '../../training-settings.ts';
import type {
  ClassContent,
  ClassInstructor,
  ClassItem,
  ClassLocation,
  ClassSession,
  RegistrationSettings,
  RemovedSession,
} from '../record/class.ts';
import { isMoved } from './change-rules.ts';
import type { CreateClassInput, UpdateClassInput } from './class-request.ts';
import { validateFees, validateTaxRate } from './fee-decimals.ts';
import { applyRegistrationInput, validateRegistrationSettings } from './registration-settings.ts';
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

/** What planning needs of a request. */
export const toPlanContext = (
  {
    settings: { timeZone },
    caller,
    now,
    newId,
  }: Pick<PlanContext, 'now' | 'newId'> & {
    readonly settings: { readonly timeZone: string };
    readonly caller: Caller;
  },
  settings: TrainingSettingsItem,
): PlanContext => ({ settings, timeZone, by: findCallerPerson(caller), now, newId });

/** A class built from input, with everything that is wrong about it; its references are not checked yet. */
export interface ClassPlan {
  readonly item: ClassItem;
  readonly errors: readonly ErrorDetail[];
}

/** The IANA zone that a request names, or the current one, with what is wrong with the name. */
export function parseTimeZone(
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

/**
 * The class with the input applied, at its next version. Its course and edition don't change.
 * @param reason why its sessions are moved or cancelled
 */
export function applyClassInput(
  before: ClassItem,
  input: UpdateClassInput,
  context: PlanContext,
  reason?: string,
): ClassPlan {
  const { content, errors } = applyContentInput(before, input, context);
  const changed = { ...before, ...content };
  const item = {
    ...changed,
    changeReason: isMoved(before, changed) ? reason : before.changeReason,
    ...getExtent(content.sessions),
    removedSessions: listRemovedSessions(before, content.sessions, context.now),
    modifiedBy: context.by,
    version: before.version + 1,
    modifiedDate: context.now.toISOString(),
  };
  return { item, errors };
}

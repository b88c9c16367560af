// Reads and validates the input of a data feed.

import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { congressSession } from '../../../shared/legislature/sessions/congress.ts';
import type { DigestSchedule } from '../../../shared/subscriptions/subscription.ts';
import { toIanaZone } from '../../../shared/time/time-zones.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { unknownValue, validateStateId } from '../unknown-value.ts';
import { limitsOf } from './providers/quota.ts';
import type { FeedContent, RequestLimits } from './record/feed.ts';
import type { FeedInput, FeedUpdateInput } from './schemas.ts';

const DEFAULT_HOUR = 5;

interface Parsed<T> {
  readonly value: T;
  readonly errors: readonly ErrorDetail[];
}

function parseSchedule(sent: FeedInput['schedule'], defaultZone: string): Parsed<DigestSchedule> {
  const { frequency, hour, weekday, timeZone } = sent ?? { frequency: 'daily' as const };
  const zone = timeZone == null ? defaultZone : toIanaZone(timeZone);
  return {
    value: {
      frequency,
      ...(frequency !== 'hourly' && { hour: hour ?? DEFAULT_HOUR }),
      ...(frequency === 'weekly' && { weekday: weekday ?? 1 }),
      timeZone: zone ?? defaultZone,
    },
    errors:
      zone === undefined
        ? [
            unknownValue(
              'schedule.timeZone',
              `schedule.timeZone must be a time zone such as America/New_York, but was ${JSON.stringify(timeZone)}.`,
            ),
          ]
        : [],
  };
}

/**
 * The limits of a key, if they are given. Those of a free key, which a feed without limits presents, are left out: stored with a feed,
 * they would be counted apart from the other feeds of the key.
 */
function parseLimits(
  sent: FeedInput['requestLimits'],
  provider: FeedContent['provider'],
): FeedContent['requestLimits'] {
  const free = new Map(limitsOf({ provider }).map(({ name, most }) => [name, most]));
  const own = (name: keyof RequestLimits): number | undefined => {
    const most = sent?.[name] ?? undefined;
    return most === free.get(name) ? undefined : most;
  };
  const requestLimits = omitUndefined({
    ...{ perMinute: own('perMinute'), perHour: own('perHour') },
    ...{ perDay: own('perDay'), perMonth: own('perMonth') },
  });
  return Object.keys(requestLimits).length > 0 ? requestLimits : undefined;
}

/** What is wrong with what a feed of this provider reads: its states, its sessions, its monitor list. */
function validateScope({ provider, stateIds, sessions, readsMonitorList }: FeedContent): ErrorDetail[] {
  const unknown = [
    ...stateIds.flatMap((stateId, index) => validateStateId(stateId, `stateIds[${index}]`)),
    ...(readsMonitorList && provider !== 'LEGISCAN_API'
      ? [
          unknownValue(
            'readsMonitorList',
            `readsMonitorList must be false for ${provider}: only LEGISCAN_API has a monitor list.`,
          ),
        ]
      : []),
  ];
  if (provider === 'CONGRESS_GOV')
    return [
      ...unknown.filter(({ target }) => target === 'readsMonitorList'),
      ...(stateIds.some((stateId) => stateId !== 0)
        ? [
            unknownValue(
              'stateIds',
              'stateIds of CONGRESS_GOV must be 0, the Congress: it has no bills of states.',
            ),
          ]
        : []),
      ...sessions.flatMap((session, index) =>
        congressSession(Number(session))
          ? []
          : [
              unknownValue(
                `sessions[${index}]`,
                `sessions[${index}] must be the number of a Congress such as 119, but was ${JSON.stringify(session)}.`,
              ),
            ],
      ),
    ];
  return unknown;
}

/**
 * The content of a new feed.
 * @throws Failure 400 with everything that is wrong
 */
export function parseFeed(input: FeedInput, timeZone: string): FeedContent {
  const { name, provider } = input;
  const schedule = parseSchedule(input.schedule, timeZone);
  const content: FeedContent = {
    ...{ name, provider, schedule: schedule.value, isPaused: input.isPaused ?? false },
    requestLimits: parseLimits(input.requestLimits, provider),
    ...(input.readsMonitorList && { readsMonitorList: true }),
    stateIds: [...new Set(input.stateIds)],
    sessions: [...new Set(input.sessions)],
  };
  throwIfInvalid([...schedule.errors, ...validateScope(content)]);
  return content;
}

/**
 * The content of a feed with the input applied.
 * @throws Failure 400 with everything that is wrong
 */
export function applyFeedUpdate(before: FeedContent, input: FeedUpdateInput, timeZone: string): FeedContent {
  const schedule = input.schedule ? parseSchedule(input.schedule, timeZone) : undefined;
  const content: FeedContent = {
    ...before,
    requestLimits:
      input.requestLimits === undefined
        ? before.requestLimits
        : parseLimits(input.requestLimits, before.provider),
    readsMonitorList: (input.readsMonitorList ?? before.readsMonitorList) || undefined,
    name: input.name ?? before.name,
    schedule: schedule?.value ?? before.schedule,
    isPaused: input.isPaused ?? before.isPaused,
    stateIds: input.stateIds ? [...new Set(input.stateIds)] : before.stateIds,
    sessions: input.sessions === undefined ? before.sessions : [...new Set(input.sessions)],
  };
  throwIfInvalid([...(schedule?.errors ?? []), ...validateScope(content)]);
  return content;
}

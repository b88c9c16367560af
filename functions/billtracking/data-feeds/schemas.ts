// Schemas of data feeds.
import * as z from 'zod';
import { digestFrequencies } from '../../../shared/subscriptions/subscription.ts';
import { expectationReasons } from './reading/rules.ts';
import { feedHealthStates, feedProviders, feedRunStatuses } from './record/feed.ts';
import { SILENT_AFTER_DAYS } from './record/health.ts';

const provider = z.enum(feedProviders).meta({
  description:
    'OPEN_STATES_API and LEGISCAN_API ask for the bills that changed, CONGRESS_GOV likewise for bills of the Congress; OPEN_STATES_BULK and LEGISCAN_DATASET download whole sessions.',
});

const FeedSchedule = z
  .strictObject({
    frequency: z.enum(digestFrequencies),
    hour: z.int().min(0).max(23).optional(),
    weekday: z.int().min(1).max(7).optional(),
    timeZone: z.string(),
  })
  .meta({ id: 'DataFeedSchedule', description: 'When the feed is read. Weekday 1 is Monday.' });

const Counts = z
  .strictObject({
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    leftOut: z.int().meta({ description: 'Values that were left out of rows that were taken.' }),
  })
  .meta({ id: 'DataFeedCounts' });

const FeedRun = z
  .strictObject({
    id: z.uuid(),
    trigger: z.enum(['SCHEDULE', 'REQUEST']),
    status: z.enum(feedRunStatuses).meta({
      description:
        'DONE_WITH_REFUSALS: all but some rows were read; the reason names the first of them, and the list of refusals all. EMPTY: it ended, and the provider had nothing that the feed reads; the reason says why.',
    }),
    startedDate: z.iso.datetime(),
    endedDate: z.iso.datetime().nullable(),
    requests: z.int().meta({ description: 'Requests that were sent to the provider.' }),
    bills: Counts,
    events: Counts,
    texts: Counts.meta({ description: 'Texts of tracked bills.' }),
    remarks: z.array(z.string()),
    reason: z.string().nullable().meta({
      description:
        'Why it failed, found nothing, or refused rows, and of which tracked bills texts could not be read.',
    }),
  })
  .meta({ id: 'DataFeedRun' });

const FeedHealth = z
  .strictObject({
    state: z.enum(feedHealthStates).meta({
      description: `SILENT: nothing new for ${SILENT_AFTER_DAYS} days while a session of its states is held. EMPTY, REFUSING, FAILING: how its last run ended. UNREAD: a session of its states, with tracked bills that are not decided, is no longer read by any feed.`,
    }),
    since: z.iso.datetime(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'DataFeedHealth' });

const FeedExpectation = z
  .strictObject({
    sessions: z.array(
      z
        .strictObject({
          sessionId: z.int(),
          sessionName: z.string(),
          stateId: z.int(),
          reason: z.enum(expectationReasons).meta({
            description:
              'IN_SESSION: by its days. PREFILED: it has not begun, and has tracked bills. UNTIL_DECIDED: it is over, and tracked bills of it are not decided. AFTER_ADJOURNMENT: it is over, and bills may still be signed, vetoed or numbered.',
          }),
          until: z.iso.date().nullable().meta({
            description: 'Null: until the bills are decided, or the provider archives the session.',
          }),
        })
        .meta({ id: 'DataFeedExpectedSession' }),
    ),
    nothingUntil: z.iso.date().nullable().meta({
      description:
        'Where there is no session to read: the first day of the next one. Null while that is not known.',
    }),
  })
  .meta({
    id: 'DataFeedExpectation',
    description: 'What the feed is expected to bring by the calendar of sessions, today.',
  });

export const Feed = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    provider,
    stateIds: z.array(z.int()),
    sessions: z
      .array(z.string())
      .meta({ description: 'As the provider names them; empty: those that are current.' }),
    schedule: FeedSchedule,
    isPaused: z.boolean(),
    readsMonitorList: z.boolean(),
    requestLimits: z
      .strictObject({
        perMinute: z.int().nullable(),
        perHour: z.int().nullable(),
        perDay: z.int().nullable(),
        perMonth: z.int().nullable(),
      })
      .meta({
        id: 'DataFeedRequestLimits',
        description:
          'What applies: the limits of the feed, and otherwise those that the provider documents for a free key.',
      }),
    hasKey: z.boolean(),
    keySetDate: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the key was set; the key itself is never returned.' }),
    nextRunDate: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it is read next, or read on; null while it is paused.' }),
    lastRun: FeedRun.nullable().meta({ description: 'The run that is under way, or the last one.' }),
    lastBroughtDate: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it last brought a bill or an event that is new or changed.' }),
    health: FeedHealth.nullable().meta({ description: 'Null before the first run.' }),
    expected: FeedExpectation,
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'DataFeed' });

export const FeedRunPage = z
  .strictObject({ runs: z.array(FeedRun), next: z.string().optional() })
  .meta({ id: 'DataFeedRunPage' });

export const FeedRefusalPage = z
  .strictObject({
    refusals: z.array(
      z
        .strictObject({
          kind: z.enum(['bills', 'events', 'texts']),
          row: z.string().meta({ description: 'The row as the source names it.' }),
          outcome: z.enum(['REFUSED', 'LEFT_OUT']),
          field: z.string(),
          reason: z.string(),
          value: z.string(),
        })
        .meta({ id: 'DataFeedRefusal' }),
    ),
    next: z.string().optional(),
  })
  .meta({ id: 'DataFeedRefusalPage' });

const most = z.int().min(1).max(1_000_000_000).nullish();
const fields = {
  sessions: z.array(z.string().trim().min(1).max(100)).max(20).nullish().meta({
    description:
      'As the provider names them: an identifier of Open States, a session_id of LegiScan, the number of a Congress. By default those that are current.',
  }),
  schedule: z
    .object({
      frequency: z.enum(digestFrequencies),
      hour: z.int().min(0).max(23).nullish().meta({ description: '5 by default.' }),
      weekday: z.int().min(1).max(7).nullish().meta({ description: '1, Monday, by default.' }),
      timeZone: z
        .string()
        .max(60)
        .nullish()
        .meta({ description: 'That of the tenant by default.', example: 'America/New_York' }),
    })
    .nullish()
    .meta({ description: 'Every day at 5 by default.' }),
  isPaused: z.boolean().nullish().meta({ description: 'A paused feed is read only on request.' }),
  readsMonitorList: z.boolean().nullish().meta({
    description:
      'LEGISCAN_API: also reads the bills that the account of the key monitors at LegiScan (GAITS), of any state, with its stance on each. False by default.',
  }),
  requestLimits: z.object({ perMinute: most, perHour: most, perDay: most, perMonth: most }).nullish().meta({
    description:
      'How many requests your key allows, where the provider gave you more than a free key has; a month is 30 days. An empty object: those of a free key.',
  }),
};
const name = z.string().trim().min(1).max(100).meta({ example: 'Washington' });
const stateIds = z.array(z.int().min(0).max(99)).min(1).max(60);
const key = z
  .string()
  .trim()
  .min(8)
  .max(200)
  .meta({ description: 'The key that the provider gave you. It is stored encrypted and never returned.' });

export const FeedRequest = z
  .object({
    name,
    provider,
    stateIds: stateIds.meta({
      description: 'FIPS codes, and 0 for the Congress, which is all that CONGRESS_GOV has.',
      example: [53],
    }),
    key,
    ...fields,
  })
  .meta({ id: 'DataFeedRequest' });
export type FeedInput = z.output<typeof FeedRequest>;

export const FeedUpdateRequest = z
  .object({ name: name.nullish(), stateIds: stateIds.nullish(), key: key.nullish(), ...fields })
  .meta({ id: 'DataFeedChange', description: 'Only the fields that are sent are changed.' });
export type FeedUpdateInput = z.output<typeof FeedUpdateRequest>;

// What the platform costs beside the calls of its endpoints: what runs by the clock, what follows a write, idle tenants.
import { defaultChangeRetentionDays } from '../../../shared/change-feed/retention.ts';
import { dueShards } from '../../../shared/data/due-partition.ts';
import { heartbeatMinutes } from '../../../shared/push/check-subscriber.ts';
import type { TriggeredFunction } from '../../contracts/triggered-functions.ts';
import { getUnitPrice } from '../prices/prices.ts';
import { assumptions } from './assumptions.ts';
import { computeBilledMilliseconds } from './call.ts';

/** A part of a bill, in dollars, with how it is computed. */
interface BackgroundLine {
  readonly what: string;
  readonly how: string;
  readonly dollars: number;
}

/** What something costs, by part and together. */
export interface BackgroundCost {
  readonly lines: readonly BackgroundLine[];
  readonly dollars: number;
}

const daysOfMonth = 30;
const minutesOfMonth = daysOfMonth * 24 * 60;
const gigabyte = 2 ** 30;

const sumLines = (lines: readonly BackgroundLine[]): BackgroundCost => ({
  lines,
  dollars: lines.reduce((all, { dollars }) => all + dollars, 0),
});

/** The cost of one call of a background function, without what it reads and writes. */
function computeInvocation(roundTrips: number): number {
  const megabytes = assumptions.backgroundMegabytes;
  const milliseconds = computeBilledMilliseconds({
    ...{ roundTrips, megabytes, hashesPasswords: false },
    ...{ readUnits: 0, writeUnits: 0, replyBytes: 0 },
  });
  return (
    getUnitPrice('lambdaRequest') +
    (milliseconds / 1000) * (megabytes / 1024) * getUnitPrice('lambdaGbSecond') +
    (assumptions.platformLogBytes / gigabyte) * getUnitPrice('logIngestion')
  );
}

/** Kinds of work that a scheduled function looks for at most (test/platform/due-work.test.ts). */
const dueKinds = 3;
/** Half a read unit for each part of the index, where nothing is due. */
const idleRunReadUnits = (dueKinds * dueShards) / 2;

/** What a month costs in which no tenant does anything. */
export function computeFixedMonth(
  handlers: readonly TriggeredFunction[],
  alarmMetrics: number,
): BackgroundCost {
  const schedules = handlers.flatMap(({ trigger }) => (trigger.kind === 'schedule' ? [trigger] : []));
  const runs = schedules.reduce((all, { everyMinutes }) => all + minutesOfMonth / everyMinutes, 0);
  const secrets = 2;
  const workMetrics = 2;
  const lines = [
    {
      what: 'scheduled functions',
      how: `${schedules.length} of them, ${runs} runs`,
      dollars: runs * computeInvocation(1),
    },
    {
      what: 'what they read to find nothing due',
      how: `at most ${idleRunReadUnits} read units a run`,
      dollars: runs * idleRunReadUnits * getUnitPrice('dynamodbReadUnit'),
    },
    {
      what: 'alarms',
      how: `${alarmMetrics} metrics`,
      dollars: alarmMetrics * getUnitPrice('alarmMetric'),
    },
    {
      what: 'metrics of due work',
      how: `${workMetrics} metrics`,
      dollars: workMetrics * getUnitPrice('customMetric'),
    },
    { what: 'dashboard', how: 'one', dollars: getUnitPrice('dashboard') },
    { what: 'secrets', how: `${secrets} secrets`, dollars: secrets * getUnitPrice('secret') },
  ];
  return sumLines(lines);
}

/** What the work after a million writing calls costs, beside the calls. */
export function computeMillionWrites(): BackgroundCost {
  const million = 1_000_000;
  const { changesInAWrite, changesInABatch, changeBytes } = assumptions;
  const changes = million * changesInAWrite;
  const batches = changes / changesInABatch;
  const events = million * (assumptions.busEventsInAHundredWrites / 100);
  const mails = million * (assumptions.mailsInAHundredWrites / 100);
  // Four items of the tenant and one for each change, read consistently; a change of up to a kilobyte, with its index entry.
  const readUnits = batches * 4 + changes;
  const writeUnits = changes * 2;
  // A mail of up to a kilobyte is put in a transaction and into both indexes (2 + 1 + 1), moves in both when it is claimed
  // (1 + 2 + 2), and when it is sent moves in one and leaves the other (1 + 2 + 1).
  const unitsOfMail = 4 + 5 + 4;
  const months = defaultChangeRetentionDays / daysOfMonth;
  const lines = [
    {
      what: 'change feed',
      how: `${changesInAWrite} changes a write, ${changesInABatch} in a batch: its calls, 1 read unit a change and 4 a batch, 2 write units a change; reading the stream is free for Lambda`,
      dollars:
        batches * computeInvocation(3) +
        readUnits * getUnitPrice('dynamodbReadUnit') +
        writeUnits * getUnitPrice('dynamodbWriteUnit'),
    },
    {
      what: 'storage of changes',
      how: `${changeBytes} bytes each, twice because of the index, for ${defaultChangeRetentionDays} days`,
      dollars: ((changes * changeBytes * 2) / gigabyte) * months * getUnitPrice('dynamodbStorage'),
    },
    {
      what: 'pipe and change bus',
      how: `${assumptions.busEventsInAHundredWrites} events of a hundred writes, each with a call of a function that reads its item`,
      dollars:
        events *
        (getUnitPrice('pipeRequest') +
          getUnitPrice('eventBusEvent') +
          computeInvocation(2) +
          2 * getUnitPrice('dynamodbReadUnit')),
    },
    {
      what: 'mails',
      how: `${assumptions.mailsInAHundredWrites} of a hundred writes, by SES, ${unitsOfMail} write units each`,
      dollars: mails * (getUnitPrice('mail') + unitsOfMail * getUnitPrice('dynamodbWriteUnit')),
    },
  ];
  return sumLines(lines);
}

/** What a tenant costs in a month in which nothing happens in it. */
export function computeIdleTenant(): BackgroundCost {
  const hours = daysOfMonth * 24;
  // About fifty tenants per read unit of the directory, twice an hour: for the API keys and for the listed values.
  const directory = (2 * hours) / 50;
  const keys = hours * 2;
  // Looked up in three hours of its day; once a day it reads whether anything changed and writes that it looked.
  const values = daysOfMonth * (3 * 0.5 + 1);
  const lines = [
    {
      what: 'its API key is checked every hour',
      how: `${(keys + directory / 2).toFixed(0)} read units`,
      dollars: (keys + directory / 2) * getUnitPrice('dynamodbReadUnit'),
    },
    {
      what: 'its listed values are looked at every day',
      how: `${(values + directory / 2).toFixed(0)} read units and ${daysOfMonth} write units`,
      dollars:
        (values + directory / 2) * getUnitPrice('dynamodbReadUnit') +
        daysOfMonth * getUnitPrice('dynamodbWriteUnit'),
    },
    {
      what: 'storage',
      how: `${assumptions.idleTenantBytes} bytes`,
      dollars: (assumptions.idleTenantBytes / gigabyte) * getUnitPrice('dynamodbStorage'),
    },
  ];
  return sumLines(lines);
}

/** What a connection of the push channel costs that is open for a month. */
export function computeConnection(): BackgroundCost {
  const lines = [
    {
      what: 'connection',
      how: `${minutesOfMonth} minutes`,
      dollars: minutesOfMonth * getUnitPrice('webSocketMinute'),
    },
    {
      what: 'heartbeats',
      how: `one every ${heartbeatMinutes} minutes`,
      dollars: (minutesOfMonth / heartbeatMinutes) * getUnitPrice('webSocketMessage'),
    },
    {
      what: 'check of its access',
      how: 'one read unit a minute',
      dollars: minutesOfMonth * getUnitPrice('dynamodbReadUnit'),
    },
  ];
  return sumLines(lines);
}

// Alarms on what runs in the background: functions called by the stream, the bus and the schedule, and dead letters.
import { deadChangesMetric, dueWorkMetrics } from '../../../shared/log/metrics.ts';
import type { TriggeredFunction } from '../../contracts/triggered-functions.ts';
import type { Environment } from '../environment/environment.ts';
import {
  getAlarmName,
  getChangesName,
  getDeadLettersName,
  getDiscardedName,
  getFunctionName,
  listOwnPipes,
  toPascalCase,
} from '../environment/names.ts';
import { sendsBySes } from '../functions/mail-sender.ts';
import type { AlarmDefinition } from './alarms.ts';
import {
  chunkByTen,
  dueWorkMetric,
  functionMetric,
  mailMetric,
  pipeMetric,
  queueMetric,
  ruleMetric,
  sumMetrics,
} from './metrics.ts';

/** A schedule that is longer than the alarm's period can't be noticed as missing within it. */
export const frequentScheduleMinutes = 5;

const getHandlerArea = ({ handlerFile }: TriggeredFunction): string => handlerFile.split('/')[1] ?? '';

/** `AErrors` for the first chunk of ten metrics, `AErrors2` for the second. */
const numberedName = (name: string, index: number): string => (index === 0 ? name : `${name}${index + 1}`);

function errorAlarms(
  environment: Environment,
  handlers: readonly TriggeredFunction[],
): readonly AlarmDefinition[] {
  const byArea = Map.groupBy(handlers, getHandlerArea);
  return [...byArea].flatMap(([area, own]) =>
    chunkByTen(own).map((some, index) => ({
      name: numberedName(`${toPascalCase(area)}BackgroundErrors`, index),
      description: `Background functions fail (${some.map(({ name }) => name).join(', ')}).`,
      runbook: 'Functions behind the requests fail',
      metric: sumMetrics(
        'errors',
        some.map(({ name }) => functionMetric(getFunctionName(environment, 'platform', name))('Errors')),
      ),
      threshold: 5,
    })),
  );
}

function handlerAlarms(
  environment: Environment,
  { name, trigger }: TriggeredFunction,
): readonly AlarmDefinition[] {
  const metric = functionMetric(getFunctionName(environment, 'platform', name));
  if (trigger.kind === 'stream') {
    return [
      {
        name: `${toPascalCase(name)}Lag`,
        description: `The function ${name} is five minutes or more behind the table's stream.`,
        runbook: 'The stream is read late',
        metric: metric('IteratorAge', 'Maximum'),
        threshold: 5 * 60_000,
        periods: 2,
      },
    ];
  }
  if (trigger.kind === 'schedule' && trigger.everyMinutes <= frequentScheduleMinutes) {
    return [
      {
        name: `${toPascalCase(name)}Stopped`,
        description: `The function ${name}, which should run every ${trigger.everyMinutes === 1 ? 'minute' : `${trigger.everyMinutes} minutes`}, has not run for ten minutes.`,
        runbook: 'The clock has stopped',
        metric: metric('Invocations'),
        threshold: 1,
        below: true,
        periods: 2,
        alarmsWhenMissing: true,
      },
    ];
  }
  return [];
}

function busAlarms(
  environment: Environment,
  handlers: readonly TriggeredFunction[],
): readonly AlarmDefinition[] {
  const bus = getChangesName(environment);
  const rules = handlers.filter(({ trigger }) => trigger.kind === 'change');
  return [
    {
      name: 'ChangesPipeFailures',
      description: "The pipe could not deliver changes from the table's stream to the bus.",
      runbook: 'Changes do not arrive',
      metric: sumMetrics('failed', [pipeMetric(bus)('ExecutionFailed'), pipeMetric(bus)('ExecutionTimeout')]),
      threshold: 1,
    },
    ...chunkByTen(
      listOwnPipes(environment).flatMap((pipe) => [
        pipeMetric(pipe)('ExecutionFailed'),
        pipeMetric(pipe)('ExecutionTimeout'),
      ]),
    ).map((some, index) => ({
      name: numberedName('OwnPipesFailures', index),
      description:
        'A pipe could not deliver changes from the stream of a table that a tenant has of its own.',
      runbook: 'Changes do not arrive',
      metric: sumMetrics('failed', some),
      threshold: 1,
    })),
    ...chunkByTen(rules).map((some, index) => ({
      name: numberedName('ChangesBusFailures', index),
      description: 'The bus could not call a function for a change.',
      runbook: 'Changes do not arrive',
      metric: sumMetrics(
        'failed',
        some.map(({ name }) =>
          ruleMetric(bus, getFunctionName(environment, 'platform', name))('FailedInvocations'),
        ),
      ),
      threshold: 1,
    })),
  ];
}

/** SES puts an account under review at 5 % of mails that bounce (Amazon SES Developer Guide, reputation metrics). */
const bounceAlarm: AlarmDefinition = {
  name: 'MailBounces',
  description: 'One in twenty mails of this account bounces; at that rate SES puts the account under review.',
  runbook: 'Mails come back',
  metric: mailMetric('Reputation.BounceRate', 'Average'),
  threshold: 0.05,
};

/** SES puts an account under review at one complaint in a thousand mails (Amazon SES Developer Guide, reputation metrics). */
const complaintAlarm: AlarmDefinition = {
  name: 'MailComplaints',
  description:
    'One in a thousand mails of this account is reported as unwanted; at that rate SES puts the account under review.',
  runbook: 'Mails are unwanted',
  metric: mailMetric('Reputation.ComplaintRate', 'Average'),
  threshold: 0.001,
};

/** The names of the alarms on background functions that fail, which also stop a deployment. */
export const listBackgroundAlarmNames = (
  environment: Environment,
  handlers: readonly TriggeredFunction[],
): readonly string[] => errorAlarms(environment, handlers).map(({ name }) => getAlarmName(environment, name));

/** Scheduled functions do in a minute what is due: what waits for longer than fifteen minutes, or for its turn, needs attention. */
const dueWorkAlarms = (environment: Environment): readonly AlarmDefinition[] => [
  {
    name: 'OldestDueWork',
    description: 'Something that scheduled functions do has been due for fifteen minutes.',
    runbook: 'Due work waits',
    metric: dueWorkMetric(environment)(dueWorkMetrics.oldest, 'Maximum'),
    threshold: 15 * 60,
    periods: 2,
  },
  {
    name: 'TenantsNotReached',
    description: 'A scheduled function had no time for some of the tenants whose work is due.',
    runbook: 'Due work waits',
    metric: dueWorkMetric(environment)(dueWorkMetrics.notReached, 'Maximum'),
    threshold: 1,
    periods: 3,
  },
];

/** The alarms on what runs in the background. */
export const backgroundAlarms = (
  environment: Environment,
  handlers: readonly TriggeredFunction[],
): readonly AlarmDefinition[] => [
  {
    name: 'DeadLetters',
    description: 'Something was retried as often as allowed and given up: it is in the dead-letter queue.',
    runbook: 'There are dead letters',
    metric: queueMetric(getDeadLettersName(environment))('ApproximateNumberOfMessagesVisible', 'Maximum'),
    threshold: 1,
  },
  {
    name: 'DeadChanges',
    description:
      'A change could not be handled and is set aside: it is missing in the change feed until it is repeated.',
    runbook: 'Changes are set aside',
    metric: dueWorkMetric(environment)(deadChangesMetric),
    threshold: 1,
  },
  {
    name: 'DiscardedChanges',
    description: 'Changes that were discarded from the stream wait to be set aside for fifteen minutes.',
    runbook: 'Changes are set aside',
    metric: queueMetric(getDiscardedName(environment))('ApproximateAgeOfOldestMessage', 'Maximum'),
    threshold: 15 * 60,
  },
  ...dueWorkAlarms(environment),
  ...errorAlarms(environment, handlers),
  ...handlers.flatMap((handler) => handlerAlarms(environment, handler)),
  ...busAlarms(environment, handlers),
  ...(sendsBySes(environment) ? [bounceAlarm, complaintAlarm] : []),
];

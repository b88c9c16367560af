// What is watched behind the requests: functions that the stream, the bus and the clock call, and what they leave over.
import type { TriggeredFunction } from '../contracts/triggered-functions.ts';
import type { Watched } from './alarms.ts';
import { inTens, ofFunction, ofMail, ofPipe, ofQueue, ofRule, sumOf } from './metrics.ts';
import type { Environment } from './environment.ts';
import { changesNameOf, deadLettersNameOf, functionNameOf, pascalCase } from './names.ts';
import { sendsBySes } from './mail-sender.ts';

/** Only what should run within a period of the alarm is missed by it. */
const oftenMinutes = 5;

const getHandlerArea = ({ handlerFile }: TriggeredFunction): string => handlerFile.split('/')[1] ?? '';

/** `['a', 'b']` -> `AErrors`, and for those beyond ten `AErrors2`. */
const numbered = (name: string, index: number): string => (index === 0 ? name : `${name}${index + 1}`);

function errorsOf(environment: Environment, handlers: readonly TriggeredFunction[]): readonly Watched[] {
  const byArea = Map.groupBy(handlers, getHandlerArea);
  return [...byArea].flatMap(([area, own]) =>
    inTens(own).map((some, index) => ({
      name: numbered(`${pascalCase(area)}BackgroundErrors`, index),
      says: `Functions behind the requests fail (${some.map(({ name }) => name).join(', ')}).`,
      runbook: 'Functions behind the requests fail',
      metric: sumOf(
        'errors',
        some.map(({ name }) => ofFunction(functionNameOf(environment, 'platform', name))('Errors')),
      ),
      threshold: 5,
    })),
  );
}

function ofOne(environment: Environment, { name, trigger }: TriggeredFunction): readonly Watched[] {
  const metric = ofFunction(functionNameOf(environment, 'platform', name));
  if (trigger.kind === 'stream') {
    return [
      {
        name: `${pascalCase(name)}Lag`,
        says: `The function ${name} is five minutes or more behind the table's stream.`,
        runbook: 'The stream is read late',
        metric: metric('IteratorAge', 'Maximum'),
        threshold: 5 * 60_000,
        periods: 2,
      },
    ];
  }
  if (trigger.kind === 'schedule' && trigger.everyMinutes <= oftenMinutes) {
    return [
      {
        name: `${pascalCase(name)}Stopped`,
        says: `The function ${name}, which the clock should call every ${trigger.everyMinutes === 1 ? 'minute' : `${trigger.everyMinutes} minutes`}, has not been called for ten.`,
        runbook: 'The clock has stopped',
        metric: metric('Invocations'),
        threshold: 1,
        below: true,
        periods: 2,
        silenceRings: true,
      },
    ];
  }
  return [];
}

function ofBus(environment: Environment, handlers: readonly TriggeredFunction[]): readonly Watched[] {
  const bus = changesNameOf(environment);
  const rules = handlers.filter(({ trigger }) => trigger.kind === 'change');
  return [
    {
      name: 'ChangesPipeFailures',
      says: "The pipe could not hand changes from the table's stream to the bus.",
      runbook: 'Changes do not arrive',
      metric: sumOf('failed', [ofPipe(bus)('ExecutionFailed'), ofPipe(bus)('ExecutionTimeout')]),
      threshold: 1,
    },
    ...inTens(rules).map((some, index) => ({
      name: numbered('ChangesBusFailures', index),
      says: 'The bus could not call a function for a change.',
      runbook: 'Changes do not arrive',
      metric: sumOf(
        'failed',
        some.map(({ name }) =>
          ofRule(bus, functionNameOf(environment, 'platform', name))('FailedInvocations'),
        ),
      ),
      threshold: 1,
    })),
  ];
}

/** SES puts an account under review at 5 % of mails that bounce (Amazon SES Developer Guide, reputation metrics). */
const bounces: Watched = {
  name: 'MailBounces',
  says: 'One in twenty mails of this account comes back; SES then puts the account under review.',
  runbook: 'Mails come back',
  metric: ofMail('Reputation.BounceRate', 'Average'),
  threshold: 0.05,
};

/** What is watched behind the requests. */
export const watchedBehind = (
  environment: Environment,
  handlers: readonly TriggeredFunction[],
): readonly Watched[] => [
  {
    name: 'DeadLetters',
    says: 'Something was tried as often as it may be and given up: it lies in the queue of dead letters.',
    runbook: 'There are dead letters',
    metric: ofQueue(deadLettersNameOf(environment))('ApproximateNumberOfMessagesVisible', 'Maximum'),
    threshold: 1,
  },
  ...errorsOf(environment, handlers),
  ...handlers.flatMap((handler) => ofOne(environment, handler)),
  ...ofBus(environment, handlers),
  ...(sendsBySes(environment) ? [bounces] : []),
];

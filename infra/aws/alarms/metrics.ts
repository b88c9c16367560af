// The metrics that AWS records of the platform's parts, found by name: no stack exports anything to another.
import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Area } from '../../../shared/http/areas.ts';
import type { Environment } from '../environment/environment.ts';
import { getPrefix } from '../environment/names.ts';
import { alarmPeriod } from './alarms.ts';

const metricFactory =
  (namespace: string, dimensionsMap: Record<string, string>) =>
  (metricName: string, statistic = 'Sum', period: Duration = alarmPeriod): Metric =>
    new Metric({ namespace, metricName, dimensionsMap, statistic, period });

/** An area's API: `Count`, `4XXError`, `5XXError`, `Latency`. */
export const apiMetric = (environment: Environment, area: Area) =>
  metricFactory('AWS/ApiGateway', { ApiName: `${getPrefix(environment)}-${area}`, Stage: area });

/** One function: `Invocations`, `Errors`, `IteratorAge`. */
export const functionMetric = (name: string) => metricFactory('AWS/Lambda', { FunctionName: name });

/** All functions of the account in the region: `Throttles`, `ConcurrentExecutions`. */
export const allFunctionsMetric = metricFactory('AWS/Lambda', {});

/** The table, or one of its operations or indexes. */
export const tableMetric = (
  tableName: string,
  by: { readonly Operation?: string; readonly GlobalSecondaryIndexName?: string } = {},
) => metricFactory('AWS/DynamoDB', { TableName: tableName, ...by });

/** A queue: `ApproximateNumberOfMessagesVisible`. */
export const queueMetric = (name: string) => metricFactory('AWS/SQS', { QueueName: name });

/** A pipe: `ExecutionFailed`. */
export const pipeMetric = (name: string) => metricFactory('AWS/EventBridge/Pipes', { PipeName: name });

/** A rule of the platform's own bus: `FailedInvocations`. */
export const ruleMetric = (bus: string, rule: string) =>
  metricFactory('AWS/Events', { EventBusName: bus, RuleName: rule });

/** What scheduled functions left of the work that was due, all of them together. */
export const dueWorkMetric = (environment: Environment) => metricFactory(getPrefix(environment), {});

/** The account's reputation as a sender of mail: `Reputation.BounceRate`. */
export const mailMetric = metricFactory('AWS/SES', {});

/** The sum of metrics; one without a value counts as 0. An alarm takes ten metrics at most. */
export function sumMetrics(label: string, metrics: readonly Metric[]): MathExpression {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics,
    label,
    period: alarmPeriod,
  });
}

/** Splits a list into chunks of ten, as an alarm takes no more metrics. */
export const chunkByTen = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / 10) }, (_, index) => all.slice(index * 10, index * 10 + 10));

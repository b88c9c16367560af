// One alarm from a short definition: its name, its text with the runbook to open, and the topic it notifies.
import { Duration, type Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as sns from 'aws-cdk-lib/aws-sns';
import type { Environment } from '../environment/environment.ts';
import { getAlarmName } from '../environment/names.ts';

/** What an alarm watches. */
export interface AlarmDefinition {
  /** Unique in an environment: `CrmFailures`. */
  readonly name: string;
  /** What it means when it is in alarm, in one sentence. */
  readonly description: string;
  /** The heading in docs/runbooks.md that says what to do. */
  readonly runbook: string;
  readonly metric: cloudwatch.IMetric;
  /** It is in alarm at this value and above; with `below`, under it. */
  readonly threshold: number;
  readonly below?: boolean;
  /** The number of periods in a row; 1 by default. */
  readonly periods?: number;
  /** Whether it is also in alarm when nothing is measured. */
  readonly alarmsWhenMissing?: boolean;
}

/** How long a value is collected before it is evaluated. */
export const alarmPeriod = Duration.minutes(5);

/** Creates the alarm, which notifies the topic when it starts and when it ends. */
export function createAlarm(
  stack: Stack,
  topic: sns.ITopic,
  environment: Environment,
  definition: AlarmDefinition,
): cloudwatch.Alarm {
  const { name, description, runbook, metric, threshold, below, periods = 1, alarmsWhenMissing } = definition;
  const alarm = new cloudwatch.Alarm(stack, name, {
    alarmName: getAlarmName(environment, name),
    alarmDescription: `${description} Runbook: docs/runbooks.md, "${runbook}".`,
    metric,
    threshold,
    comparisonOperator: below
      ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
      : cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: periods,
    treatMissingData: alarmsWhenMissing
      ? cloudwatch.TreatMissingData.BREACHING
      : cloudwatch.TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
  return alarm;
}

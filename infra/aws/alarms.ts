// One alarm from a short description: its name, its text with the runbook to open, and whom it tells.
import { Duration, type Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as sns from 'aws-cdk-lib/aws-sns';

/** What is watched for. */
export interface AlarmDefinition {
  /** Unique in an environment: `CrmFailures`. */
  readonly name: string;
  /** What it means when it rings, in one sentence. */
  readonly description: string;
  /** The heading in docs/runbooks.md that tells what to do. */
  readonly runbook: string;
  readonly metric: cloudwatch.IMetric;
  /** It rings at this value and above; with `below`, under it. */
  readonly threshold: number;
  readonly below?: boolean;
  /** So many periods in a row; one unless said. */
  readonly periods?: number;
  /** Rings too when nothing is measured at all. */
  readonly alarmsWhenMissing?: boolean;
}

/** How long a value is gathered before it is looked at. */
export const alarmPeriod = Duration.minutes(5);

/** Makes the alarm, which tells the topic when it rings and when it is over. */
export function createAlarm(
  stack: Stack,
  topic: sns.ITopic,
  prefix: string,
  watched: AlarmDefinition,
): cloudwatch.Alarm {
  const { name, description, runbook, metric, threshold, below, periods = 1, alarmsWhenMissing } = watched;
  const made = new cloudwatch.Alarm(stack, name, {
    alarmName: `${prefix}-${name}`,
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
  made.addAlarmAction(new SnsAction(topic));
  made.addOkAction(new SnsAction(topic));
  return made;
}

// Alarms on requests: per area on failures and latency, and one on Lambda's throttling in the whole account.
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { type Area, areas } from '../../../shared/http/areas.ts';
import type { Environment } from '../environment/environment.ts';
import { getAlarmName, toPascalCase } from '../environment/names.ts';
import type { AlarmDefinition } from './alarms.ts';
import { alarmPeriod } from './alarms.ts';
import { allFunctionsMetric, apiMetric } from './metrics.ts';

/** With fewer failures in a period, their share means nothing. */
const minFailures = 5;
/** The 99th percentile, which includes cold starts, is normally far below. */
const slowMilliseconds = 2000;

/**
 * An area's API answers 5XX for anything that goes wrong behind it: a function's error, timeout, lack of memory or
 * throttling. So one alarm per area covers all of its functions with three metrics instead of 150.
 */
function areaAlarms(environment: Environment, area: Area): readonly AlarmDefinition[] {
  const metric = apiMetric(environment, area);
  const { letter } = areas[area];
  return [
    {
      name: `${toPascalCase(area)}Failures`,
      description: `One in a hundred requests to area ${letter} (${area}) or more is answered 5XX.`,
      runbook: 'Requests fail',
      metric: new MathExpression({
        expression: `IF(failed >= ${minFailures}, 100 * failed / calls, 0)`,
        usingMetrics: { failed: metric('5XXError'), calls: metric('Count') },
        label: 'answered 5XX, %',
        period: alarmPeriod,
      }),
      threshold: 1,
    },
    {
      name: `${toPascalCase(area)}Latency`,
      description: `One in a hundred requests to area ${letter} (${area}) takes ${slowMilliseconds / 1000} seconds or more, for a quarter of an hour.`,
      runbook: 'Requests are slow',
      metric: metric('Latency', 'p99'),
      threshold: slowMilliseconds,
      periods: 3,
    },
  ];
}

/** The names of an area's alarms, which also stop a deployment. */
export const listRequestAlarmNames = (environment: Environment, area: Area): readonly string[] =>
  areaAlarms(environment, area).map(({ name }) => getAlarmName(environment, name));

/** The alarms on requests. No function has reserved concurrency, so only the account's limit throttles. */
export const requestAlarms = (environment: Environment, all: readonly Area[]): readonly AlarmDefinition[] => [
  ...all.flatMap((area) => areaAlarms(environment, area)),
  {
    name: 'FunctionThrottles',
    description: 'Lambda throttles: more functions of this account run at once in the region than it allows.',
    runbook: 'Functions are throttled',
    metric: allFunctionsMetric('Throttles'),
    threshold: 10,
  },
];

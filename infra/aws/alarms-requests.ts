// What is watched of requests: per area whether they fail and how long they take, and Lambda's throttling of them all.
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { type Area, areas } from '../../shared/http/areas.ts';
import type { Watched } from './alarms.ts';
import { alarmPeriod } from './alarms.ts';
import { ofAllFunctions, ofApi } from './metrics.ts';
import type { Environment } from './environment.ts';
import { pascalCase } from './names.ts';

/** Below so many failures in a period their share says nothing. */
const fewFailures = 5;
/** The 99th of a hundred requests, with a function's start in it, is far below. */
const slowMilliseconds = 2000;

/**
 * An area's API answers 5XX for whatever goes wrong behind it: a function's error, timeout, lack of memory or
 * throttling. So one alarm per area does for its fifty functions, and three metrics watch what 150 would.
 */
function ofArea(environment: Environment, area: Area): readonly Watched[] {
  const metric = ofApi(environment, area);
  const { letter } = areas[area];
  return [
    {
      name: `${pascalCase(area)}Failures`,
      says: `One in a hundred requests to area ${letter} (${area}) or more is answered 5XX.`,
      runbook: 'Requests fail',
      metric: new MathExpression({
        expression: `IF(failed >= ${fewFailures}, 100 * failed / calls, 0)`,
        usingMetrics: { failed: metric('5XXError'), calls: metric('Count') },
        label: 'answered 5XX, %',
        period: alarmPeriod,
      }),
      threshold: 1,
    },
    {
      name: `${pascalCase(area)}Latency`,
      says: `One in a hundred requests to area ${letter} (${area}) takes ${slowMilliseconds / 1000} seconds or more, for a quarter of an hour.`,
      runbook: 'Requests are slow',
      metric: metric('Latency', 'p99'),
      threshold: slowMilliseconds,
      periods: 3,
    },
  ];
}

/** What is watched of requests. No function has a share of its own, so the account's limit is what throttles any. */
export const watchedOfRequests = (environment: Environment, all: readonly Area[]): readonly Watched[] => [
  ...all.flatMap((area) => ofArea(environment, area)),
  {
    name: 'FunctionThrottles',
    says: 'Lambda throttles: more functions of this account run at once in the region than it allows.',
    runbook: 'Functions are throttled',
    metric: ofAllFunctions('Throttles'),
    threshold: 10,
  },
];

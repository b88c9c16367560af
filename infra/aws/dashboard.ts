// The environment's one dashboard: requests by area, functions, the table, what runs behind, and who uses it.
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type Area, areas } from '../../shared/http/areas.ts';
import type { TriggeredFunction } from '../contracts/triggered-functions.ts';
import { ofAllFunctions, ofApi, ofFunction, ofQueue, ofTable } from './metrics.ts';
import type { Environment } from './environment.ts';
import { deadLettersNameOf, functionNameOf, logGroupNameOf, prefixOf, tableNameOf } from './names.ts';

/** What the dashboard shows. */
export interface Shown {
  readonly environment: Environment;
  readonly areas: readonly Area[];
  readonly handlers: readonly TriggeredFunction[];
  readonly alarms: readonly cloudwatch.IAlarm[];
}

const half = { width: 12, height: 6 } as const;
const third = { width: 8, height: 6 } as const;

const labelled = (metric: cloudwatch.Metric, label: string): cloudwatch.Metric => metric.with({ label });

function ofArea(environment: Environment, area: Area): cloudwatch.IWidget[] {
  const metric = ofApi(environment, area);
  const title = `${areas[area].letter} ${areas[area].title}`;
  return [
    new cloudwatch.GraphWidget({
      ...half,
      title: `${title}: requests`,
      left: [labelled(metric('Count'), 'all')],
      right: [labelled(metric('4XXError'), '4XX'), labelled(metric('5XXError'), '5XX')],
    }),
    new cloudwatch.GraphWidget({
      ...half,
      title: `${title}: time, ms`,
      left: ['p50', 'p90', 'p99'].map((statistic) => labelled(metric('Latency', statistic), statistic)),
    }),
  ];
}

const behind = ({ environment, handlers }: Shown): cloudwatch.IWidget[] => [
  new cloudwatch.GraphWidget({
    ...third,
    title: 'Functions behind: errors',
    left: handlers.map(({ name }) =>
      labelled(ofFunction(functionNameOf(environment, 'platform', name))('Errors'), name),
    ),
  }),
  new cloudwatch.GraphWidget({
    ...third,
    title: 'Behind the stream, ms',
    left: handlers
      .filter(({ trigger }) => trigger.kind === 'stream')
      .map(({ name }) =>
        labelled(ofFunction(functionNameOf(environment, 'platform', name))('IteratorAge', 'Maximum'), name),
      ),
  }),
  new cloudwatch.GraphWidget({
    ...third,
    title: 'Dead letters',
    left: [
      labelled(
        ofQueue(deadLettersNameOf(environment))('ApproximateNumberOfMessagesVisible', 'Maximum'),
        'waiting',
      ),
    ],
  }),
];

/** Who comes to the push channel, goes, and says something: API Gateway keeps its own metrics by an id nobody knows before. */
const ofPush = ({ environment, handlers }: Shown): cloudwatch.IWidget[] => {
  const routes = handlers.filter(({ trigger }) => trigger.kind === 'socket');
  return routes.length === 0
    ? []
    : [
        new cloudwatch.GraphWidget({
          ...half,
          title: 'Push channel: calls',
          left: routes.map(({ name }) =>
            labelled(ofFunction(functionNameOf(environment, 'platform', name))('Invocations'), name),
          ),
        }),
      ];
};

function machinery(environment: Environment): cloudwatch.IWidget[] {
  const table = ofTable(tableNameOf(environment));
  return [
    new cloudwatch.GraphWidget({
      ...third,
      title: 'Table: units',
      left: [
        labelled(table('ConsumedReadCapacityUnits'), 'read'),
        labelled(table('ConsumedWriteCapacityUnits'), 'written'),
      ],
    }),
    new cloudwatch.GraphWidget({
      ...third,
      title: 'Table: throttled',
      left: [
        labelled(table('ReadThrottleEvents'), 'reads'),
        labelled(table('WriteThrottleEvents'), 'writes'),
      ],
    }),
    new cloudwatch.GraphWidget({
      ...third,
      title: 'All functions of the account',
      left: [labelled(ofAllFunctions('ConcurrentExecutions', 'Maximum'), 'at once')],
      right: [labelled(ofAllFunctions('Throttles'), 'throttled')],
    }),
  ];
}

/** Asked of the log lines when somebody looks; it costs by what is read then, and nothing otherwise. */
const asked = (shown: Shown, title: string, by: string): cloudwatch.IWidget =>
  new cloudwatch.LogQueryWidget({
    ...half,
    height: 8,
    title,
    view: cloudwatch.LogQueryVisualizationType.TABLE,
    logGroupNames: shown.areas.map((area) => logGroupNameOf(shown.environment, area)),
    queryLines: [
      `filter ispresent(endpoint)`,
      `stats count() as calls, sum(status >= 500) as failed, avg(ms) as mean, pct(ms, 99) as p99, sum(ru) as readUnits, sum(wu) as writeUnits by ${by}`,
      'sort calls desc',
      'limit 20',
    ],
  });

/** The metrics that the log lines themselves carry, where they do (`metrics` in cdk.json). */
const ofLines = ({ metrics, ...environment }: Environment): cloudwatch.IWidget[] =>
  metrics === undefined
    ? []
    : (metrics === 'apart' ? ['tenant', 'endpoint'] : ['endpoint,tenant']).map(
        (dimensions) =>
          new cloudwatch.GraphWidget({
            ...half,
            title: `Requests by ${dimensions.replace(',', ' and ')}`,
            left: [
              new cloudwatch.MathExpression({
                expression: `SEARCH('{${prefixOf(environment)},${dimensions}} MetricName="ms"', 'SampleCount', 300)`,
                usingMetrics: {},
                label: '',
                period: Duration.minutes(5),
              }),
            ],
          }),
      );

/** Makes the dashboard. */
export function createDashboard(scope: Construct, shown: Shown): cloudwatch.Dashboard {
  const { environment } = shown;
  return new cloudwatch.Dashboard(scope, 'Dashboard', {
    dashboardName: prefixOf(environment),
    defaultInterval: Duration.hours(12),
    widgets: [
      [
        new cloudwatch.AlarmStatusWidget({
          title: 'Alarms',
          width: 24,
          height: 3,
          alarms: [...shown.alarms],
        }),
      ],
      ...shown.areas.map((area) => ofArea(environment, area)),
      machinery(environment),
      behind(shown),
      ofPush(shown),
      ofLines(environment),
      [asked(shown, 'Tenants', 'tenant'), asked(shown, 'Endpoints', 'endpoint')],
    ].filter((row) => row.length > 0),
  });
}

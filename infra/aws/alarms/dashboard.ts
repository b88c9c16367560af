// The dashboard of an environment: requests by area, functions, the table, background work, and who uses it.
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type Area, areas } from '../../../shared/http/areas.ts';
import { dueWorkMetrics } from '../../../shared/log/metrics.ts';
import type { TriggeredFunction } from '../../contracts/triggered-functions.ts';
import type { Environment } from '../environment/environment.ts';
import {
  getDeadLettersName,
  getFunctionName,
  getLogGroupName,
  getPrefix,
  getTableName,
} from '../environment/names.ts';
import {
  allFunctionsMetric,
  apiMetric,
  dueWorkMetric,
  functionMetric,
  queueMetric,
  tableMetric,
} from './metrics.ts';

/** What the dashboard is built from. */
export interface DashboardProps {
  readonly environment: Environment;
  readonly areas: readonly Area[];
  readonly handlers: readonly TriggeredFunction[];
  readonly alarms: readonly cloudwatch.IAlarm[];
}

const halfWidth = { width: 12, height: 6 } as const;
const thirdWidth = { width: 8, height: 6 } as const;

const withLabel = (metric: cloudwatch.Metric, label: string): cloudwatch.Metric => metric.with({ label });

function areaWidgets(environment: Environment, area: Area): cloudwatch.IWidget[] {
  const metric = apiMetric(environment, area);
  const title = `${areas[area].letter} ${areas[area].title}`;
  return [
    new cloudwatch.GraphWidget({
      ...halfWidth,
      title: `${title}: requests`,
      left: [withLabel(metric('Count'), 'all')],
      right: [withLabel(metric('4XXError'), '4XX'), withLabel(metric('5XXError'), '5XX')],
    }),
    new cloudwatch.GraphWidget({
      ...halfWidth,
      title: `${title}: time, ms`,
      left: ['p50', 'p90', 'p99'].map((statistic) => withLabel(metric('Latency', statistic), statistic)),
    }),
  ];
}

const backgroundWidgets = ({ environment, handlers }: DashboardProps): cloudwatch.IWidget[] => [
  new cloudwatch.GraphWidget({
    ...thirdWidth,
    title: 'Background functions: errors',
    left: handlers.map(({ name }) =>
      withLabel(functionMetric(getFunctionName(environment, 'platform', name))('Errors'), name),
    ),
  }),
  new cloudwatch.GraphWidget({
    ...thirdWidth,
    title: 'Stream lag, ms',
    left: handlers
      .filter(({ trigger }) => trigger.kind === 'stream')
      .map(({ name }) =>
        withLabel(
          functionMetric(getFunctionName(environment, 'platform', name))('IteratorAge', 'Maximum'),
          name,
        ),
      ),
  }),
  new cloudwatch.GraphWidget({
    ...thirdWidth,
    title: 'Dead letters',
    left: [
      withLabel(
        queueMetric(getDeadLettersName(environment))('ApproximateNumberOfMessagesVisible', 'Maximum'),
        'waiting',
      ),
    ],
  }),
  new cloudwatch.GraphWidget({
    ...thirdWidth,
    title: 'Due work that was left',
    left: [withLabel(dueWorkMetric(environment)(dueWorkMetrics.oldest, 'Maximum'), 'oldest, s')],
    right: [
      withLabel(dueWorkMetric(environment)(dueWorkMetrics.notReached, 'Maximum'), 'tenants not reached'),
    ],
  }),
];

/** Connects, disconnects and messages of the push channel. API Gateway's own metrics have an id that is not known here. */
const pushWidgets = ({ environment, handlers }: DashboardProps): cloudwatch.IWidget[] => {
  const routes = handlers.filter(({ trigger }) => trigger.kind === 'socket');
  return routes.length === 0
    ? []
    : [
        new cloudwatch.GraphWidget({
          ...halfWidth,
          title: 'Push channel: calls',
          left: routes.map(({ name }) =>
            withLabel(functionMetric(getFunctionName(environment, 'platform', name))('Invocations'), name),
          ),
        }),
      ];
};

function platformWidgets(environment: Environment): cloudwatch.IWidget[] {
  const table = tableMetric(getTableName(environment));
  return [
    new cloudwatch.GraphWidget({
      ...thirdWidth,
      title: 'Table: units',
      left: [
        withLabel(table('ConsumedReadCapacityUnits'), 'read'),
        withLabel(table('ConsumedWriteCapacityUnits'), 'written'),
      ],
    }),
    new cloudwatch.GraphWidget({
      ...thirdWidth,
      title: 'Table: throttled',
      left: [
        withLabel(table('ReadThrottleEvents'), 'reads'),
        withLabel(table('WriteThrottleEvents'), 'writes'),
      ],
    }),
    new cloudwatch.GraphWidget({
      ...thirdWidth,
      title: 'All functions of the account',
      left: [withLabel(allFunctionsMetric('ConcurrentExecutions', 'Maximum'), 'at once')],
      right: [withLabel(allFunctionsMetric('Throttles'), 'throttled')],
    }),
  ];
}

/** A query of the log lines that runs when the dashboard is open; it costs by what it reads, and nothing otherwise. */
const logQueryWidget = (props: DashboardProps, title: string, by: string): cloudwatch.IWidget =>
  new cloudwatch.LogQueryWidget({
    ...halfWidth,
    height: 8,
    title,
    view: cloudwatch.LogQueryVisualizationType.TABLE,
    logGroupNames: props.areas.map((area) => getLogGroupName(props.environment, area)),
    queryLines: [
      `filter ispresent(endpoint)`,
      `stats count() as calls, sum(status >= 500) as failed, avg(ms) as mean, pct(ms, 99) as p99, sum(ru) as readUnits, sum(wu) as writeUnits by ${by}`,
      'sort calls desc',
      'limit 20',
    ],
  });

/** The metrics that log lines contain, where `metrics` in cdk.json turns them on. */
const logMetricWidgets = ({ metrics, ...environment }: Environment): cloudwatch.IWidget[] =>
  metrics === undefined
    ? []
    : (metrics === 'apart' ? ['tenant', 'endpoint'] : ['endpoint,tenant']).map(
        (dimensions) =>
          new cloudwatch.GraphWidget({
            ...halfWidth,
            title: `Requests by ${dimensions.replace(',', ' and ')}`,
            left: [
              new cloudwatch.MathExpression({
                expression: `SEARCH('{${getPrefix(environment)},${dimensions}} MetricName="ms"', 'SampleCount', 300)`,
                usingMetrics: {},
                label: '',
                period: Duration.minutes(5),
              }),
            ],
          }),
      );

/** Creates the dashboard. */
export function createDashboard(scope: Construct, props: DashboardProps): cloudwatch.Dashboard {
  const { environment } = props;
  return new cloudwatch.Dashboard(scope, 'Dashboard', {
    dashboardName: getPrefix(environment),
    defaultInterval: Duration.hours(12),
    widgets: [
      [
        new cloudwatch.AlarmStatusWidget({
          title: 'Alarms',
          width: 24,
          height: 3,
          alarms: [...props.alarms],
        }),
      ],
      ...props.areas.map((area) => areaWidgets(environment, area)),
      platformWidgets(environment),
      backgroundWidgets(props),
      pushWidgets(props),
      logMetricWidgets(environment),
      [logQueryWidget(props, 'Tenants', 'tenant'), logQueryWidget(props, 'Endpoints', 'endpoint')],
    ].filter((row) => row.length > 0),
  });
}

// The monitoring of an environment: its alarms and their cost, their runbooks, the topic, and the dashboard.
import { readdir, readFile } from 'node:fs/promises';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { frequentScheduleMinutes } from '../../infra/aws/alarms/alarms-background.ts';
import { type Environment, parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { WatchStack } from '../../infra/aws/stacks/watch-stack.ts';
import { listTriggeredFunctions } from '../../infra/contracts/triggered-functions.ts';
import { areaNames } from '../../shared/http/areas.ts';
import { reportDueWork } from '../../shared/log/metrics.ts';
import { toText } from './deployment/template.ts';
import { allowsService, listStatements, type PolicyRequest } from './policy.ts';

interface Metric {
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Metric: { readonly MetricName: string; readonly Dimensions?: readonly Dimension[] };
  };
}
interface Dimension {
  readonly Name: string;
  readonly Value: string;
}
interface Alarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly MetricName?: string;
  readonly Metrics?: readonly Metric[];
  readonly AlarmActions: readonly unknown[];
  readonly OKActions: readonly unknown[];
  readonly TreatMissingData: string;
}

const declared = {
  prod: { alarmMail: 'ops@example.org', metrics: 'apart', mail: { from: 'office@example.org' } },
};

function buildTemplate(
  environment: Environment,
  handlers: Awaited<ReturnType<typeof listTriggeredFunctions>>,
): Template {
  const app = new App({ analyticsReporting: false });
  return Template.fromStack(new WatchStack(app, 'watch', { environment, areas: areaNames, handlers }));
}

let handlers: Awaited<ReturnType<typeof listTriggeredFunctions>>;
let template: Template;
let alarms: readonly Alarm[];
let runbooks: string;
let pageOnAws: string;

const listProperties = (of: Template, type: string) =>
  Object.values(of.findResources(type)).map(({ Properties }) => Properties);

beforeAll(async () => {
  handlers = await listTriggeredFunctions();
  template = buildTemplate(parseEnvironment('prod', declared), handlers);
  alarms = listProperties(template, 'AWS::CloudWatch::Alarm');
  runbooks = await readFile(new URL('../../docs/runbooks.md', import.meta.url), 'utf8');
  pageOnAws = await readFile(new URL('../../docs/aws.md', import.meta.url), 'utf8');
});

/** The DynamoDB operations that the platform uses, by its sources: `new PutCommand(` is PutItem. */
async function listUsedOperations(): Promise<ReadonlySet<string>> {
  const folder = new URL('../../shared/data/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  const commands = sources.flatMap((source) =>
    [...source.matchAll(/new (\w+)Command\(/g)].map(([, name = '']) => name),
  );
  expect(commands.length).toBeGreaterThan(5);
  return new Set(
    commands.map((name) =>
      name === 'Query' || name === 'Scan' ? name : `${name}Item${name.startsWith('Transact') ? 's' : ''}`,
    ),
  );
}

const listHeadings = () => [...runbooks.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
const named = (name: string): Alarm =>
  alarms.find(({ AlarmName }) => AlarmName === `rostrum-prod-${name}`) ??
  expect.fail(`There is no alarm ${name}; there are ${alarms.map(({ AlarmName }) => AlarmName).join(', ')}`);
const getRunbook = ({ AlarmDescription }: Alarm) =>
  / Runbook: docs\/runbooks\.md, "(.+)"\.$/.exec(AlarmDescription)?.[1];

describe('an alarm', () => {
  it('names an existing runbook, and every runbook has an alarm', () => {
    expect(alarms.length).toBeGreaterThan(15);
    for (const alarm of alarms) expect(listHeadings(), alarm.AlarmName).toContain(getRunbook(alarm));
    expect([...new Set(alarms.map(getRunbook))].sort()).toEqual(listHeadings().sort());
  });

  it('has a runbook that is not empty', () => {
    for (const paragraph of runbooks.split(/^## /m).slice(1)) expect(paragraph.length).toBeGreaterThan(200);
  });

  it('notifies the topic when it starts and when it ends', () => {
    for (const { AlarmActions, OKActions, AlarmName } of alarms) {
      expect(AlarmActions, AlarmName).toEqual([{ Ref: 'Alarms' }]);
      expect(OKActions, AlarmName).toEqual([{ Ref: 'Alarms' }]);
    }
  });

  // CloudWatch User Guide, "Alarms on metric math": ten metrics at most.
  it('uses at most ten metrics', () => {
    for (const { Metrics = [], AlarmName } of alarms)
      expect(Metrics.filter(({ MetricStat }) => MetricStat).length, AlarmName).toBeLessThanOrEqual(10);
  });

  it('costs by its metrics, which are less than 15 dollars a month for an environment', () => {
    const dollarsOfMetric = 0.1; // aws.amazon.com/cloudwatch/pricing, standard resolution, us-east-1
    const metrics = alarms.flatMap(({ Metrics, MetricName }) =>
      MetricName
        ? [MetricName]
        : (Metrics ?? []).flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []),
    );
    const dollars = metrics.length * dollarsOfMetric;
    console.log(`${alarms.length} alarms on ${metrics.length} metrics`);
    expect(dollars).toBeLessThan(15);
    expect(pageOnAws).toContain('alarms, less than $15 a month');
  });
});

describe('there are alarms', () => {
  it.each(areaNames)('on the failures and the 99th percentile of area %s', (area) => {
    const name = area.charAt(0).toUpperCase() + area.slice(1);
    const failures = JSON.stringify(named(`${name}Failures`).Metrics);
    expect(failures).toContain('5XXError');
    expect(failures).toContain(`"rostrum-prod-${area}"`);
    expect(named(`${name}Latency`)).toMatchObject({ MetricName: 'Latency', ExtendedStatistic: 'p99' });
  });

  it('on the errors of every background function, and on the lag of each that reads the stream', () => {
    const watched = alarms
      .filter(({ AlarmName }) => AlarmName.includes('BackgroundErrors'))
      .flatMap(({ Metrics = [] }) => Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? []))
      .map(({ Value }) => Value.replace('rostrum-prod-platform-', ''));
    expect(watched.sort()).toEqual(handlers.map(({ name }) => name).sort());
    for (const { name } of handlers.filter(({ trigger }) => trigger.kind === 'stream'))
      expect(
        alarms
          .filter(({ MetricName }) => MetricName === 'IteratorAge')
          .map((alarm) => JSON.stringify(alarm))
          .join(),
      ).toContain(`rostrum-prod-platform-${name}`);
  });

  it('on a stopped schedule, where missing data counts as a failure', () => {
    const stopped = alarms.filter(({ AlarmName }) => AlarmName.endsWith('Stopped'));
    const often = handlers.filter(
      ({ trigger }) => trigger.kind === 'schedule' && trigger.everyMinutes <= frequentScheduleMinutes,
    );
    expect(stopped).toHaveLength(often.length);
    for (const alarm of stopped)
      expect(alarm).toMatchObject({ TreatMissingData: 'breaching', ComparisonOperator: 'LessThanThreshold' });
  });

  it('on dead letters from the first, on throttling, on the bus, and on the table', async () => {
    expect(named('DeadLetters')).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 1,
      Dimensions: [{ Name: 'QueueName', Value: 'rostrum-prod-dead-letters' }],
    });
    expect(named('FunctionThrottles')).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Throttles' });
    expect(JSON.stringify(named('ChangesPipeFailures').Metrics)).toContain('ExecutionFailed');
    const rules = handlers.filter(({ trigger }) => trigger.kind === 'change').map(({ name }) => name);
    // An alarm has ten metrics at most.
    const onBus = alarms.filter(({ AlarmName }) => AlarmName.startsWith('rostrum-prod-ChangesBusFailures'));
    const bus = JSON.stringify(onBus.map(({ Metrics }) => Metrics));
    for (const name of rules) expect(bus).toContain(`"rostrum-prod-platform-${name}"`);
    expect(JSON.stringify(named('TableThrottles').Metrics)).toMatch(
      /ReadThrottleEvents.*WriteThrottleEvents.*gsi1.*gsi2/,
    );
    const faults = JSON.stringify(named('TableFaults').Metrics);
    for (const operation of await listUsedOperations()) expect(faults).toContain(`"${operation}"`);
  });

  it('on due work that waits, by the metrics that scheduled functions log', () => {
    vi.stubEnv('METRICS_NAMESPACE', 'rostrum-prod');
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    reportDueWork('run-timers', { reached: 1, notReached: 2, oldestDueSeconds: 3 }, new Date(0));
    const line = JSON.parse(String(write.mock.calls[0]?.[0]));
    write.mockRestore();
    vi.unstubAllEnvs();
    const [{ Namespace, Dimensions, Metrics }] = line._aws.CloudWatchMetrics;
    expect([Namespace, Dimensions]).toEqual(['rostrum-prod', [[]]]);
    for (const [alarm, metric] of [
      ['OldestDueWork', 'oldestDueSeconds'],
      ['TenantsNotReached', 'notReached'],
    ] as const) {
      expect(named(alarm)).toMatchObject({
        Namespace: 'rostrum-prod',
        MetricName: metric,
        Statistic: 'Maximum',
      });
      expect(named(alarm)).not.toHaveProperty('Dimensions');
      expect(Metrics.map(({ Name }: { readonly Name: string }) => Name)).toContain(metric);
      expect(typeof line[metric]).toBe('number');
    }
  });

  it('on bounced mails, where SES sends them', () => {
    expect(named('MailBounces')).toMatchObject({ Namespace: 'AWS/SES', Threshold: 0.05 });
    expect(named('MailComplaints')).toMatchObject({ Namespace: 'AWS/SES', Threshold: 0.001 });
    const smtp = { from: 'office@example.org', url: 'smtp://mail.example.org' };
    const without = buildTemplate(parseEnvironment('prod', { prod: { mail: smtp } }), handlers);
    expect(JSON.stringify(without.toJSON())).not.toContain('AWS/SES');
  });
});

describe('the topic', () => {
  it('notifies the mail address of the environment, or no one when there is none', () => {
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.org',
    });
    buildTemplate(parseEnvironment('dev', { dev: {} }), handlers).resourceCountIs(
      'AWS::SNS::Subscription',
      0,
    );
  });

  it('lets CloudWatch publish for this account only, and over TLS only', () => {
    const statements = Object.values(template.findResources('AWS::SNS::TopicPolicy')).flatMap((policy) =>
      listStatements({ Type: 'AWS::SNS::TopicPolicy', Properties: policy.Properties }),
    );
    const mayPublish = (service: string, more: Partial<PolicyRequest>) =>
      allowsService(statements, service, {
        action: 'sns:Publish',
        resource: toText({ Ref: 'Alarms' }),
        ...more,
      });
    const own = { sourceAccount: toText({ Ref: 'AWS::AccountId' }) };
    expect(mayPublish('cloudwatch.amazonaws.com', own)).toBe(true);
    expect(mayPublish('cloudwatch.amazonaws.com', { ...own, isSecure: false })).toBe(false);
    expect(mayPublish('cloudwatch.amazonaws.com', { sourceAccount: '999999999999' })).toBe(false);
    expect(mayPublish('cloudwatch.amazonaws.com', {})).toBe(false);
    expect(mayPublish('s3.amazonaws.com', own)).toBe(false);
  });
});

describe('the dashboard', () => {
  const bodyOf = (of: Template) => JSON.stringify(listProperties(of, 'AWS::CloudWatch::Dashboard'));

  it('shows every area, the table, background work, tenants and endpoints', () => {
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
    const body = bodyOf(template);
    for (const area of areaNames) expect(body).toContain(`rostrum-prod-${area}`);
    for (const text of [
      'ConsumedWriteCapacityUnits',
      'IteratorAge',
      'rostrum-prod-dead-letters',
      'oldestDueSeconds',
      'by tenant',
      'by endpoint',
    ])
      expect(body).toContain(text);
  });

  it('shows the metrics of log lines only where they are turned on', () => {
    expect(bodyOf(template)).toContain('SEARCH(');
    expect(bodyOf(buildTemplate(parseEnvironment('dev', { dev: {} }), handlers))).not.toContain('SEARCH(');
  });
});

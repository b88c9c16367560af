// The page on what the platform costs beside the calls of its endpoints, with the source and date of every price.
import { App } from 'aws-cdk-lib';
import { areaNames } from '../../../shared/http/areas.ts';
import { parseEnvironment } from '../../aws/environment/environment.ts';
import { WatchStack } from '../../aws/stacks/watch-stack.ts';
import { listTriggeredFunctions } from '../../contracts/triggered-functions.ts';
import { formatTable } from '../bench/markdown-table.ts';
import { priceRegion, prices } from '../prices/prices.ts';
import {
  type BackgroundCost,
  computeConnection,
  computeFixedMonth,
  computeIdleTenant,
  computeMillionWrites,
} from './background.ts';

interface SynthesizedTemplate {
  readonly Resources: Readonly<
    Record<
      string,
      {
        readonly Type: string;
        readonly Properties: {
          readonly MetricName?: string;
          readonly Metrics?: readonly { readonly MetricStat?: object }[];
        };
      }
    >
  >;
}

/** The metrics of all alarms of an environment for production: what alarms are charged by. */
export function countAlarmMetrics(
  handlers: Awaited<ReturnType<typeof listTriggeredFunctions>>,
  ownTables: readonly string[] = [],
): number {
  const app = new App({ analyticsReporting: false });
  const environment = parseEnvironment('prod', {
    prod: { alarmMail: 'ops@example.org', mail: { from: 'office@example.org' }, ownTables },
  });
  const watch = new WatchStack(app, 'watch', { environment, areas: areaNames, handlers });
  const { Resources }: SynthesizedTemplate = app.synth().getStackByName(watch.stackName).template;
  return Object.values(Resources)
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
    .map(({ Properties: { MetricName, Metrics = [] } }) =>
      MetricName ? 1 : Metrics.filter(({ MetricStat }) => MetricStat).length,
    )
    .reduce((sum, count) => sum + count, 0);
}

/** Dollars with two digits that count, however small they are. */
const formatSmallDollars = (dollars: number): string =>
  `$${dollars >= 0.1 ? dollars.toFixed(2) : dollars.toLocaleString('en-US', { maximumSignificantDigits: 2 })}`;

const formatCost = ({ lines, dollars }: BackgroundCost): string =>
  formatTable(
    ['For', 'Computed from', 'Dollars'],
    [
      ...lines.map((line) => [line.what, line.how, formatSmallDollars(line.dollars)]),
      ['together', '', formatSmallDollars(dollars)],
    ],
  );

const formatPrices = (): string =>
  formatTable(
    ['Price of', 'Dollars', 'For', 'Read on', 'Source'],
    prices.map(({ of, dollars, per, date, source }) => [
      of,
      `$${dollars}`,
      per === 1 ? 'one' : String(per),
      date,
      source,
    ]),
  );

/** The page. */
export async function formatBackground(): Promise<string> {
  const handlers = await listTriggeredFunctions();
  const idle = computeIdleTenant();
  return [
    '# What the platform costs beside its calls',
    '',
    '`npm run cost -- --background --keep` writes this page; a test compares it. What a call costs itself, `npm run cost` shows by endpoint.',
    'Assumptions are in `infra/measure/cost/assumptions.ts`. Not included: backups, the firewall, domains, the free tier.',
    '',
    '## A month of the platform in which nothing happens',
    '',
    formatCost(computeFixedMonth(handlers, countAlarmMetrics(handlers))),
    '',
    '## A month of an idle tenant',
    '',
    formatCost(idle),
    '',
    `10,000 idle tenants cost ${formatSmallDollars(10_000 * idle.dollars)} a month: nothing visits a tenant that has nothing to do,`,
    'except for the two daily and hourly checks above ([what is due](../events.md#what-is-due)).',
    '',
    '## What follows a million writing calls',
    '',
    formatCost(computeMillionWrites()),
    '',
    '## A connection of the push channel that is open for a month',
    '',
    formatCost(computeConnection()),
    '',
    '## Prices',
    '',
    `Of ${priceRegion}, in dollars without tax.`,
    '',
    formatPrices(),
    '',
  ].join('\n');
}

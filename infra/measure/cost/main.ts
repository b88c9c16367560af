// npm run cost: what the platform costs on AWS, by call and by tenant, and how the database's share grows.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { buildPlatform } from '../../aws/stacks/assembly.ts';
import { runCommand } from '../../command/command-line.ts';
import { projectFolder } from '../../contracts/registry.ts';
import { startProgress } from '../../local/progress.ts';
import { formatTable } from '../bench/markdown-table.ts';
import { priceRegion } from '../prices/prices.ts';
import { readArguments, usage } from './arguments.ts';
import { assumptions } from './assumptions.ts';
import { formatBackground } from './background-report.ts';
import { type BillLine, buildBill, explainCost } from './bill.ts';
import { formatBroadcasts } from './broadcast-memory.ts';
import { costParts, sumCost } from './call.ts';
import { formatExports } from './export-memory.ts';
import { measureGrowth } from './growth.ts';
import type { GrownKind } from './growth-data.ts';
import { formatGrowthReport } from './growth-report.ts';
import { measuredOn } from './measured.ts';
import { callMix, computeBackgroundMonth, computeMonth, tenantSizes } from './tenants.ts';

const formatDollars = (value: number): string => `$${value.toFixed(2)}`;

const columnHeads = [
  'Endpoint',
  'a million',
  ...costParts,
  'trips',
  'read units',
  'write units',
  'figures',
] as const;

const toRow = ({ name, total, cost, consumption, isMeasured }: BillLine): readonly string[] => [
  name,
  formatDollars(total),
  ...costParts.map((part) => formatDollars(cost[part])),
  String(consumption.roundTrips),
  String(consumption.readUnits),
  String(consumption.writeUnits),
  isMeasured ? 'measured' : 'budget',
];

/** An endpoint's line for other programs: plain values, unrounded dollars. */
const toRecord = ({ name, method, path, total, cost, consumption, isMeasured }: BillLine) => ({
  endpoint: name,
  method,
  path,
  dollarsAMillion: total,
  ...cost,
  roundTrips: consumption.roundTrips,
  readUnits: consumption.readUnits,
  writeUnits: consumption.writeUnits,
  replyBytes: consumption.replyBytes,
  megabytes: consumption.megabytes,
  isMeasured,
});

function formatTenantsTable(bill: readonly BillLine[]): string {
  const millions = new Map(bill.map(({ name, cost }) => [name, cost]));
  return formatTable(
    ['Tenant', 'members', 'calls a month', 'a month', ...costParts, 'background', 'storage'],
    tenantSizes.map((size) => {
      const { calls, storage } = computeMonth(size, millions);
      const background = computeBackgroundMonth(size);
      return [
        size.name,
        String(size.members),
        String(size.callsAMonth),
        formatDollars(sumCost(calls) + background + storage),
        ...costParts.map((part) => formatDollars(calls[part])),
        formatDollars(background),
        formatDollars(storage),
      ];
    }),
  );
}

const formatBill = async (bill: readonly BillLine[]): Promise<string> =>
  [
    `Prices of ${priceRegion}; docs/performance/cost.md names the source and date of each. Consumption as recorded ${measuredOn}.`,
    `Assumed: ${assumptions.roundTripMilliseconds} ms a round trip, ${assumptions.coldStartsInAHundred} cold start in a hundred calls (infra/measure/cost/assumptions.ts).`,
    'Endpoints: without the work that follows a call, which is in the months of tenants and in the last part.',
    '',
    formatTable(columnHeads, bill.map(toRow)),
    '',
    'The three most expensive:',
    ...bill.slice(0, 3).map((line) => `- ${explainCost(line)}`),
    '',
    'A month of a tenant. Of a hundred calls:',
    Object.entries(callMix)
      .map(([name, share]) => `${share} ${name}`)
      .join(', '),
    '',
    formatTenantsTable(bill),
    '',
    await formatBackground(),
  ].join('\n');

const reportFile = (kind: GrownKind): string =>
  `docs/performance/growth${kind === 'all' ? '' : `-${kind}`}.md`;

async function saveReport(kind: GrownKind, report: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const text = `# What \`npm run cost -- --growth${kind === 'all' ? '' : ` --${kind}`}\` measured\n\n${date}. ${report}\n`;
  await writeFile(join(projectFolder, reportFile(kind)), text);
}

async function main(args: readonly string[]): Promise<void> {
  const request = readArguments(args);
  if (request.what === 'growth') {
    const say = startProgress('Measuring growth', process.stderr);
    let report = '';
    await measureGrowth(
      request.sizes,
      say,
      async (sizes, grown, exports, broadcasts) => {
        report = formatGrowthReport(sizes, grown);
        if (exports.length > 0) report += `\n\n${formatExports(exports)}`;
        if (broadcasts.length > 0) report += `\n\n${formatBroadcasts(broadcasts)}`;
        if (request.isSaved) await saveReport(request.kind, report);
      },
      request.kind,
    );
    say.done();
    console.log(report);
    if (request.isSaved) console.log(`Written to ${reportFile(request.kind)}.`);
    return;
  }
  if (request.what === 'background') {
    const page = await formatBackground();
    console.log(page);
    if (!request.isSaved) return;
    await writeFile(join(projectFolder, 'docs/performance/cost.md'), page);
    console.log('Written to docs/performance/cost.md.');
    return;
  }
  const say = startProgress('Computing costs', process.stderr);
  say('bundling all functions');
  const bill = buildBill(await buildPlatform());
  say.done();
  if (request.as === 'json') console.log(JSON.stringify(bill.map(toRecord), null, 2));
  else if (request.as === 'csv') process.stdout.write(stringify(bill.map(toRecord), { header: true }));
  else console.log(await formatBill(bill));
}

await runCommand(main, { what: 'The cost report', usage });

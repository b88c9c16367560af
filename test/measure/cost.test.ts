// What npm run cost computes: the bill of one call, checked by hand, and a mix of existing endpoints.
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { listTriggeredFunctions } from '../../infra/contracts/triggered-functions.ts';
import { readArguments } from '../../infra/measure/cost/arguments.ts';
import { assumptions } from '../../infra/measure/cost/assumptions.ts';
import {
  computeConnection,
  computeFixedMonth,
  computeIdleTenant,
  computeMillionWrites,
} from '../../infra/measure/cost/background.ts';
import { countAlarmMetrics, formatBackground } from '../../infra/measure/cost/background-report.ts';
import { explainCost } from '../../infra/measure/cost/bill.ts';
import {
  type Consumption,
  computeBilledMilliseconds,
  computeCostPerMillion,
  sumCost,
} from '../../infra/measure/cost/call.ts';
import { isGrowthFlat } from '../../infra/measure/cost/growth-report.ts';
import { getMeasuredCost } from '../../infra/measure/cost/measured.ts';
import {
  callMix,
  computeBackgroundMonth,
  computeMonth,
  writesInMix,
} from '../../infra/measure/cost/tenants.ts';
import { getUnitPrice, prices } from '../../infra/measure/prices/prices.ts';

const exampleCall: Consumption = {
  roundTrips: 4,
  readUnits: 6,
  writeUnits: 10,
  replyBytes: 2 ** 30 / 1_000_000 - assumptions.headerBytes,
  megabytes: 1769,
  hashesPasswords: false,
};

describe('a million calls', () => {
  it('cost what the price list says for each unit', () => {
    const cost = computeCostPerMillion(exampleCall);
    expect(cost.gateway).toBeCloseTo(3.5);
    expect(cost.requests).toBeCloseTo(0.2);
    expect(cost.reads).toBeCloseTo(6 * 0.125);
    expect(cost.writes).toBeCloseTo(10 * 0.625);
    expect(cost.transfer).toBeCloseTo(0.09);
    expect(sumCost(cost)).toBeCloseTo(Object.values(cost).reduce((sum, part) => sum + part, 0));
  });

  it('are billed for waiting and computing time, and for more on a smaller share of a core', () => {
    const { roundTripMilliseconds, requestCpuMilliseconds, roundTripCpuMilliseconds } = assumptions;
    const cold = (assumptions.coldStartsInAHundred / 100) * assumptions.coldStartMilliseconds;
    expect(computeBilledMilliseconds(exampleCall)).toBeCloseTo(
      4 * (roundTripMilliseconds + roundTripCpuMilliseconds) + requestCpuMilliseconds + cold,
    );
    expect(computeBilledMilliseconds({ ...exampleCall, megabytes: 512 })).toBeGreaterThan(
      computeBilledMilliseconds(exampleCall),
    );
    expect(
      computeBilledMilliseconds({ ...exampleCall, hashesPasswords: true }) -
        computeBilledMilliseconds(exampleCall),
    ).toBeCloseTo(assumptions.passwordCpuMilliseconds);
  });

  it('are explained by their largest parts', () => {
    const cost = computeCostPerMillion(exampleCall);
    const line = {
      name: 'crm makeTree',
      method: 'POST',
      path: '/api/v1/Trees',
      summary: 'Plant a tree',
      consumption: exampleCall,
      isMeasured: true,
      cost,
      total: sumCost(cost),
    };
    expect(explainCost(line)).toMatch(
      /^crm makeTree \(POST \/api\/v1\/Trees: Plant a tree\) costs \$\d+\.\d\d/,
    );
    expect(explainCost(line)).toContain('$6.25 for 10 write units');
  });
});

describe('a month of a tenant', () => {
  it('is a mix of a hundred calls to existing endpoints that were measured', async () => {
    const names = new Set((await listEndpoints()).map(({ name, contract }) => `${contract.area} ${name}`));
    for (const name of Object.keys(callMix)) {
      expect(names).toContain(name);
      const [area = '', endpoint = ''] = name.split(' ');
      expect(getMeasuredCost(area, endpoint), name).toBeDefined();
    }
    expect(Object.values(callMix).reduce((sum, share) => sum + share, 0)).toBe(100);
  });

  it('costs its calls by the mix and its storage', () => {
    const same = new Map(Object.keys(callMix).map((name) => [name, computeCostPerMillion(exampleCall)]));
    const { calls, storage } = computeMonth({ callsAMonth: 2_000_000, gigabytes: 4 }, same);
    expect(sumCost(calls)).toBeCloseTo(2 * sumCost(computeCostPerMillion(exampleCall)));
    expect(storage).toBeCloseTo(1);
  });
});

describe('the work beside the calls', () => {
  it('costs a scheduled function its runs and what they read to find nothing', () => {
    const every = (everyMinutes: number) => ({
      ...{ name: 'sweep', handlerFile: '', triggerFile: '' },
      trigger: { kind: 'schedule', everyMinutes } as const,
    });
    const one = computeFixedMonth([every(1)], 0).lines;
    const reads = one.find(({ what }) => what.startsWith('what they read'))?.dollars ?? 0;
    expect(reads).toBeCloseTo((43_200 * 12 * 0.125) / 1_000_000);
    const hourly = computeFixedMonth([every(60)], 0).lines;
    expect((one[0]?.dollars ?? 0) / (hourly[0]?.dollars ?? 1)).toBeCloseTo(60);
    expect(computeFixedMonth([], 100).dollars - computeFixedMonth([], 0).dollars).toBeCloseTo(10);
  });

  it('is in the month of a tenant: what follows its writes, and what it costs when idle', () => {
    const idle = computeBackgroundMonth({ callsAMonth: 0 });
    expect(idle).toBeCloseTo(computeIdleTenant().dollars);
    const share = writesInMix.reduce((sum, name) => sum + (callMix[name] ?? 0), 0);
    expect(share).toBeGreaterThan(0);
    expect(computeBackgroundMonth({ callsAMonth: 1_000_000 }) - idle).toBeCloseTo(
      (computeMillionWrites().dollars * share) / 100,
    );
  });

  it('has for each price a source and the day on which it was read', () => {
    for (const { item, source, date } of prices) {
      expect(source, item).toMatch(/^https:\/\//);
      expect(Date.parse(date), item).toBeGreaterThan(Date.parse('2026-01-01'));
    }
  });
});

describe('the figures of the docs', () => {
  const docs = new URL('../../docs/', import.meta.url);

  it('on the page of costs are those that are computed', async () => {
    const page = await readFile(new URL('performance/cost.md', docs), 'utf8');
    expect(page, 'npm run cost -- --background --keep').toBe(await formatBackground());
  });

  it('in dollars are computed ones wherever they stand', async () => {
    const handlers = await listTriggeredFunctions();
    const ofOwnTable = countAlarmMetrics(handlers, ['acme']) - countAlarmMetrics(handlers);
    const computed = new Set([
      `$${(ofOwnTable * getUnitPrice('alarmMetric')).toFixed(2)}`,
      `$${computeConnection().dollars.toFixed(2)}`,
      `$${getUnitPrice('webSocketMessage').toFixed(6)}`,
      `$${getUnitPrice('customMetric').toFixed(2)}`,
      // The firewall, which has two rules (infra/aws/gateway/web-acl.ts).
      `$${(getUnitPrice('webAcl') + 2 * getUnitPrice('webAclRule')).toFixed(2)}`,
      `$${(1_000_000 * getUnitPrice('webAclRequest')).toFixed(2)}`,
      // The most that alarms may cost, which test/aws/watch.test.ts holds.
      '$15',
    ]);
    const pages = (await readdir(docs)).filter((name) => name.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(10);
    for (const name of pages) {
      // In code they are parameters of a shell.
      const prose = (await readFile(new URL(name, docs), 'utf8')).replace(/```[\s\S]*?```/g, '');
      for (const [figure] of prose.matchAll(/\$\d[\d.,]*\d|\$\d/g))
        expect(computed, `${name}: ${figure}`).toContain(figure);
    }
  });
});

it('growth is flat as long as no figure grows by more than a tenth and one unit', () => {
  const cost = (readUnits: number) => ({ roundTrips: 4, readUnits, writeUnits: 0 });
  expect(isGrowthFlat([cost(8), cost(9.5)])).toBe(true);
  expect(isGrowthFlat([cost(15.5), cost(53)])).toBe(false);
});

it('arguments that exclude each other are refused with a message', () => {
  expect(readArguments([])).toEqual({ what: 'bill', as: 'table' });
  expect(readArguments(['--csv'])).toEqual({ what: 'bill', as: 'csv' });
  expect(readArguments(['--growth'])).toEqual({
    what: 'growth',
    sizes: [1000, 10_000],
    kind: 'all',
    isSaved: false,
  });
  expect(readArguments(['--background', '--keep'])).toEqual({ what: 'background', isSaved: true });
  expect(() => readArguments(['--keep'])).toThrow('--keep goes with --growth or with --background');
  expect(() => readArguments(['--background', '--json'])).toThrow('leave the other options out');
  expect(() => readArguments(['--people'])).toThrow('--people goes with --growth');
  expect(readArguments(['--growth', '--bills'])).toMatchObject({ kind: 'bills' });
  expect(() => readArguments(['--growth', '--people', '--bills'])).toThrow('not both');
  expect(() => readArguments(['--json', '--csv'])).toThrow('not both');
  expect(() => readArguments(['--sizes', '100'])).toThrow('--sizes goes with --growth');
  expect(() => readArguments(['--growth', '--sizes', '500,100'])).toThrow('each larger than the last');
});

// The arithmetic of npm run bench and npm run load, on numbers with a known result.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../infra/aws/bundling/bundle.ts';
import { getStartupBudget, measureStartup } from '../../infra/aws/bundling/startup-size.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { createRouter } from '../../infra/contracts/routes.ts';
import { readArguments } from '../../infra/measure/bench/arguments.ts';
import { formatContention, simulateContention } from '../../infra/measure/bench/contention.ts';
import { fingerprint, parseOperation } from '../../infra/measure/bench/fingerprint.ts';
import { formatTable } from '../../infra/measure/bench/markdown-table.ts';
import { listLargestParts, measureSizes } from '../../infra/measure/bench/sizes.ts';
import { computeSpread } from '../../infra/measure/bench/statistics.ts';
import { readArguments as readLoadArguments } from '../../infra/measure/load/arguments.ts';
import { buildMix } from '../../infra/measure/load/mix.ts';
import { countFailures, isMemoryFlat } from '../../infra/measure/load/report.ts';
import { surnameParts } from '../../shared/directory/people/surname-parts.ts';
import { areaNames } from '../../shared/http/areas.ts';

describe('statistics', () => {
  it('the median is the middle value, or the mean of the two in the middle, in any order', () => {
    expect(computeSpread([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
    expect(computeSpread([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
  });

  it('there is no median of no values', () => {
    expect(() => computeSpread([])).toThrow(RangeError);
  });
});

it('a table aligns figures to the right and words to the left', () => {
  expect(
    formatTable(
      ['Who', 'ms'],
      [
        ['ours', '9.5'],
        ['them', '10.0'],
      ],
    ).split('\n'),
  ).toEqual(['| Who  |   ms |', '| ---- | ---: |', '| ours |  9.5 |', '| them | 10.0 |']);
});

describe('the stand-in', () => {
  it('matches the same request at another hour, and no request with another key', () => {
    const counted = (hour: string, minute: string, ttl: string) =>
      fingerprint(
        'UpdateItem',
        `{"pk":{"S":"T#demo#REQUESTS#x#${hour}"},"n":"${minute}","ttl":{"N":"${ttl}"}}`,
      );
    expect(counted('2026-01-15T09', 'minute7', '1768469400')).toBe(
      counted('2026-01-16T23', 'minute59', '1768599999'),
    );
    expect(fingerprint('GetItem', '{"pk":{"S":"T#a"}}')).not.toBe(
      fingerprint('GetItem', '{"pk":{"S":"T#b"}}'),
    );
  });

  it('reads the operation from X-Amz-Target', () => {
    expect(parseOperation('DynamoDB_20120810.BatchGetItem')).toBe('BatchGetItem');
  });
});

describe('the startup size of a function', () => {
  const input = (bytesInOutput: number) => ({ bytesInOutput });
  const output = (bytes: number, inputs: object, imports: readonly object[] = []) => ({
    bytes,
    inputs,
    imports,
    exports: [],
  });
  const outputs = {
    'out/index.mjs': output(
      100,
      { 'node_modules/zod/v4/a.js': input(60), 'functions/crm/people/list-people.ts': input(30) },
      [
        { path: 'out/chunk.mjs', kind: 'import-statement' },
        { path: 'out/later.mjs', kind: 'dynamic-import' },
        { path: 'node:fs', kind: 'import-statement', external: true },
      ],
    ),
    'out/chunk.mjs': output(50, { 'node_modules/@aws-sdk/core/b.js': input(50) }, [
      { path: 'out/index.mjs', kind: 'import-statement' },
    ]),
    'out/later.mjs': output(1000, { 'node_modules/pdfkit/c.js': input(1000) }),
  } as unknown as Parameters<typeof measureStartup>[0]['outputs'];

  it('is the size of its entry and of its static imports, each once, by package and folder', () => {
    expect(measureStartup({ outputs }, 'out/index.mjs')).toEqual({
      bytes: 150,
      byPart: { zod: 60, 'functions/crm': 30, '@aws-sdk/core': 50 },
    });
  });

  it('is listed in descending order', () => {
    const sizes = measureSizes(
      new Map<string, Pick<Bundle, 'bytes' | 'startup'>>([
        ['small', { bytes: 10, startup: { bytes: 5, byPart: { zod: 5 } } }],
        ['large', { bytes: 90, startup: { bytes: 50, byPart: { zod: 20, jose: 30 } } }],
      ]),
    );
    expect(sizes.all.map(({ name }) => name)).toEqual(['large', 'small']);
    expect(sizes.startup).toEqual({ median: 27.5, min: 5, max: 50 });
    expect(sizes.all[0] && listLargestParts(sizes.all[0], 1)).toEqual([['jose', 30]]);
  });

  it('has a budget, which is smaller for functions without schemas', () => {
    expect(getStartupBudget('crm-unrouted')).toBeLessThan(getStartupBudget('crm-listPeople'));
    expect(getStartupBudget('crm-authorizer')).toBeLessThan(getStartupBudget('crm-listPeople'));
  });
});

describe('the arguments', () => {
  it('measure everything by default, and only complete results are saved', () => {
    expect(readArguments([])).toMatchObject({ runs: 15, isSaved: false });
    expect([...readArguments(['cold', '--runs', '3']).parts]).toEqual(['cold']);
    expect(() => readArguments(['cold', '--keep'])).toThrow('leave the part out');
    expect(() => readArguments(['hot'])).toThrow(
      'cold, warm, sign-in, sandbox, sizes, all, import or contention, but was hot',
    );
    expect(() => readArguments(['--runs', '0'])).toThrow(
      '--runs must be a whole number from 1 to 1000, but was 0',
    );
  });

  it('of the load have limits', () => {
    expect(readLoadArguments([])).toEqual({ seconds: 30, connections: 8, burst: 500 });
    expect(() => readLoadArguments(['--connections', '1000'])).toThrow('from 1 to 256, but was 1000');
    expect(() => readLoadArguments(['--second', '3'])).toThrow();
  });
});

describe('people who register at once', () => {
  const rate = { perSecond: 100, seconds: 20, hold: 20 };

  it('are refused where all share one counter, and are not where a new tenant divides them', () => {
    expect(simulateContention({ ...rate, parts: 1 }).refused).toBeGreaterThan(0.1);
    const divided = simulateContention({ ...rate, parts: surnameParts.length + 1 });
    expect(divided.refused).toBe(0);
    expect(divided.created).toBeGreaterThan(99);
  });

  it('are on the page of results as they are simulated', async () => {
    const page = new URL('../../docs/performance/contention.md', import.meta.url);
    expect(await readFile(page, 'utf8'), 'npm run bench -- contention --keep').toBe(formatContention());
  });
});

describe('the load', () => {
  it('is a mix of existing operations in all four areas, mostly reading', async () => {
    const mix = buildMix({ awardId: 'a', personId: 'b', classId: 'c', billId: '1', courseId: 'd' });
    const match = createRouter(await listEndpoints());
    for (const { method, area, path } of mix)
      expect(match(area, method, path.split('?', 1)[0] ?? '').kind, `${method} ${path}`).toBe('endpoint');
    expect(new Set(mix.map(({ area }) => area))).toEqual(new Set(areaNames));
  });

  it('counts errors, timeouts and refusals as failures', () => {
    const half = { errors: 1, timeouts: 2, non2xx: 3 };
    expect(countFailures({ halves: [half, half] } as unknown as Parameters<typeof countFailures>[0])).toBe(
      12,
    );
  });

  it('distinguishes a leak from caches that fill up', () => {
    const megabytes = (...values: number[]) => values.map((value) => ({ heapUsed: value * 2 ** 20 }));
    expect(isMemoryFlat(megabytes(50, 60, 62))).toBe(true);
    expect(isMemoryFlat(megabytes(50, 80, 110))).toBe(false);
  });
});

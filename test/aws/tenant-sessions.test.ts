// How often a request finds the session of its tenant in its process, simulated with the cache of shared/data: 10,000
// tenants whose activity follows Zipf's law. docs/aws.md#sessions-of-tenants states the assumptions and the results.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { createSessionCache, maxSessions } from '../../shared/data/tenant/tenant-sessions.ts';

const tenantCount = 10_000;
const hour = 3_600_000;
/** How long a process lives, in milliseconds; its sessions are gone with it. */
const lifetime = 2 * hour;
const processes = 4;
/** Requests a second of one process. A process serves one at a time: at 100 ms each, ten. */
const rates = [0.1, 1, 10] as const;

/** Mulberry32: the same numbers at every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const codes = Array.from(
  { length: tenantCount },
  (_, index) => parseTenantCode(`tenant-${index}`) ?? expect.fail('It is a code'),
);

/** Zipf's law with exponent 1: the nth tenant sends a share of 1/n. Cumulative. */
const shares = (() => {
  const cumulative = new Float64Array(tenantCount);
  let sum = 0;
  for (let index = 0; index < tenantCount; index += 1) {
    sum += 1 / (index + 1);
    cumulative[index] = sum;
  }
  return cumulative.map((value) => value / sum);
})();

function pickTenant(random: number): number {
  let [low, high] = [0, tenantCount - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 1) < random) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The share of requests that find a session, over the lives of some processes. */
async function measureHitRate(perSecond: number, most: number): Promise<number> {
  let requests = 0;
  let requested = 0;
  for (let each = 0; each < processes; each += 1) {
    const random = createRandom(each + 1);
    let now = 0;
    const find = createSessionCache(
      async () => {
        requested += 1;
        return { accessKeyId: 'a', secretAccessKey: 's', expiration: new Date(now + hour) };
      },
      { most, now: () => now },
    );
    for (; now < lifetime; now += 1000 / perSecond) {
      requests += 1;
      await find(codes[pickTenant(random())] ?? expect.fail('There is one'));
    }
  }
  return 1 - requested / requests;
}

const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;

it('finds most sessions of a busy process, as many as without a limit, and the page says how many', async () => {
  const rows: string[] = [];
  for (const rate of rates) {
    const [earlier, now, unlimited] = [
      await measureHitRate(rate, 100),
      await measureHitRate(rate, maxSessions),
      await measureHitRate(rate, tenantCount),
    ];
    rows.push(`| ${rate} | ${[earlier, now, unlimited].map(formatPercent).join(' | ')} |`);
    expect(now).toBeGreaterThanOrEqual(earlier);
    expect(unlimited - now).toBeLessThan(0.01);
  }
  console.log(rows.join('\n'));
  const page = await readFile(new URL('../../docs/aws.md', import.meta.url), 'utf8');
  for (const row of rows) expect(page).toContain(row);
});

// The log: one JSON line per request with tenant, request id, endpoint and status; never a password, a token or a
// body (docs/requests.md#budgets-and-log-lines).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { areaNames } from '../../shared/http/areas.ts';
import { type Fixture, startFixture } from './fixture.ts';

let fixture: Fixture;
let token: string;
let printedLines: string[];
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
});
afterAll(() => fixture.stop());
beforeEach(() => {
  delete process.env.LOG_LEVEL;
  printedLines = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((written) => {
      printedLines.push(String(written).trimEnd());
      return true;
    });
  for (const method of ['log', 'error', 'warn', 'info', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...all: unknown[]) => void printedLines.push(all.map(String).join(' ')),
    );
});
afterEach(() => {
  vi.restoreAllMocks();
  process.env.LOG_LEVEL = 'silent';
});

const path = '/api/v1/Records';
const password = 'hunter2-correct-horse';
const withToken = () => ({ tenant: 'alder', token });

describe('the line as metrics', () => {
  afterEach(() => {
    delete process.env.METRICS;
    delete process.env.METRICS_NAMESPACE;
  });
  const lineOf = async (tenant: string, metrics: string) => {
    process.env.METRICS = metrics;
    process.env.METRICS_NAMESPACE = 'rostrum-prod';
    await fixture.call('GET', 'crm', path, { tenant, ...(tenant === 'alder' && { token }) });
    return JSON.parse(printedLines[0] ?? '');
  };
  const Metrics = [
    { Name: 'ms', Unit: 'Milliseconds' },
    { Name: 'errors', Unit: 'Count' },
  ];

  // CloudWatch User Guide, "Specification: Embedded metric format".
  it('is in the Embedded Metric Format where metrics are on, by tenant and by endpoint', async () => {
    const line = await lineOf('alder', 'apart');
    const Dimensions = [['tenant'], ['endpoint']];
    expect(line._aws).toEqual({
      Timestamp: Date.parse(line.time),
      CloudWatchMetrics: [{ Namespace: 'rostrum-prod', Dimensions, Metrics }],
    });
    expect(line).toMatchObject({ tenant: 'alder', endpoint: `GET crm${path}`, errors: 0 });
    expect(typeof line.ms).toBe('number');
  });

  it('has tenant and endpoint as one combined dimension where that is turned on', async () => {
    const line = await lineOf('alder', 'in pairs');
    expect(line._aws.CloudWatchMetrics[0].Dimensions).toEqual([['endpoint', 'tenant']]);
  });

  it('names no unknown tenant, and has a value for every dimension', async () => {
    const line = await lineOf('nobody', 'apart');
    expect(line._aws.CloudWatchMetrics[0].Dimensions).toEqual([['endpoint']]);
    expect(line).not.toHaveProperty('tenant');
  });

  it('counts a failure', async () => {
    process.env.METRICS = 'apart';
    await fixture.call('GET', 'crm', '/api/v1/Breakdown', withToken());
    expect(JSON.parse(printedLines[1] ?? '')).toMatchObject({ status: 500, errors: 1 });
  });
});

describe.each(areaNames)('area %s', (area) => {
  it('writes exactly one line for a success, without the values in the path', async () => {
    const reply = await fixture.call('POST', area, path, {
      ...withToken(),
      body: { name: `Oak ${area}`, kind: 'small' },
    });
    const got = await fixture.call('GET', area, `${path}/${reply.body.id}?secret=${password}`, withToken());
    expect(printedLines).toHaveLength(2);
    expect(JSON.parse(printedLines[1] ?? '')).toEqual({
      level: 'info',
      time: expect.any(String),
      requestId: got.headers.get('x-request-id'),
      tenant: 'alder',
      endpoint: `GET ${area}${path}/{id}`,
      status: 200,
      ms: expect.any(Number),
      // Area D counts each request (docs/interface/limits.md#area-d-request-rate).
      ...(area === 'billtracking' ? { trips: 3, ru: 3, wu: 1 } : { trips: 2, ru: 3 }),
    });
    expect(printedLines.join()).not.toContain(reply.body.id);
  });

  it('writes exactly one line for a refusal, with its code', async () => {
    const sent = [
      {
        call: () => fixture.call('GET', area, `${path}/nothing`, withToken()),
        status: 404,
        code: 'RESOURCE_NOT_FOUND',
        tenant: 'alder',
      },
      {
        call: () => fixture.call('GET', area, path, { tenant: 'nobody' }),
        status: 401,
        code: 'AUTHENTICATION_REQUIRED',
        tenant: undefined,
      },
      {
        call: () => fixture.call('POST', area, path, { ...withToken(), body: {} }),
        status: 400,
        code: 'VALIDATION_ERROR',
        tenant: 'alder',
      },
    ];
    for (const { call, status, code, tenant } of sent) {
      printedLines.length = 0;
      await call();
      expect(printedLines).toHaveLength(1);
      const line = JSON.parse(printedLines[0] ?? '');
      expect([line.status, line.code, line.tenant, line.level]).toEqual([status, code, tenant, 'info']);
    }
  });

  it('writes no password, token or body, whatever happens to the request', async () => {
    const body = { name: password, kind: password, password, accessToken: password };
    await fixture.call('POST', area, path, { ...withToken(), body });
    await fixture.call('POST', area, path, { ...withToken(), body: `{"password":"${password}"` });
    await fixture.call('POST', area, path, { ...withToken(), body: { name: password, kind: 'small' } });
    await fixture.call('POST', area, path, { tenant: 'alder', token: `${token}x`, body });
    await fixture.call('POST', area, path, {
      ...withToken(),
      body,
      headers: { 'Content-Type': 'text/plain' },
    });
    await fixture.call('POST', area, path, {
      ...withToken(),
      body,
      headers: { 'Idempotency-Key': password },
    });
    await fixture.call('GET', area, `/api/v1/${password}?password=${password}`, withToken());
    expect(printedLines.length).toBeGreaterThan(4);
    expect(printedLines.join('\n')).not.toContain(password);
    expect(printedLines.join('\n')).not.toContain(token.slice(-40));
  });

  it('writes what failed for the operators of the platform, in addition to the one line', async () => {
    const reply = await fixture.call('GET', area, '/api/v1/Breakdown', withToken());
    const lines = printedLines.map((line) => JSON.parse(line));
    expect(lines.map(({ level, requestId }) => [level, requestId])).toEqual(
      Array(2).fill(['error', reply.headers.get('x-request-id')]),
    );
    expect(lines[0]).toMatchObject({ name: 'TypeError', stack: expect.any(String) });
    expect(lines[1]).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR', tenant: 'alder' });
  });
});

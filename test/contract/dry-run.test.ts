// Every write with validateOnly=true: it is checked as usual, and nothing is written
// (docs/interface/requests.md#dry-runs).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { isTenantScoped, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { endpointName } from '../../shared/http/endpoint.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RestorableTable, trackTable } from '../harness/restore.ts';
import { buildExampleRequest } from './example-request.ts';
import { createExampleTokens } from './example-tokens.ts';

const writes = (await listEndpoints()).filter(({ contract }) => isWrite(contract));

describe('a dry run', () => {
  let platform: TestPlatform;
  let table: RestorableTable;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    platform = await startPlatform();
    const findToken = await createExampleTokens(platform);
    // Callers are created before the table is copied.
    for (const { contract } of writes)
      if (isTenantScoped(contract.access)) tokens.set(endpointName(contract), await findToken(contract));
    table = await trackTable();
  });
  afterAll(async () => {
    table.stop();
    await platform.stop();
  });

  it.each(writes)('of $contract.area $name is accepted', async ({ contract }) => {
    const { values } = platform.demo;
    const { method, area, address, headers, body } = buildExampleRequest(contract, values);
    const token = tokens.get(endpointName(contract));
    const reply = await platform.call(
      method,
      area,
      `${address}${address.includes('?') ? '&' : '?'}validateOnly=true`,
      {
        headers,
        ...(token && { tenant: values.tenantCode ?? '', token }),
        ...(body !== undefined && { body }),
      },
    );
    expect(reply.status, reply.text).toBeLessThan(400);
  });

  it('of any of them writes nothing', async () => {
    // Area D counts every request of a tenant against its limit, a dry run too.
    const isRequestCount = (key: string) => key.includes('#REQUESTS#');
    expect((await table.listDifferences()).filter((key) => !isRequestCount(key))).toEqual([]);
  });
});

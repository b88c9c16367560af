// Every contract's example, sent to the platform with the demo data, succeeds with the reply that the documents show and within
// its budget (docs/requests.md#one-declaration-per-endpoint, #budgets-and-log-lines).
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { returnsBytes } from '../../infra/contracts/declared-responses.ts';
import type { RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { listPlaceholders } from '../../infra/openapi/examples.ts';
import { findRecordedReply, maskVolatileValues } from '../../infra/openapi/recorded-replies.ts';
import { listSuccessStatuses } from '../../infra/openapi/responses.ts';
import { isTenantScoped, takesBearerAlone } from '../../shared/auth/permissions/access-requirement.ts';
import { type Reply, startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RestorableTable, trackTable } from '../harness/restore.ts';
import { buildExampleRequest } from './example-request.ts';
import { createExampleTokens, type FindExampleToken } from './example-tokens.ts';
import {
  isRecording,
  listChosenEndpoints,
  recordCost,
  recordReply,
  saveRecordings,
} from './record-examples.ts';

const endpoints = await listChosenEndpoints();

let platform: TestPlatform;
let findToken: FindExampleToken;
let data: RestorableTable;

beforeAll(async () => {
  platform = await startPlatform({ hasCorrectUnits: true });
  findToken = await createExampleTokens(platform, endpoints);
  // A process reads the public keys once; budgets do not include what only its first request costs.
  const tenant = platform.demo.values.tenantCode ?? '';
  const token = await platform.tokenFor({ tenant });
  await platform.call('GET', 'crm', '/api/v1/people', { tenant, token });
  data = await trackTable();
});
// Each example is sent to the demo data as it was seeded.
afterEach(() => data.restore());
afterAll(async () => {
  data.stop();
  await platform.stop();
  await saveRecordings();
});

/** Sends the example by a caller of the demo tenant with only the permissions that the contract names. */
async function sendExample({ contract }: RegisteredEndpoint): Promise<Reply> {
  const { values } = platform.demo;
  const unknown = listPlaceholders(contract.example).filter((name) => values[name] === undefined);
  expect(unknown, 'names in the example that the demo data does not define').toEqual([]);
  const { method, area, address, headers, body } = buildExampleRequest(contract, values);
  const isScoped = isTenantScoped(contract.access);
  return platform.call(method, area, address, {
    ...{ headers, body },
    ...(isScoped && { tenant: values.tenantCode ?? '' }),
    ...((isScoped || takesBearerAlone(contract.access)) && { token: await findToken(contract) }),
  });
}

// The harness checks the reply against its schema.
it.each(endpoints)('the example of $name succeeds as recorded and within its budget', async (registered) => {
  const { name, contract } = registered;
  const reply = await sendExample(registered);
  expect(listSuccessStatuses(contract), reply.text).toContain(reply.status);
  // No document shows a file.
  const shown = returnsBytes(contract) ? undefined : maskVolatileValues(reply.body);
  const { roundTrips, readUnits, writeUnits, bytes } = reply;
  recordReply(registered, shown);
  recordCost(registered, { roundTrips, readUnits, writeUnits, replyBytes: bytes.byteLength });
  if (!isRecording && shown !== undefined)
    expect
      .soft(shown, 'the reply differs from the recorded one; npm run record records it')
      .toEqual(findRecordedReply(name));
  const { budget } = contract;
  expect.soft(roundTrips, 'round trips').toBeLessThanOrEqual(budget.roundTrips);
  expect.soft(readUnits, 'read units').toBeLessThanOrEqual(budget.readUnits);
  expect.soft(writeUnits, 'write units').toBeLessThanOrEqual(budget.writeUnits ?? 0);
});

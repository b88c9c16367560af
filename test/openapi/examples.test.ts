// Every contract's example, sent to the seeded platform, succeeds with the reply that the documents show.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { returnsBytes } from '../../infra/contracts/declared-responses.ts';
import { listEndpoints, projectFolder, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { buildExampleAddress, fillPlaceholders, listPlaceholders } from '../../infra/openapi/examples.ts';
import { findRecordedReply, maskVolatileValues } from '../../infra/openapi/recorded-replies.ts';
import { listSuccessStatuses } from '../../infra/openapi/responses.ts';
import { isTenantScoped, isWrite, takesBearerAlone } from '../../shared/auth/access-requirement.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { createExampleTokens, type FindExampleToken } from '../contract/example-tokens.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RestorableTable, trackTable } from '../harness/restore.ts';

const endpoints = await listEndpoints();
const isRead = ({ contract }: RegisteredEndpoint) => !isWrite(contract);

/** A caller of the demo tenant with only the permissions that the contract names. */
async function caller(
  platform: TestPlatform,
  findToken: FindExampleToken,
  contract: EndpointConfig,
): Promise<CallOptions> {
  const isScoped = isTenantScoped(contract.access);
  if (!isScoped && !takesBearerAlone(contract.access)) return {};
  return {
    ...(isScoped && { tenant: platform.demo.values.tenantCode ?? '' }),
    token: await findToken(contract),
  };
}

function readBody({ bodyType, example }: EndpointConfig, platform: TestPlatform): unknown {
  const body = fillPlaceholders(example.body, platform.demo.values);
  if (bodyType !== 'form' || typeof body !== 'object' || body === null) return body;
  return new URLSearchParams(
    Object.entries(body).map(([name, value]) => [name, String(value)] as [string, string]),
  );
}

async function sendExample(
  platform: TestPlatform,
  findToken: FindExampleToken,
  { contract }: RegisteredEndpoint,
) {
  const { method, area } = contract;
  const unknown = listPlaceholders(contract.example).filter(
    (name) => platform.demo.values[name] === undefined,
  );
  expect(unknown, 'names in the example that the demo data does not define').toEqual([]);
  const version: Record<string, string> = area === 'billtracking' ? { 'api-version': '1.0' } : {};
  return platform.call(method, area, buildExampleAddress(contract, platform.demo.values), {
    ...(await caller(platform, findToken, contract)),
    headers: version,
    body: readBody(contract, platform),
  });
}

const file = join(projectFolder, 'infra/openapi/recorded-replies.json');
/** RECORD_REPLIES=1 records the replies instead of comparing them with the recorded ones. */
const isRecording = process.env.RECORD_REPLIES === '1';
const recorded: Record<string, unknown> = {};

afterAll(async () => {
  if (!isRecording) return;
  // A run of some endpoints (`-t`) keeps the recorded replies of the others.
  const known = new Set(endpoints.map(({ name }) => name));
  const before: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'));
  const unchanged = Object.entries(before).filter(([name]) => known.has(name));
  const sorted = Object.fromEntries(
    Object.entries({ ...Object.fromEntries(unchanged), ...recorded }).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );
  await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
});

/** The harness checks the reply against its schema; this compares it with the recorded one. */
async function expectSuccess(
  platform: TestPlatform,
  findToken: FindExampleToken,
  registered: RegisteredEndpoint,
) {
  const reply = await sendExample(platform, findToken, registered);
  expect(listSuccessStatuses(registered.contract), JSON.stringify(reply.body)).toContain(reply.status);
  // No document shows a file.
  if (reply.body === undefined || returnsBytes(registered.contract)) return;
  recorded[registered.name] = maskVolatileValues(reply.body);
  if (isRecording) return;
  expect(
    recorded[registered.name],
    'the reply differs from the recorded one; npm run record records it again',
  ).toEqual(findRecordedReply(registered.name));
}

describe('the example of an endpoint that changes nothing succeeds', () => {
  let platform: TestPlatform;
  let findToken: FindExampleToken;
  beforeAll(async () => {
    platform = await startPlatform();
    findToken = await createExampleTokens(platform);
  });
  afterAll(() => platform.stop());

  it.each(endpoints.filter(isRead))('$name', (registered) => expectSuccess(platform, findToken, registered));
});

describe('the example of an endpoint that writes succeeds on freshly seeded demo data', () => {
  const writes = endpoints.filter((registered) => !isRead(registered));
  let platform: TestPlatform;
  let findToken: FindExampleToken;
  let data: RestorableTable;
  beforeAll(async () => {
    platform = await startPlatform();
    findToken = await createExampleTokens(platform, writes);
    data = await trackTable();
  });
  afterEach(() => data.restore());
  afterAll(async () => {
    data.stop();
    await platform.stop();
  });

  it.each(writes)('$name', (registered) => expectSuccess(platform, findToken, registered));
});

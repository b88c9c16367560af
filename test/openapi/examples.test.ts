// Every contract's example, sent to the seeded platform: it succeeds, and both replies are what the contract declares.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { responseSchema } from '../../infra/contracts/declared.ts';
import { type RegisteredEndpoint, registeredEndpoints } from '../../infra/contracts/registry.ts';
import { exampleAddress, filled, namesIn } from '../../infra/openapi/examples.ts';
import { firstSuccess } from '../../infra/openapi/responses.ts';
import type { Permission } from '../../shared/auth/permissions.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../harness/platform.ts';

const endpoints = await registeredEndpoints();
const isRead = ({ contract }: RegisteredEndpoint) =>
  contract.method === 'GET' || contract.repeatable === true;

const permissionsOf = ({ access }: EndpointConfig): readonly Permission[] =>
  typeof access === 'object' && 'permission' in access && access.permission !== 'own'
    ? [access.permission]
    : [];

/** Who calls: a caller of the demo tenant with just the permission that the contract names. */
async function caller(platform: TestPlatform, contract: EndpointConfig): Promise<CallOptions> {
  if (typeof contract.access !== 'object' || !('permission' in contract.access)) return {};
  const tenant = platform.demo.values.tenantCode ?? '';
  return { tenant, token: await platform.tokenFor({ tenant, permissions: permissionsOf(contract) }) };
}

function bodyOf({ bodyType, example }: EndpointConfig, platform: TestPlatform): unknown {
  const body = filled(example.body, platform.demo.values);
  if (bodyType !== 'form' || typeof body !== 'object' || body === null) return body;
  return new URLSearchParams(
    Object.entries(body).map(([name, value]) => [name, String(value)] as [string, string]),
  );
}

async function sendExample(platform: TestPlatform, { contract }: RegisteredEndpoint) {
  const { method, area } = contract;
  const unknown = namesIn(contract.example).filter((name) => platform.demo.values[name] === undefined);
  expect(unknown, 'names in the example that the demo data does not hold').toEqual([]);
  const version: Record<string, string> = area === 'billtracking' ? { 'api-version': '1.0' } : {};
  return platform.call(method, area, exampleAddress(contract, platform.demo.values), {
    ...(await caller(platform, contract)),
    headers: version,
    body: bodyOf(contract, platform),
  });
}

/** The reply that came is held to its schema by the harness; the one that the contract shows is held to it here. */
async function expectSuccess(platform: TestPlatform, registered: RegisteredEndpoint) {
  const { contract } = registered;
  const status = firstSuccess(contract);
  const reply = await sendExample(platform, registered);
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  const shown = filled(contract.example.response, platform.demo.values);
  if (shown === undefined) return;
  const issues = responseSchema(contract, status)?.safeParse(shown).error?.issues ?? [];
  expect(issues, 'what is wrong with example.response').toEqual([]);
}

describe('the example of an endpoint that changes nothing succeeds', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.stop());

  it.each(endpoints.filter(isRead))('$name', (registered) => expectSuccess(platform, registered));
});

describe('the example of an endpoint that writes succeeds on the demo data as it was seeded', () => {
  it.each(endpoints.filter((registered) => !isRead(registered)))('$name', async (registered) => {
    const platform = await startPlatform();
    try {
      await expectSuccess(platform, registered);
    } finally {
      await platform.stop();
    }
  });
});

// The local platform starts again on the data of an earlier start (README: ctrl-c stops it, the data stays), whatever people
// have changed or deleted since: docs/local-platform.md#demo-data.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seedDemo } from '../../infra/local/demo/seed.ts';
import { servePlatform } from '../../infra/local/serve.ts';
import { isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { commit, remove } from '../../shared/data/changes.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { buildExampleRequest } from '../contract/example-request.ts';
import { createExampleTokens } from '../contract/example-tokens.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { recordWrites, trackTable } from '../harness/restore.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** Starts the platform on the same table and secrets; returns what it named and the items that the start wrote. */
async function startAgain() {
  const writes = recordWrites();
  const environment = { ...process.env };
  const { tableName, secretsFile } = platform;
  try {
    const serving = await servePlatform({
      ...{ port: 0, dynamodb: inject('dynamodb'), tableName, secretsFile, hasStream: false },
    });
    await serving.stop();
    return {
      demo: serving.demo,
      written: [...writes.written.keys()].filter((name) => !name.includes('KEY-ROTATION')),
    };
  } finally {
    writes.stop();
    // The first one goes on serving.
    Object.assign(process.env, environment);
  }
}

/** Makes the table one that a version seeded which did not note that it had. */
async function forgetSeeding(): Promise<void> {
  await commit([remove(openPlatformStore().key('DEMO', 'SEEDED'))]);
}

/** Every identifier of records in the reply of a list. */
const listIds = (body: unknown): readonly string[] =>
  Array.isArray(body)
    ? body.flatMap((row) =>
        typeof row?.id === 'string' || typeof row?.id === 'number' ? String(row.id) : [],
      )
    : typeof body === 'object' && body !== null
      ? Object.values(body).flatMap((member) => (Array.isArray(member) ? listIds(member) : []))
      : [];

/** Sends requests by callers who may, and counts those that were done. */
async function createSender() {
  const { values } = platform.demo;
  const tenant = values.tenantCode ?? '';
  const findToken = await createExampleTokens(platform, platform.endpoints);
  let done = 0;
  const send = async (contract: EndpointConfig, address: string, more: object = {}) => {
    const token = await findToken(contract);
    const reply = await platform.call(contract.method, contract.area, address, { tenant, token, ...more });
    if (reply.status < 300) done += 1;
    return reply;
  };
  return { countDone: () => done, send };
}

/** Sends the example of every write that deletes nothing. */
async function changeEverything() {
  const { countDone, send } = await createSender();
  for (const { contract } of platform.endpoints.filter((each) => isWrite(each.contract))) {
    if (contract.method === 'DELETE') continue;
    const { address, headers, body } = buildExampleRequest(contract, platform.demo.values);
    await send(contract, address, { headers, body });
  }
  return countDone();
}

/** Deletes every record that an example names or that the list of such records shows. */
async function deleteEverything() {
  const { countDone, send } = await createSender();
  for (const { contract } of platform.endpoints.filter((each) => each.contract.method === 'DELETE')) {
    const { address, headers, body } = buildExampleRequest(contract, platform.demo.values);
    const path = contract.path.replace(/\/\{\w+\}$/, '');
    const list = platform.endpoints.find(
      (other) =>
        other.contract.method === 'GET' &&
        other.contract.area === contract.area &&
        other.contract.path === path,
    );
    const below = address.replace(/\/[^/]+$/, '');
    const listed = list ? listIds((await send(list.contract, below)).body) : [];
    await send(contract, address, { headers, body });
    for (const id of listed) await send(contract, `${below}/${encodeURIComponent(id)}`, { headers });
  }
  return countDone();
}

describe('the demo data', () => {
  it('is not written again by a later start', async () => {
    const { demo, written } = await startAgain();
    // The assertion of the demo's tool is signed for the address of each platform.
    const { ltiAssertion = '' } = platform.demo.values;
    expect({ ...demo, values: { ...demo.values, ltiAssertion } }).toEqual(platform.demo);
    expect(written).toEqual([]);
  });

  it('is seeded a second time on the data that it left, and names the same records', async () => {
    const { values } = await seedDemo(() => undefined);
    const { awardingId, personId, classId, billId } = platform.demo.values;
    expect(values).toMatchObject({ awardingId, personId, classId, billId });
  });

  it('leaves out what the data of an earlier version no longer allows', async () => {
    const tenant = platform.store('demo');
    const markers = await tenant.queryAll<{ readonly pk: string; readonly sk: string }>(
      tenant.partition('DEMO-REQUESTS'),
    );
    const sent = markers.filter(({ sk }) => sk.startsWith('registerForClass '));
    expect(sent.length).toBeGreaterThan(0);
    // All requests of a group too, which an earlier version did not have yet.
    const ofAwards = markers.filter(({ sk }) => /^(addAwardPayment|issueAwardInvoice) /.test(sk));
    expect(ofAwards).toHaveLength(2);
    await commit([...sent.slice(0, 5), ...ofAwards].map(({ sk }) => remove(tenant.key('DEMO-REQUESTS', sk))));
    // They are registered already, so that the requests are refused.
    const { values } = await seedDemo(() => undefined);
    expect(values.classId).toBe(platform.demo.values.classId);
  });

  it.each([
    ['changed by the example of every write', changeEverything, 200],
    ['deleted as far as the contracts offer it', deleteEverything, 80],
  ] as const)('may be %s, and the platform starts again', async (_, change, least) => {
    const before = await startAgain();
    const data = await trackTable();
    expect(await change()).toBeGreaterThan(least);
    expect(await startAgain()).toEqual({ demo: before.demo, written: [] });
    await forgetSeeding();
    const { personId, classId, userName } = platform.demo.values;
    const completed = await startAgain();
    expect(completed.demo.values).toMatchObject({ personId, classId, userName });
    // From then on it is one of this version.
    expect((await startAgain()).written).toEqual([]);
    await data.restore();
    data.stop();
  });
});

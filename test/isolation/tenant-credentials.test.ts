// Where the environment names a role for tenants, a tenant's requests to the database are signed with credentials that STS
// issued for this tenant, requested once; elsewhere with the process's own credentials.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { startUnreliableDatabase, type UnreliableDatabase } from '../harness/unreliable-database.ts';
import { type Fixture, startFixture } from '../machinery/fixture.ts';

const roleArn = 'arn:aws:iam::123456789012:role/rostrum-prod-crm-tenant-write';

let fixture: Fixture;
let database: UnreliableDatabase;
let sts: Server;
const tokens = new Map<string, string>();
/** The requests to STS in their order, and how long the credentials it issues are valid. */
const stsRequests: URLSearchParams[] = [];
let sessionMilliseconds = 3_600_000;

const buildStsReply = (
  tenant: string,
): string => `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleResult><Credentials><AccessKeyId>ASIA${tenant}</AccessKeyId><SecretAccessKey>s</SecretAccessKey>
  <SessionToken>t</SessionToken><Expiration>${new Date(Date.now() + sessionMilliseconds).toISOString()}</Expiration></Credentials>
  </AssumeRoleResult></AssumeRoleResponse>`;

beforeAll(async () => {
  fixture = await startFixture();
  for (const tenant of ['alder', 'birch'] as const) tokens.set(tenant, await fixture.token({ tenant }));
  database = await startUnreliableDatabase();
  sts = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    stsRequests.push(form);
    response
      .writeHead(200, { 'Content-Type': 'text/xml' })
      .end(buildStsReply(form.get('Tags.member.1.Value') ?? ''));
  });
  await new Promise<void>((resolve) => sts.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_STS = `http://127.0.0.1:${(sts.address() as AddressInfo).port}`;
  process.env.TENANT_ROLE_ARN = roleArn;
});
afterEach(() => {
  process.env.TENANT_ROLE_ARN = roleArn;
  resetDocumentClient();
  stsRequests.length = 0;
  sessionMilliseconds = 3_600_000;
  database.reset();
});
afterAll(async () => {
  delete process.env.TENANT_ROLE_ARN;
  delete process.env.AWS_ENDPOINT_URL_STS;
  sts.closeAllConnections();
  sts.close();
  await database.stop();
  await fixture.stop();
});

const create = (tenant: 'alder' | 'birch', name: string) =>
  fixture.call('POST', 'crm', '/api/v1/Records', {
    tenant,
    token: tokens.get(tenant),
    body: { name, kind: 'small' },
  });

/** The tenants whose keys a request names. */
const listTenantsIn = (body: string): string[] => [
  ...new Set([...body.matchAll(/"T#([^#"]+)#/g)].map(([, code = '']) => code)),
];

it("each tenant's requests are signed with its own session, which is requested once, however many run at once", async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create(index % 2 ? 'alder' : 'birch', `Once ${index}`)),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(database.received.length).toBeGreaterThan(40);
  const keys = new Set(database.received.map(({ accessKey }) => accessKey));
  expect([...keys].sort()).toEqual(['ASIAalder', 'ASIAbirch']);
  for (const { accessKey, body } of database.received)
    for (const tenant of listTenantsIn(body)) expect(accessKey).toBe(`ASIA${tenant}`);
  expect(stsRequests).toHaveLength(2);
  for (const tenant of ['alder', 'birch'])
    expect(
      stsRequests.map((form) => Object.fromEntries(form)).find((form) => form.RoleSessionName === tenant),
    ).toMatchObject({
      Action: 'AssumeRole',
      RoleArn: roleArn,
      DurationSeconds: '3600',
      'Tags.member.1.Key': 'tenant',
      'Tags.member.1.Value': tenant,
    });
  await create('alder', 'Later');
  expect(stsRequests).toHaveLength(2);
});

it('a new session is requested when one is about to expire', async () => {
  sessionMilliseconds = 240_000;
  await create('alder', 'Ending');
  const before = stsRequests.length;
  expect(before).toBeGreaterThan(0);
  await create('alder', 'Ended');
  expect(stsRequests.length).toBeGreaterThan(before);
});

it('no session is requested where a request has no valid tenant, or no role is set', async () => {
  const nobody = await fixture.call('GET', 'crm', '/api/v1/Records', { tenant: 'no tenant code' });
  expect([nobody.status, stsRequests.length]).toEqual([401, 0]);
  delete process.env.TENANT_ROLE_ARN;
  expect((await create('alder', 'By itself')).status).toBe(201);
  expect(stsRequests).toHaveLength(0);
  expect(new Set(database.received.map(({ accessKey }) => accessKey))).toEqual(
    new Set([process.env.AWS_ACCESS_KEY_ID]),
  );
});

it('a session outlives the client of its tenant, of which a process keeps a hundred', async () => {
  const codes = Array.from({ length: 150 }, (_, index) => `tenant${index}`);
  const refused = (tenant: string) => fixture.call('GET', 'crm', '/api/v1/Records', { tenant });
  for (const code of [...codes, ...codes]) expect((await refused(code)).status).toBe(401);
  expect(stsRequests).toHaveLength(150);
  // With a client of its own again, and the same session.
  database.received.length = 0;
  await refused('tenant0');
  expect(new Set(database.received.map(({ accessKey }) => accessKey))).toEqual(new Set(['ASIAtenant0']));
});

// Hundreds of calls at once: requests that wait for a connection to the database do not fail for that.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import type { TenantCode } from '../../shared/data/tenant/tenant-code.ts';

/** How long the stand-in of the database takes for a request, in milliseconds. */
const latency = 250;
let database: Server;
beforeAll(async () => {
  database = createServer((request, response) => {
    request.resume();
    setTimeout(() => {
      response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
      response.end('{}');
    }, latency);
  });
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve));
  const { port } = database.address() as AddressInfo;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${port}`;
  process.env.TABLE_NAME = 'none';
  // The timeouts of a function: one second for a connection, and three in which a failed request is retried.
  process.env.DYNAMODB_TIMEOUT = '3000';
  resetDocumentClient();
});
afterAll(async () => {
  resetDocumentClient();
  database.closeAllConnections();
  await new Promise((resolve) => database.close(resolve));
});

it('of 1200 reads at once, which take longer than the timeouts of one, none fails', async () => {
  const store = openTenantStore('demo' as TenantCode);
  const reads = Array.from({ length: 1200 }, (_, number) => store.get(store.key('BURST', `${number}`)));
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
});

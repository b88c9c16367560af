// A sweep that has read its listing acts on what a record is by then, and not on what it was when it was listed
// (docs/long-work.md#a-state-is-checked-where-it-is-changed): for every listing of due work, the answer of the listing is held
// back while the record gets another state, and then the sweep goes on.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionNames } from '../../shared/auth/permissions/permissions.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../billtracking/subscriptions/webhook-receiver.ts';
import {
  startTestMailServer,
  type TestMailServer,
} from '../crm/communication/broadcasts/broadcasts-over-smtp.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import {
  holdAnswer,
  startUnreliableDatabase,
  type UnreliableDatabase,
} from '../harness/unreliable-database.ts';
import { signInAdministrator } from '../identity/tenants/demo.ts';
import { legislationCases } from './held-listings/billtracking.ts';
import { crmCases } from './held-listings/crm.ts';
import type { HeldContext } from './held-listings/held-case.ts';
import { identityCases } from './held-listings/identity.ts';
import { platformCases } from './held-listings/platform.ts';
import { trainingCases } from './held-listings/training.ts';

/** Links are signed anew for each reader. */
const omitVarying = (name: string, value: unknown): unknown =>
  /link$|^link/i.test(name) ? undefined : value;

const cases = [...crmCases, ...trainingCases, ...legislationCases, ...identityCases, ...platformCases];

let platform: TestPlatform;
let database: UnreliableDatabase;
let mailServer: TestMailServer;
let receiver: WebhookReceiver;
let context: HeldContext;

beforeAll(async () => {
  platform = await startPlatform();
  [mailServer, receiver] = await Promise.all([startTestMailServer(), startWebhookReceiver()]);
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  // An answer is held as long as it takes.
  process.env.DYNAMODB_TIMEOUT = '600000';
  database = await startUnreliableDatabase();
  const token = await platform.tokenFor({ tenant: 'demo', permissions: permissionNames });
  const options = (body?: object) => ({ tenant: 'demo', token, ...(body && { body }) });
  const administrate = await signInAdministrator(platform);
  context = {
    ...{
      store: platform.store,
      demo: platform.demo,
      urls: platform.urls,
      mailServer,
      receiver,
      administrate,
    },
    async call(method, area, path, body) {
      const reply = await platform.call(method, area, path, options(body));
      expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
      return reply.body;
    },
    async look(area, path) {
      const { status, text } = await platform.call('GET', area, path, options());
      return status === 200 ? JSON.parse(text, omitVarying) : status;
    },
  };
});
afterAll(async () => {
  await database?.stop();
  process.env.DYNAMODB_TIMEOUT = '20000';
  await Promise.all([mailServer?.stop(), receiver?.stop()]);
  await platform?.stop();
});
beforeEach(() => {
  database.reset();
  mailServer.mails.length = 0;
  mailServer.decide = () => undefined;
  receiver.received.length = 0;
  receiver.answer = 200;
});

describe.each(Object.entries(Object.groupBy(cases, ([listing]) => listing)))(
  '%s',
  (listing, ofListing = []) => {
    it.each(ofListing.map(([, state, prepare]) => [state, prepare] as const))(
      'a record is not taken for what it was when it was listed: by then it is %s',
      async (_, prepare) => {
        const { sweep, change, observe, expected, held = `#${listing}"` } = await prepare(context);
        const { arrived, release } = holdAnswer(
          database,
          ({ operation, body }, answer) =>
            /^(Query|GetItem|BatchGetItem)$/.test(operation) &&
            body.includes(held) &&
            !answer.includes('"Count":0,'),
        );
        const sweeping = sweep();
        await Promise.race([arrived, sweeping.then(() => expect.fail(`The sweep read nothing of ${held}`))]);
        await change();
        const changed = expected ?? (await observe());
        release();
        await sweeping;
        expect(await observe()).toEqual(changed);
      },
    );
  },
);

/** The rows of the table of docs/long-work.md: the listings, and the files whose comments have the states. */
const rows = (readFileSync('docs/long-work.md', 'utf8').split('## What uses them')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const cells = line
      .split('|')
      .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
    return { listings: cells[1] ?? [], files: cells[4] ?? [] };
  });

/** The states in which a record is listed, or that it has before. */
const listed = new Set(
  [
    'uploading',
    'reading',
    'checking',
    'running',
    'inprogress',
    'InProgress',
    'pending',
    'active',
    'unconfirmed',
  ].concat(['draft', 'waiting', 'ready', 'scheduled', 'sending', 'erasing', 'settling']),
);

/** The states that the first table of a comment leads to. */
function listStates(file: string): string[] {
  const [, table = ''] =
    / \* \| from .*\n \* \|-.*\n((?: \* \|.*\n)+)/.exec(readFileSync(file, 'utf8')) ?? [];
  const cells = table
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|').at(-2)?.trim() ?? '');
  const names = cells.flatMap((cell) =>
    /^\w+(, \w+)*$/.test(cell) ? cell.split(', ') : (/^\w+/.exec(cell)?.[0] ?? []),
  );
  return [...new Set(names)].filter((name) => !listed.has(name));
}

it('every listing of docs/long-work.md has a case for each state that its records get', () => {
  expect(rows.flatMap(({ listings }) => listings).length).toBeGreaterThan(20);
  const missing = rows.flatMap(({ listings, files }) => {
    const found = cases.filter(([listing]) => listings.includes(listing)).map(([, state]) => state);
    const states = files.flatMap(listStates).filter((name) => !found.some((state) => state.includes(name)));
    const none = listings.filter((name) => !cases.some(([listing]) => listing === name));
    return [...none, ...states.map((state) => `${listings}: ${state}`)];
  });
  expect(missing).toEqual([]);
});

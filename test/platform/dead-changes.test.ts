// A change that cannot be handled is set aside, the others arrive, and it can be repeated (docs/events.md#changes-that-cannot-be-handled).
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insertTenant } from '../../functions/identity/tenants/store.ts';
import { buildTenant } from '../../functions/identity/tenants/tenant.ts';
import { handler as keepChanges } from '../../functions/platform/keep-changes/handler.ts';
import { handler as repeatChanges } from '../../functions/platform/repeat-changes/handler.ts';
import { changeCommands } from '../../infra/admin/change-commands.ts';
import type { CommandContext } from '../../infra/admin/command.ts';
import { type RunningStream, startStream } from '../../infra/local/triggers/streams.ts';
import type { StreamRecord } from '../../shared/change-feed/change-event.ts';
import {
  listDeadChanges,
  repeatChange,
  requestRepeat,
  setAside,
} from '../../shared/change-feed/dead-changes.ts';
import { appendPositioned, changesAfter } from '../../shared/change-feed/feed.ts';
import { type HandleChanges, takeChanges } from '../../shared/change-feed/take-changes.ts';
import { commit, put } from '../../shared/data/changes.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { parseTenantCode, type TenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let folder: string;
let running: RunningStream | undefined;
const codes = Array.from({ length: 10 }, (_, index) => parseTenantCode(`tenant-${index}`) as TenantCode);

beforeAll(async () => {
  platform = await startPlatform({ hasStream: true });
  folder = await mkdtemp(join(tmpdir(), 'rostrum-dead-'));
  for (const code of codes)
    await commit(
      insertTenant(openPlatformStore(), buildTenant(code, { name: code, timeZone: 'UTC' }, new Date())),
    );
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a version of a record whose content says whether it is poisoned. */
const write = (code: string, id: string, version: number, isPoisoned = false) => {
  const modifiedDate = new Date().toISOString();
  const item = {
    type: 'levelType',
    id,
    version,
    modifiedDate,
    schemaVersion: 1,
    text: `v${version}`,
    isPoisoned,
  };
  return commit([put(platform.store(code).key<object>(`NOTE#${id}`, 'NOTE'), item)]);
};

/** The fault of the feed, until it is mended. */
let isFaulty = true;
const handle: HandleChanges = async (records) => {
  if (isFaulty && records.some(({ dynamodb }) => dynamodb?.NewImage?.isPoisoned?.BOOL))
    throw new TypeError('Cannot read properties of undefined');
  await appendPositioned(records, new Date());
};

/** The change feed with that fault, as the stream calls it. */
const feed = async ({ Records }: DynamoDBStreamEvent) => {
  const left = await takeChanges(Records as readonly StreamRecord[], handle, new Date());
  return {
    batchItemFailures: left.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};

const start = (more: Omit<Parameters<typeof startStream>[0], 'name' | 'streamArn' | 'checkpointFile'>) => {
  running = startStream({
    ...{ name: 'feed', streamArn: platform.streamArn, log: () => undefined, ...more },
    checkpointFile: join(folder, `${randomUUID()}.json`),
  });
  return running;
};

/** The versions of each record that are in a tenant's feed, in its order. */
async function listVersions(code: string, prefix: string): Promise<Map<string, (number | undefined)[]>> {
  const { items } = await changesAfter(platform.store(code), undefined, 2_000, new Date(Date.now() + 60_000));
  const own = items.filter(({ subject }) => subject.startsWith(prefix));
  return new Map(
    [...Map.groupBy(own, ({ subject }) => subject)].map(([subject, events]) => [
      subject,
      events.map(({ data }) => data.version),
    ]),
  );
}

const runCommand = async (name: string): Promise<string> => {
  const lines: string[] = [];
  const context = {
    platform: openPlatformStore(),
    options: {},
    now: new Date(),
    say: (line: string) => lines.push(line),
  };
  await changeCommands[name]?.run(context as unknown as CommandContext);
  return lines.join('\n');
};

/** Calls the function that repeats as the bus does for the changed items. */
async function callRepeat(): Promise<void> {
  for (const { tenant, change } of await listDeadChanges(openPlatformStore()))
    await repeatChanges({
      Records: [
        {
          eventName: 'MODIFY',
          dynamodb: {
            Keys: { pk: { S: `T#${tenant.code}#DEAD-CHANGE#${change.id}` }, sk: { S: 'CHANGE' } },
            NewImage: { type: { S: 'dead-change' } },
          },
        },
      ],
    });
}

describe('one change among a thousand of ten tenants that cannot be handled', () => {
  it('is set aside: all others arrive, in order per record, and it can be repeated when the fault is mended', async () => {
    isFaulty = true;
    const rounds = Array.from({ length: 10 }, (_, index) => index + 1);
    for (const version of rounds)
      await Promise.all(
        codes.flatMap((code) =>
          Array.from({ length: 10 }, (_, record) =>
            write(code, `p-${record}`, version, code === 'tenant-3' && record === 7 && version === 5),
          ),
        ),
      );
    await start({ handler: feed }).caughtUp();
    for (const code of codes) {
      const versions = await listVersions(code, 'p-');
      expect(versions.size, code).toBe(10);
      for (const [subject, own] of versions) {
        expect(own, `${code} ${subject}`).toEqual(own.toSorted((a = 0, b = 0) => a - b));
        expect(own.at(-1), `${code} ${subject}`).toBe(10);
      }
    }
    expect((await listVersions('tenant-3', 'p-')).get('p-7')).not.toContain(5);
    const dead = await listDeadChanges(openPlatformStore());
    expect(dead.map(({ tenant, change }) => [tenant.code, change.keys, change.reason])).toEqual([
      ['tenant-3', 'T#tenant-3#NOTE#p-7 NOTE', 'TypeError: Cannot read properties of undefined'],
    ]);
    expect(await runCommand('list-dead-changes')).toMatch(
      /^tenant-3 .*Cannot read.*\n1 changes are set aside\.$/s,
    );
    // Nobody asked for it yet.
    await callRepeat();
    expect(await listDeadChanges(openPlatformStore())).toHaveLength(1);
    isFaulty = false;
    expect(await runCommand('repeat-dead-changes')).toContain('1 changes are being repeated');
    await callRepeat();
    expect(await listDeadChanges(openPlatformStore())).toEqual([]);
    expect((await listVersions('tenant-3', 'p-')).get('p-7')?.at(-1)).toBe(5);
    expect(await runCommand('list-dead-changes')).toBe('No changes are set aside.');
  });
});

it('a change on which the function ends is halved out of its batch, and set aside from its position alone', async () => {
  const sizes: number[] = [];
  for (let record = 0; record < 40; record += 1) await write('tenant-1', `q-${record}`, 1, record === 21);
  const stream = start({
    retries: 1,
    handler: async ({ Records }) => {
      const image = Records.map(({ dynamodb }) => dynamodb?.NewImage);
      sizes.push(Records.length);
      if (image.some((each) => each?.isPoisoned?.BOOL && each.id?.S?.startsWith('q-')))
        throw new Error('Runtime exited with error: signal: killed');
      await appendPositioned(Records as readonly StreamRecord[], new Date());
    },
    onDiscard: async (shardId, { Records }) => {
      const position = Records[0]?.dynamodb?.SequenceNumber;
      const DDBStreamBatchInfo = {
        ...{ shardId, startSequenceNumber: position, endSequenceNumber: position },
        streamArn: platform.streamArn,
      };
      const body = JSON.stringify({
        requestContext: { condition: 'RetryAttemptsExhausted' },
        DDBStreamBatchInfo,
      });
      expect(await keepChanges({ Records: [{ messageId: 'one', body }] })).toEqual({ batchItemFailures: [] });
    },
  });
  await stream.caughtUp();
  expect(sizes.filter((size) => size === 1).length).toBeGreaterThanOrEqual(2);
  const versions = await listVersions('tenant-1', 'q-');
  expect(versions.size).toBe(39);
  expect(versions.has('q-21')).toBe(false);
  const [dead] = await listDeadChanges(openPlatformStore());
  expect(dead?.change).toMatchObject({
    keys: 'T#tenant-1#NOTE#q-21 NOTE',
    reason: 'The change feed did not take it (RetryAttemptsExhausted).',
  });
  await runCommand('repeat-dead-changes');
  await callRepeat();
  expect((await listVersions('tenant-1', 'q-')).get('q-21')).toEqual([1]);
});

it('changes come again, and none is set aside, while the database is away', async () => {
  const away = Object.assign(new Error('away'), { name: 'ThrottlingException' });
  const records = [{ dynamodb: { SequenceNumber: '1' } }, { dynamodb: { SequenceNumber: '2' } }];
  const left = await takeChanges(records, () => Promise.reject(away), new Date());
  expect(left).toEqual(records);
});

it('a change that fails again stays, with its reason', async () => {
  const id = `r-${randomUUID()}`;
  const keys = { pk: { S: `T#tenant-2#NOTE#${id}` }, sk: { S: 'NOTE' } };
  // A number that the feed cannot store.
  const image = {
    type: { S: 'levelType' },
    id: { S: id },
    schemaVersion: { N: '1' },
    version: { N: '1e30' },
  };
  const record = {
    eventName: 'INSERT',
    dynamodb: {
      Keys: keys,
      NewImage: image,
      SequenceNumber: '5',
      ApproximateCreationDateTime: 1_700_000_000,
    },
  } as const;
  const take: HandleChanges = async (records) => void (await appendPositioned(records, new Date()));
  expect(await takeChanges([record], take, new Date())).toEqual([]);
  await runCommand('repeat-dead-changes');
  await callRepeat();
  const [dead] = await listDeadChanges(openPlatformStore(), 'tenant-2');
  expect(dead?.change.reason).toContain('1e+30');
  expect(dead?.change.repeatDate).toBeUndefined();
});

it('a repeat that fails after another call has handled the change leaves nothing of it behind', async () => {
  const tenant = platform.store('demo');
  const now = new Date();
  const record = {
    eventName: 'INSERT' as const,
    dynamodb: { Keys: { pk: { S: 'T#demo#NOTE#twice' }, sk: { S: 'NOTE' } }, SequenceNumber: '777' },
  };
  await setAside(record, new Error('first'), now);
  const findTwice = async () =>
    (await listDeadChanges(openPlatformStore(), 'demo')).find(({ change }) => change.keys.includes('#twice'));
  const { change } = (await findTwice()) ?? expect.fail('The change is set aside');
  await requestRepeat(tenant, change, now);
  const isHandled = await repeatChange(tenant, change.id, async () => {
    // Meanwhile another call handles it.
    expect(await repeatChange(tenant, change.id, async () => {})).toBe(true);
    throw new Error('second');
  });
  expect(isHandled).toBe(false);
  expect(await findTwice()).toBeUndefined();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../../shared/auth/permissions/permissions.ts';
import { commit, update } from '../../../../shared/data/changes.ts';
import { resetDocumentClient } from '../../../../shared/data/client.ts';
import { openTenantStore, type TenantStore } from '../../../../shared/data/store.ts';
import { parseTenantCode } from '../../../../shared/data/tenant/tenant-code.ts';
import { demoTenant, secondTenant } from '../../../contracts/demo-tenants.ts';
import { createCallerToken, unlimitedRequests } from '../../../local/create-caller.ts';
import { startDynamoDBLocal } from '../../../local/database/dynamodb-local.ts';
import { openPush } from '../../../local/push/push.ts';
import { type ServedPlatform, servePlatform } from '../../../local/serve.ts';
import { startTriggers } from '../../../local/triggers/triggers.ts';

/** A local platform that is started for a measurement. */
export interface MeasuredPlatform {
  readonly serving: ServedPlatform;
  /** DynamoDB Local's address. */
  readonly dynamodb: string;
  /** DynamoDB Local's process. */
  readonly databasePid: number;
  readonly tableName: string;
  /** The demo tenant's store. */
  readonly tenant: TenantStore;
  /** The store of the second demo tenant, whose requests are limited as any tenant's are. */
  readonly limitedTenant: TenantStore;
  /** A token of a caller of the demo tenant with these permissions. */
  tokenFor(permissions: readonly Permission[]): Promise<string>;
  /** Resolves when the functions behind the stream have processed everything written before this call. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

const openStore = (text: string): TenantStore => {
  const code = parseTenantCode(text);
  if (!code) throw new Error(`${text} is not a valid tenant code`);
  return openTenantStore(code);
};

/**
 * Starts it.
 * @param options.hasPush whether it has the push channel, and the functions behind the stream
 * @param options.isOnDisk whether the database writes to disk, as that of `npm start` does
 * @param options.hasCorrectUnits whether replies state the units of DynamoDB, for which transactions take longer
 * @throws LocalPlatformError when DynamoDB Local can't be started
 */
export async function startMeasuredPlatform(
  onProgress: (what: string) => void,
  { hasPush = false, hasCorrectUnits = false, isOnDisk = false } = {},
): Promise<MeasuredPlatform> {
  process.env.LOG_LEVEL = 'silent';
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-bench-'));
  const tableName = 'rostrum-bench';
  const dynamodb = await startDynamoDBLocal({
    ...(isOnDisk ? { dbPath: await mkdtemp(join(folder, 'database-')) } : { inMemory: true }),
    onProgress,
  });
  const stops: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true }),
    () => dynamodb.stop(),
  ];
  const stop = async () => {
    resetDocumentClient();
    for (const each of stops.splice(0).reverse()) await each();
  };
  let caughtUp = async (): Promise<void> => undefined;
  try {
    const serving = await servePlatform({
      port: 0,
      dynamodb: dynamodb.endpoint,
      tableName,
      secretsFile: join(folder, 'secrets.json'),
      hasStream: hasPush,
      hasCorrectUnits,
      onProgress,
    });
    stops.push(() => serving.stop());
    if (hasPush) {
      const push = await openPush(serving.server);
      stops.push(() => push.stop());
      // What the functions behind the stream mail goes nowhere: the measure has no mail catcher.
      const triggers = await startTriggers({
        streamArn: serving.streamArn,
        checkpoint: join(folder, 'streams'),
      });
      stops.push(() => triggers.stop());
      onProgress('waiting for the functions behind the stream');
      caughtUp = () => triggers.caughtUp();
      await caughtUp();
    }
    const tenant = openStore(demoTenant);
    await commit([update(tenantKey(tenant), { set: { requestLimit: unlimitedRequests } })]);
    return {
      serving,
      dynamodb: dynamodb.endpoint,
      databasePid: dynamodb.pid,
      tableName,
      tenant,
      limitedTenant: openStore(secondTenant),
      tokenFor: (permissions) => createCallerToken(tenant, { permissions }),
      caughtUp,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

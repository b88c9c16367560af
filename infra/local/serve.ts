// Serves the platform on one port over an existing database: environment, table, keys, demo data, gateway.
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openPlatformStore } from '../../shared/data/store.ts';
import { listTables } from '../../shared/data/tables.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import { getSystemCode, LocalPlatformError } from '../command/local-platform-error.ts';
import type { Mount } from '../contracts/mount.ts';
import { configureOwnTables } from '../contracts/own-tables.ts';
import { listEndpoints } from '../contracts/registry.ts';
import { correctUnits } from './database/correct-units.ts';
import { type FreeSpaceReader, findSpaceFailure, guardFreeSpace } from './database/free-space.ts';
import { createTable, type Table } from './database/table.ts';
import { copyPreparedDemo, discardUnfinishedTable, seedAndKeep } from './demo/fill-table.ts';
import { findPreparedFile } from './demo/prepared-demo.ts';
import { type DemoData, resumeDemo, type Seed, seedDemo } from './demo/seed.ts';
import { configureEnvironment, secretsPath } from './environment.ts';
import { createGateway } from './gateway.ts';
import { prepareSecrets } from './secrets/prepare-secrets.ts';
import { createSecretsHandler } from './secrets/secrets.ts';

export interface ServeOptions {
  /** 0 picks a free port. */
  readonly port: number;
  readonly host?: string;
  readonly dynamodb: string;
  readonly tableName: string;
  readonly secretsFile: string;
  readonly smtp?: string;
  /** Whether the table streams its changes; true by default. */
  readonly hasStream?: boolean;
  /** What else is served on the port; receives the platform's address. */
  readonly mounts?: (address: string, demo: DemoData) => readonly Mount[] | Promise<readonly Mount[]>;
  readonly onProgress?: (what: string) => void;
  /** Whether pages of other machines are refused; no by default. */
  readonly localOriginsOnly?: boolean;
  /** The free space of the data folder's disk: writes are refused when it is small. Unlimited by default. */
  readonly readFreeSpace?: FreeSpaceReader;
  /** Whether replies state the units of DynamoDB where DynamoDB Local reports others, for two more reads a transaction. */
  readonly hasCorrectUnits?: boolean;
  /** How long a function may take, in milliseconds; by default as long as API Gateway waits. */
  readonly functionTime?: number;
  /** Fills the new table; with the demo tenants by default. */
  readonly seed?: Seed;
}

/** A platform that serves. */
export interface ServedPlatform {
  readonly address: string;
  readonly urls: Readonly<Record<Area, string>>;
  readonly demo: DemoData;
  readonly server: Server;
  readonly streamArn: string;
  /** The streams of tenants' own tables. */
  readonly ownStreamArns: readonly string[];
  stop(): Promise<void>;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = getSystemCode(error);
      const message =
        code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program: set PORT to a free one, as in \`PORT=3100 npm start\`.`
          : code === 'EACCES'
            ? `Port ${port} needs rights this user does not have: set PORT to one above 1023.`
            : `Port ${port} cannot be opened (${error.message}): set PORT to another one.`;
      reject(new LocalPlatformError(message));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Creates what is missing of the platform's table and tenants' own; returns them, the platform's first. */
async function createTables({ tableName, hasStream = true }: ServeOptions): Promise<readonly Table[]> {
  const client = new DynamoDBClient({});
  try {
    await configureOwnTables(client, tableName);
    const tables: Table[] = [];
    for (const name of listTables()) tables.push(await createTable(client, name, { hasStream }));
    return tables;
  } finally {
    client.destroy();
  }
}

/** Fills new tables with the demo data. What was filled already stays as it is; what an earlier version filled is completed. */
async function fillTables(
  { seed, ...options }: ServeOptions,
  tables: readonly Table[],
  onProgress: (what: string) => void,
): Promise<DemoData> {
  // The copy is of one table with everything in it.
  const isNew = tables.length === 1 && tables[0]?.created === true && !existsSync(options.secretsFile);
  const file = seed || !isNew ? undefined : await findPreparedFile();
  const copied = file && (await copyPreparedDemo(options, file));
  await prepareSecrets(openPlatformStore(), options.secretsFile);
  if (seed) return seed(onProgress);
  return copied || (await resumeDemo()) || (file ? seedAndKeep(options, file) : seedDemo)(onProgress);
}

/**
 * Serves the platform. The port is opened first, so that a port in use is reported before anything else.
 * @throws LocalPlatformError when the port cannot be opened
 */
export async function servePlatform(options: ServeOptions): Promise<ServedPlatform> {
  const { host = '127.0.0.1', onProgress = () => undefined, readFreeSpace } = options;
  const extra: Mount[] = [{ at: secretsPath, serve: createSecretsHandler({ file: options.secretsFile }) }];
  const server = createGateway({
    endpoints: await listEndpoints(),
    mounts: () => extra,
    localOriginsOnly: options.localOriginsOnly ?? false,
    ...(options.functionTime !== undefined && { functionTime: options.functionTime }),
    ...(readFreeSpace && { findWriteFailure: () => findSpaceFailure(readFreeSpace) }),
  });
  if (readFreeSpace) server.on('close', guardFreeSpace(readFreeSpace, 'platform'));
  const port = await listen(server, options.port, host);
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  try {
    const address = `http://localhost:${port}`;
    configureEnvironment({
      gateway: address,
      dynamodb: options.dynamodb,
      tableName: options.tableName,
      ...(options.smtp !== undefined && { smtp: options.smtp }),
    });
    onProgress('making the table');
    await discardUnfinishedTable(options);
    const tables = await createTables(options);
    const [streamArn = '', ...ownStreamArns] = tables.map((table) => table.streamArn);
    const demo = await fillTables(options, tables, onProgress);
    if (options.hasCorrectUnits) server.on('close', correctUnits());
    extra.push(...((await options.mounts?.(address, demo)) ?? []));
    const urls = Object.fromEntries(areaNames.map((area) => [area, `${address}/${area}`])) as Record<
      Area,
      string
    >;
    return { address, urls, demo, server, streamArn, ownStreamArns, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

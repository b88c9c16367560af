// npm start: starts the whole platform on one port, prints how to use it, and stops it on ctrl-c.
import { rename, rm, writeFile } from 'node:fs/promises';
import { areaNames } from '../../shared/http/areas.ts';
import { pushPath } from '../../shared/push/admission.ts';
import { CommandError } from '../command/command-error.ts';
import { BadArguments, endProcess, parseCommandLine } from '../command/command-line.ts';
import { LocalPlatformError } from '../command/local-platform-error.ts';
import { demoTenant, mailPath, secondTenant } from '../contracts/demo-tenants.ts';
import { listEndpoints } from '../contracts/registry.ts';
import { createReferenceMounts } from '../reference/mounts.ts';
import { type DataDir, openDataDir } from './data-dir.ts';
import { assertNotInUse } from './database/database-claim.ts';
import type { DynamoDBLocal } from './database/dynamodb-local.ts';
import { isPortFree } from './database/free-port.ts';
import { createFreeSpaceReader } from './database/free-space.ts';
import { localTableName } from './environment.ts';
import { startMailCatcher } from './mail/mail-catcher.ts';
import { type MailReport, reportMail } from './mail/mail-events.ts';
import { createMailHandler } from './mail/mail-handler.ts';
import type { Mail } from './mail/mail-store.ts';
import { openDatabase } from './open-database.ts';
import { startProgress } from './progress.ts';
import { openPush } from './push/push.ts';
import { type ServedPlatform, servePlatform } from './serve.ts';
import { startTriggers } from './triggers/triggers.ts';
import { formatWelcome } from './welcome.ts';

const usage = `npm start
  Runs the platform until ctrl-c. It has no options: PORT and DATA_DIR set its port and data folder, as in PORT=3100 npm start.`;

/** Whether only the usage is requested. @throws BadArguments */
const isHelpRequested = (args: readonly string[]): boolean =>
  parseCommandLine({ args: [...args], options: { help: { type: 'boolean', short: 'h' } } }).values.help ??
  false;

/** The port of env PORT; 3000 by default. */
function readPort(): number {
  const text = process.env.PORT ?? '';
  const port = text === '' ? 3000 : Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new LocalPlatformError(`PORT must be a number from 0 to 65535, but was ${text}.`);
  }
  return port;
}

/** The steps of shutting down, in the reverse order of starting. */
class ShutdownSteps {
  readonly #stops: (() => Promise<void> | void)[] = [];

  add(stop: () => Promise<void> | void): void {
    this.#stops.push(stop);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
  }
}

/** What other programs, and this project's own commands, read to find the platform. */
const buildLocalJson = ({ address, urls, demo }: ServedPlatform, dynamodb: DynamoDBLocal): string =>
  `${JSON.stringify(
    {
      ...urls,
      push: `${address.replace(/^http/, 'ws')}${pushPath}`,
      mail: `${address}${mailPath}`,
      reference: `${address}/`,
      tenantCode: demoTenant,
      secondTenantCode: secondTenant,
      users: demo.users,
      clients: demo.clients,
      dynamodb: dynamodb.endpoint,
      pid: process.pid,
    },
    null,
    2,
  )}\n`;

async function start(
  running: ShutdownSteps,
  data: DataDir,
  say: (what: string) => void,
): Promise<ServedPlatform> {
  const port = readPort();
  // Before the port: a platform that runs already on the same folder has both.
  await assertNotInUse(data.dynamodbProcess, data.root);
  if (port !== 0 && !(await isPortFree(port))) {
    throw new LocalPlatformError(
      `Port ${port} is taken by another program: set PORT to a free one, as in PORT=3100 npm start.`,
    );
  }
  const dynamodb = await openDatabase(data, say);
  running.add(() => dynamodb.stop());
  // The data folder is claimed: remove what a killed platform left behind.
  await rm(data.local, { force: true });
  void dynamodb.failed.then(async (error) => {
    console.error(error.message);
    await running.stop();
    process.exit(1);
  });
  const report = (caught: Mail, kind: MailReport): Promise<void> => reportMail(caught, kind, new Date());
  const mail = await startMailCatcher({
    folder: data.mail,
    onMail: (caught) => {
      // As in AWS, a report that fails does not bring the mail back.
      report(caught, 'delivery').catch((error: unknown) => console.error(String(error)));
    },
  });
  running.add(() => mail.stop());
  const serving = await servePlatform({
    port,
    dynamodb: dynamodb.endpoint,
    tableName: localTableName,
    secretsFile: data.secrets,
    smtp: mail.url,
    localOriginsOnly: true,
    hasCorrectUnits: true,
    readFreeSpace: createFreeSpaceReader(data.root),
    mounts: async (_address, demo) => [
      { at: mailPath, serve: createMailHandler({ folder: data.mail, base: mailPath, report }) },
      ...createReferenceMounts(await listEndpoints(), demo),
    ],
    onProgress: say,
  });
  running.add(() => serving.stop());
  const push = await openPush(serving.server);
  running.add(() => push.stop());
  say('starting the triggers');
  const triggers = await startTriggers({
    streamArn: serving.streamArn,
    ownStreamArns: serving.ownStreamArns,
    checkpoint: data.streams.replace(/\.json$/, ''),
  });
  running.add(() => triggers.stop());
  // Renamed when complete: a program that waits for the file never reads half of it.
  await writeFile(`${data.local}.new`, buildLocalJson(serving, dynamodb), { mode: 0o600 });
  await rename(`${data.local}.new`, data.local);
  running.add(() => rm(data.local, { force: true }));
  return serving;
}

const running = new ShutdownSteps();
let stoppingSince: number | undefined;

/** Stops once. A signal may arrive twice, from the terminal and from npm; a later one forces the exit. */
async function shutDown(): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > 2_000) process.exit(130);
    return;
  }
  stoppingSince = performance.now();
  process.stdout.write('\nStopping...\n');
  await running.stop();
  process.exit(0);
}

// Writing to a closed terminal fails; stopping must continue.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  if (isHelpRequested(process.argv.slice(2))) {
    console.log(usage);
    process.exit();
  }
  const say = startProgress('Starting Rostrum');
  process.on('SIGINT', shutDown);
  process.on('SIGTERM', shutDown);
  process.on('SIGHUP', shutDown);
  const data = await openDataDir();
  const serving = await start(running, data, say);
  say.done();
  console.log(formatWelcome(serving, data.root, areaNames));
} catch (error) {
  await running.stop();
  // What nobody foresaw is shown whole: some errors have no message.
  if (error instanceof CommandError) console.error(error.message);
  else console.error('Rostrum could not start:', error);
  if (error instanceof BadArguments) console.error(`\n${usage}`);
  await endProcess(1);
}

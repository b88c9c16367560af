// How fast people are imported: by the command, over HTTP as a file, and over HTTP as batches of rows.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { observeRequests } from '../../../shared/data/client.ts';
import { createMeter, runWithMeter } from '../../../shared/data/meter.ts';
import { runImport } from '../../import/run.ts';
import { getUnitPrice } from '../prices/prices.ts';
import { formatTable } from './markdown-table.ts';
import { type MeasuredPlatform, startMeasuredPlatform } from './measured/measured-platform.ts';

/** What one way of importing took. */
interface ImportSpeed {
  readonly way: string;
  readonly rows: number;
  readonly seconds: number;
  /** Seconds after that until the functions behind the stream had processed all of it. */
  readonly secondsBehind: number;
  /** Requests to the database. */
  readonly requests: number;
  /** The most that the process held after a part, in bytes. */
  readonly memory: number;
}

/** The rows of one request of a batch. */
const BATCH_ROWS = 500;
/** How many rows are imported to read the units of a row: DynamoDB Local counts them one by one. */
const METERED_ROWS = 200;

const headings = ['id', 'first name', 'last name', 'email', 'phone', 'title', 'street', 'city', 'zip'];

/** People of a made-up association; `set` makes them others than those of another set. */
const buildRow = (set: string, index: number): string[] => [
  `${set}-${index}`,
  `First${index % 700}`,
  `Last${index % 3000}`,
  `${set}-${index}@maple.example`,
  `410-555-${String(index % 10_000).padStart(4, '0')}`,
  ['Clerk', 'Mayor', 'Treasurer', 'Member'][index % 4] ?? '',
  `${index} Main St`,
  'Rivertown',
  '21201',
];

const buildFile = (set: string, rows: number): string =>
  [headings, ...Array.from({ length: rows }, (_, index) => buildRow(set, index))]
    .map((cells) => cells.join(','))
    .join('\n');

/** Measures `work`, which imports so many rows; what it leaves to the functions behind the stream is done when it returns. */
async function measure(
  { caughtUp }: MeasuredPlatform,
  way: string,
  rows: number,
  work: () => Promise<void>,
): Promise<ImportSpeed> {
  let [requests, memory] = [0, 0];
  const stop = observeRequests(() => {
    requests += 1;
    if (requests % 100 === 0) memory = Math.max(memory, process.memoryUsage().rss);
  });
  const startedAt = performance.now();
  await work();
  const endedAt = performance.now();
  await caughtUp();
  stop();
  const toSeconds = (milliseconds: number): number => milliseconds / 1000;
  const seconds = toSeconds(endedAt - startedAt);
  const secondsBehind = toSeconds(performance.now() - endedAt);
  return { way, rows, seconds, secondsBehind, requests, memory };
}

/** Imports a file as the command does, without its start. */
const importByCommand = async (
  { tenant }: MeasuredPlatform,
  { folder, set, rows }: { readonly folder: string; readonly set: string; readonly rows: number },
): Promise<void> => {
  const path = join(folder, `${set}.csv`);
  await writeFile(path, buildFile(set, rows));
  await runImport(
    { kind: 'people', path, tenant: tenant.code, source: undefined, dryRun: false, aws: undefined },
    {
      importsFolder: folder,
      now: new Date(),
      progress: { begin: () => undefined, add: () => undefined, end: () => undefined },
      say: () => undefined,
    },
  );
};

/** Sends a request to the CRM; returns the body. */
function createSender({ serving, tenant }: MeasuredPlatform, token: string) {
  return async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${serving.urls.crm}/api/v1/${path}`, {
      method,
      headers: {
        'tenant-code': tenant.code,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
}

type Send = ReturnType<typeof createSender>;

async function importAsFile(send: Send, set: string, rows: number): Promise<void> {
  const content = Buffer.from(buildFile(set, rows)).toString('base64');
  const { id } = await send('POST', 'Imports', { kind: 'people', fileName: 'people.csv', content });
  const waitFor = async (status: string): Promise<void> => {
    for (;;) {
      const found = await send('GET', `Imports/${id}`);
      if (found.status === status) return;
      if (found.status === 'failed') throw new Error(`The import failed: ${found.reason}`);
      await sleep(200);
    }
  };
  await waitFor('ready');
  await send('POST', `Imports/${id}/Start`, {});
  await waitFor('done');
}

async function importAsBatches(send: Send, set: string, rows: number): Promise<void> {
  for (let start = 0; start < rows; start += BATCH_ROWS) {
    let left: object[] = Array.from({ length: Math.min(BATCH_ROWS, rows - start) }, (_, index) => {
      const [, firstName, lastName, email, phone, title, street, city, zipCode] = buildRow(
        set,
        start + index,
      );
      return { firstName, lastName, email, phone, title, addresses: [{ street, city, zipCode }] };
    });
    while (left.length > 0) {
      const { results } = await send('POST', 'Batches/People', { operation: 'create', rows: left });
      left = left.filter((_, index) => results[index].status === 'Pending');
    }
  }
}

/** The units and the price of a row by the command, on AWS. */
async function describeUnits(folder: string, say: (what: string) => void): Promise<string> {
  const platform = await startMeasuredPlatform(say, { hasCorrectUnits: true });
  try {
    const meter = createMeter();
    await runWithMeter(meter, () => importByCommand(platform, { folder, set: 'U', rows: METERED_ROWS }));
    const [reads, writes] = [meter.readUnits / METERED_ROWS, meter.writeUnits / METERED_ROWS];
    const dollars =
      1000 * (reads * getUnitPrice('dynamodbReadUnit') + writes * getUnitPrice('dynamodbWriteUnit'));
    return `A new person takes ${reads.toFixed(1)} read units and ${writes.toFixed(1)} write units: 1,000 people are $${dollars.toFixed(3)} on AWS.`;
  } finally {
    await platform.stop();
  }
}

const formatSpeed = ({ way, rows, seconds, secondsBehind, requests, memory }: ImportSpeed): string[] => [
  way,
  rows.toLocaleString('en-US'),
  seconds.toFixed(1),
  (rows / seconds).toFixed(0),
  secondsBehind.toFixed(1),
  (requests / rows).toFixed(2),
  `${Math.round(memory / 2 ** 20)} MB`,
];

/** Measures imports of so many people on a database on disk, as `npm start` has it. */
export async function measureImport(rows: number, say: (what: string) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-import-'));
  const speeds: ImportSpeed[] = [];
  try {
    const units = await describeUnits(folder, say);
    const platform = await startMeasuredPlatform(say, { hasPush: true, isOnDisk: true });
    try {
      const send = createSender(
        platform,
        await platform.tokenFor(['crm.imports.write', 'crm.people.write', 'crm.emails.read']),
      );
      say(`importing ${rows} people by the command`);
      speeds.push(
        await measure(platform, '`npm run import`', rows, () =>
          importByCommand(platform, { folder, set: 'C', rows }),
        ),
      );
      say(`importing ${rows} people over HTTP, as a file`);
      speeds.push(await measure(platform, '`POST Imports`', rows, () => importAsFile(send, 'F', rows)));
      const fewer = Math.min(rows, 4 * BATCH_ROWS);
      say(`importing ${fewer} people over HTTP, in batches`);
      speeds.push(
        await measure(platform, '`POST Batches/People`', fewer, () => importAsBatches(send, 'B', fewer)),
      );
    } finally {
      await platform.stop();
    }
    const table = formatTable(
      [
        'By',
        'People',
        'Seconds',
        'People a second',
        'Seconds behind',
        'Database requests per person',
        'Memory',
      ],
      speeds.map(formatSpeed),
    );
    return `On a database on disk, in one process with the platform and the functions behind its stream, which work at the same time; the seconds
behind are what they had left to do once the people were imported. The command is measured without its start.\n\n${table}\n\n${units}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

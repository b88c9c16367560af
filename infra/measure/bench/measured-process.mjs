// A fresh process that loads one bundle and answers requests; the first one is the cold start.
//
// Plain JavaScript, so that only the bundle is compiled. Arguments: the bundle's file, the event's file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [file = '', eventFile = ''] = process.argv.slice(2);
const text = readFileSync(eventFile, 'utf8');
const context = {
  functionName: 'bench',
  awsRequestId: '00000000-0000-4000-8000-000000000000',
  callbackWaitsForEmptyEventLoop: false,
  getRemainingTimeInMillis: () => 29_000,
};

// As Lambda's runtime does it: `.mjs` is imported, `.cjs` is required.
const load = async () =>
  file.endsWith('.cjs') ? createRequire(file)(file) : import(pathToFileURL(file).href);

const cpuMilliseconds = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const cpuBefore = process.cpuUsage();
const begun = performance.now();
const { handler } = await load();
const loaded = performance.now();
const reply = await handler(JSON.parse(text), context);
const answered = performance.now();
// What other threads still do for it counts: with TLS, Node reads certificates in one.
await new Promise((resolve) => setTimeout(resolve, 50));
const cpu = cpuMilliseconds(cpuBefore);

process.send({ load: loaded - begun, answer: answered - loaded, total: answered - begun, cpu, reply });

/** Answers `count` requests, one after the other. */
async function answerMany(count) {
  const cpuSince = process.cpuUsage();
  const since = performance.now();
  let refused = 0;
  for (let at = 0; at < count; at += 1) {
    const { statusCode } = await handler(JSON.parse(text), context);
    if (statusCode !== 200) refused += 1;
  }
  process.send({ count, wall: performance.now() - since, cpu: cpuMilliseconds(cpuSince), refused });
}

process.on('message', (count) => void answerMany(count));
process.on('disconnect', () => process.exit(0));

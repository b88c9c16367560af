// The platform in a separate process, for tests that kill it: serves one folder of endpoints on the table that its environment
// names, and runs the triggers when it is given a stream. It prints its port once it serves, and `caught up` once it has caught
// up. `<folder> [<stream> <checkpoint>]`
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { loadEndpoints } from '../../infra/contracts/registry.ts';
import { createGateway } from '../../infra/local/gateway.ts';
import { startTriggers } from '../../infra/local/triggers/triggers.ts';

const [folder = '', streamArn, checkpoint] = process.argv.slice(2);

const server = createGateway({ endpoints: await loadEndpoints(folder) });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const triggers = streamArn && checkpoint ? await startTriggers({ streamArn, checkpoint }) : undefined;
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);

createInterface({ input: process.stdin })
  .on('line', async () => {
    // Three steps: stream to feed, feed to deliveries, deliveries to receivers.
    for (let step = 0; step < 3; step += 1) await triggers?.caughtUp();
    process.stdout.write('caught up\n');
  })
  // It ends with the test.
  .on('close', () => process.exit(0));

// Finds free ports.
import { createServer } from 'node:net';
import { getSystemCode } from '../../command/local-platform-error.ts';

/** A TCP port free on every address of this machine at this moment; the system picks it from its own range. */
export async function findFreePort(): Promise<number> {
  return listenOnce(0);
}

/** Whether nothing listens on the port. False too when this user may not listen there. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch (error) {
    if (getSystemCode(error) === 'EADDRINUSE' || getSystemCode(error) === 'EACCES') return false;
    throw error;
  }
}

// No host: DynamoDB Local binds all addresses, so a port taken on any of them is of no use.
function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

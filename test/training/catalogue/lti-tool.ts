// A tool of LTI for tests: @lti-tool/core as it is published, behind the three addresses that a tool has.
import type { webcrypto } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LTISession, LTIStorage, LTITool } from '@lti-tool/core';
import { build } from 'esbuild';

/** Where the tool finds the platform, as its administrator enters it. */
export interface Connection {
  readonly issuer: string;
  readonly clientId: string;
  readonly deploymentId: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly keySetUrl: string;
}

export interface TestTool {
  readonly address: string;
  readonly library: LTITool;
  readonly keys: webcrypto.CryptoKeyPair;
  /** How often the key set was requested. */
  readonly requests: () => number;
  connect(connection: Connection): void;
  stop(): Promise<void>;
}

/** Its imports name no files as Node wants them, so it is bundled, as an application that uses it is. */
async function loadLibrary(): Promise<typeof import('@lti-tool/core')> {
  const folder = await mkdtemp(join(tmpdir(), 'lti-tool-'));
  const outfile = join(folder, 'tool.mjs');
  try {
    await build({
      stdin: { contents: "export * from '@lti-tool/core';", resolveDir: import.meta.dirname },
      ...{ outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the tool stores: in memory. */
function createStorage(connections: ReadonlyMap<string, Connection>): Partial<LTIStorage> {
  const nonces = new Set<string>();
  const sessions = new Map<string, LTISession>();
  return {
    storeNonce: async (nonce) => void nonces.add(nonce),
    validateNonce: async (nonce) => nonces.delete(nonce),
    addSession: async (session) => {
      sessions.set(session.id, session);
      return session.id;
    },
    getSession: async (id) => sessions.get(id),
    getLaunchConfig: async (iss, clientId, deploymentId) => {
      const found = connections.get(clientId);
      return found?.issuer === iss && found.deploymentId === deploymentId
        ? {
            ...{ iss, clientId, deploymentId },
            authUrl: found.authorizationUrl,
            tokenUrl: found.tokenUrl,
            jwksUrl: found.keySetUrl,
          }
        : undefined;
    },
  };
}

/** A key pair as the library takes it. */
export const generateToolKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      ...{ modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    },
    true,
    ['sign', 'verify'],
  );

export async function startTool(): Promise<TestTool> {
  const { LTITool: Library } = await loadLibrary();
  const connections = new Map<string, Connection>();
  const keys = await generateToolKeys();
  const library = new Library({
    stateSecret: new TextEncoder().encode('a secret of the tool, 32 bytes or more'),
    keyPair: keys,
    storage: createStorage(connections) as LTIStorage,
  });
  let requests = 0;
  const server: Server = createServer(async (_, reply) => {
    requests += 1;
    reply.setHeader('Content-Type', 'application/json');
    reply.end(JSON.stringify(await library.getJWKS()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ address, library, keys, requests: () => requests },
    connect: (connection) => void connections.set(connection.clientId, connection),
    stop: () =>
      new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))),
  };
}

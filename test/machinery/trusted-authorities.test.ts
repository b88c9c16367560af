// A process that trusts Amazon's certificate authorities alone (docs/performance.md#cold-starts), and what else connects with TLS.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { amazonAuthoritiesVariables } from '../../infra/aws/functions/amazon-authorities-variables.ts';
import { createCertificate } from '../../infra/measure/bench/create-certificate.ts';
import { amazonAuthorities } from '../../shared/data/sdk/amazon-authorities.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it("Amazon's authorities are five of Node's own", () => {
  const normalize = (pem: string): string => pem.replaceAll(/\s/g, '');
  const known = new Set(rootCertificates.map(normalize));
  expect(amazonAuthorities).toHaveLength(5);
  for (const pem of amazonAuthorities) expect(known).toContain(normalize(pem));
});

/** Has a process with the variables of a function send a request by TLS; it says how many authorities it trusted before and after. */
async function sendByTls(env: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-tls-'));
  const { key, cert } = createCertificate(new Date());
  const server = createServer({ key, cert }, (_, response) => void response.end('{}'));
  let connections = 0;
  server.on('secureConnection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  try {
    const certFile = join(folder, 'cert.pem');
    await writeFile(certFile, cert);
    const script = `
      import tls from 'node:tls';
      await import(${JSON.stringify(join(root, 'shared/data/client.ts'))});
      const { RequestHandler } = await import(${JSON.stringify(join(root, 'shared/data/sdk/request-handler.ts'))});
      const before = tls.getCACertificates('default').length;
      const handler = new RequestHandler({ connectionTimeout: 10_000, requestTimeout: 20_000 });
      const port = ${(server.address() as AddressInfo).port};
      const request = { protocol: 'https:', hostname: 'localhost', port, method: 'POST', path: '/', headers: {}, body: '' };
      const [one, two] = await Promise.all([1, 2].map(() => handler.handle(request).then(
        ({ response }) => response.statusCode,
        ({ code }) => code,
      )));
      for (let round = 0; round < 3; round += 1) await Promise.allSettled([1, 2, 3].map(() => handler.handle(request)));
      console.log(JSON.stringify({ before, one, two, after: tls.getCACertificates('default').length }));
      process.exit(0);`;
    const { PATH = '' } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--no-warnings', '--eval', script],
      { env: { PATH, ...env, ...(env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: certFile }) } },
    );
    return { ...JSON.parse(stdout), connections };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  }
}

it("a function trusts Amazon's authorities and those that NODE_EXTRA_CA_CERTS adds", async () => {
  const env = { ...amazonAuthoritiesVariables, NODE_EXTRA_CA_CERTS: 'yes' };
  expect(await sendByTls(env)).toMatchObject({ before: 6, one: 200, two: 200, after: 6 });
});

it('the first eight requests by TLS share a connection; later ones have connections of their own', async () => {
  // Two, three and three; the last three are sent side by side.
  const env = { ...amazonAuthoritiesVariables, NODE_EXTRA_CA_CERTS: 'yes' };
  expect((await sendByTls(env)).connections).toBe(3);
});

it('a function trusts all authorities of Node when none of these has certified an address, and refuses one of nobody', async () => {
  const { before, one, two, after } = await sendByTls(amazonAuthoritiesVariables);
  expect([before, after]).toEqual([5, rootCertificates.length]);
  expect([one, two]).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
});

it('a process without the variables trusts what Node trusts', async () => {
  const { before, one, after } = await sendByTls({});
  expect([before, after]).toEqual([rootCertificates.length, rootCertificates.length]);
  expect(one).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
});

it('whatever connects to addresses of others trusts all authorities first', async () => {
  const connects = /from 'node:(https|tls|http2)'|import\('nodemailer'\)|(?<![.\w])fetch\(/;
  const found: string[] = [];
  const inPages = ['functions/identity/passkeys/script.ts', 'functions/training/desk/script/'];
  for (const path of globSync('{functions,shared}/**/*.ts', { cwd: root })) {
    if (path.endsWith('.test.ts') || inPages.some((page) => path.startsWith(page))) continue;
    const source = await readFile(join(root, path), 'utf8');
    if (!connects.test(source)) continue;
    found.push(path);
    expect(source, path).toContain('trustAllAuthorities();');
  }
  expect(found).toEqual(expect.arrayContaining(['shared/mail/deliver.ts', 'shared/webhooks/send.ts']));
});

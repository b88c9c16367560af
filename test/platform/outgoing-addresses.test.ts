// Addresses that a tenant names (docs/events.md#addresses-that-tenants-name): every place that contacts one does it by the same
// guard, and every endpoint that takes one refuses the same addresses.
import { randomUUID } from 'node:crypto';
import dns, { type LookupAddress } from 'node:dns';
import { glob, readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fetchPublic } from '../../shared/webhooks/public-fetch.ts';
import { sendWebhook } from '../../shared/webhooks/send.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../billtracking/subscriptions/webhook-receiver.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { signInAdministrator } from '../identity/tenants/demo.ts';

let platform: TestPlatform;
let receiver: WebhookReceiver;
let administrate: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  [platform, receiver] = await Promise.all([startPlatform(), startWebhookReceiver()]);
  administrate = await signInAdministrator(platform);
});
afterEach(() => {
  receiver.answer = 200;
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver?.stop();
  await platform?.stop();
});

/** The sources of the service that match, sorted. */
async function listFiles(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('{functions,shared}/**/*.ts'))
    if (!file.endsWith('.test.ts') && pattern.test(await readFile(file, 'utf8'))) found.push(file);
  return found.sort();
}

describe('the places that contact an address', () => {
  it('open connections in these files only', async () => {
    const opening =
      /from 'node:(http|https|net|tls|dgram|dns|dns\/promises|http2)'|getBuiltinModule\('node:(http|https|net|tls)'\)|import\('nodemailer'\)|\bnew WebSocket\(/;
    const files = await listFiles(opening);
    expect(files).toEqual([
      // Reads no more of node:net than whether a text is an IP address.
      'shared/auth/throttles/sign-in-throttle.ts',
      // Amazon's own services, at the addresses of its SDK.
      'shared/data/sdk/request-handler.ts',
      'shared/data/sdk/trusted-authorities.ts',
      // Asks the name servers of the process about domains of tenants, and connects to none.
      'shared/mail-sender/look-up.ts',
      // The mail server of the platform (SMTP_URL).
      'shared/mail/deliver.ts',
      // The two ways to an address of a tenant.
      'shared/webhooks/public-fetch.ts',
      'shared/webhooks/send.ts',
      // The guard, which resolves names.
      'shared/webhooks/target.ts',
    ]);
    // fetch of Node follows redirects and resolves names itself; these two are scripts of pages, which browsers run.
    expect(await listFiles(/(?<![.\w])fetch\(/)).toEqual([
      'functions/identity/passkeys/script.ts',
      'functions/training/desk/script/requests.ts',
      'functions/training/desk/script/sign-in.ts',
    ]);
  });

  it('are these, each by the guard', async () => {
    expect(await listFiles(/\b(fetchPublic|sendWebhook)\b/)).toEqual([
      'functions/billtracking/data-feeds/providers/client.ts',
      'functions/billtracking/data-feeds/providers/published-texts.ts',
      'functions/billtracking/jobs/run-bill-timers/handler.ts',
      'functions/billtracking/jobs/send-webhooks/handler.ts',
      'functions/identity/federation/logout-token.ts',
      'functions/identity/federation/relying-party.ts',
      'functions/identity/sessions/send-logout.ts',
      'functions/training/external-courses/lti/assertion.ts',
      'shared/webhooks/public-fetch.ts',
      'shared/webhooks/send.ts',
    ]);
    // Libraries that would fetch by themselves are given fetchPublic.
    for (const file of await listFiles(/createRemoteJWKSet\(|\.discovery\(/)) {
      const text = await readFile(file, 'utf8');
      expect([file, /customFetch\]/.test(text), text.includes('fetchPublic')]).toEqual([file, true, true]);
    }
  });

  it('check an address where it is stored in these files', async () => {
    expect(await listFiles(/\bfindWebhookUrlError\b/)).toEqual([
      // Each address before it is asked for, and each to which one leads.
      'functions/billtracking/data-feeds/providers/hosts.ts',
      'functions/billtracking/events/subscriptions/input.ts',
      'functions/crm/webhooks/contract.ts',
      'functions/identity/clients/sign-in.ts',
      'functions/identity/federation/administer.ts',
      'functions/identity/federation/relying-party.ts',
      'functions/training/external-courses/set-external-course.ts',
      // The domain of a sender, before its records are looked up.
      'shared/mail-sender/look-up.ts',
      'shared/webhooks/target.ts',
    ]);
  });
});

describe('an endpoint that takes an address', () => {
  const tokenOfAdministrator = () => platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  const send = async (
    method: string,
    area: Parameters<TestPlatform['call']>[1],
    path: string,
    body: object,
  ) => platform.call(method, area, path, { tenant: 'demo', token: await tokenOfAdministrator(), body });

  const endpoints: readonly [
    name: string,
    send: (url: string) => Promise<{ status: number; text: string }>,
  ][] = [
    [
      'createWebhook',
      (url) => send('POST', 'crm', '/api/v1/Webhooks', { name: 'Sync', url, topics: ['regions'] }),
    ],
    [
      'updateWebhook',
      async (url) => {
        const body = { name: 'Sync', url: receiver.url, topics: ['regions'] };
        const created = await send('POST', 'crm', '/api/v1/Webhooks', body);
        return send('PUT', 'crm', `/api/v1/Webhooks/${created.body.id}`, { ...body, url });
      },
    ],
    [
      'subscribeToEvents',
      (url) =>
        send('POST', 'billtracking', '/api/1.0/bill/event/subscribe', {
          name: 'Sync',
          channel: { type: 'webhook', url },
          what: { topics: ['regions'] },
        }),
    ],
    [
      'setIdentityProvider',
      (issuer) =>
        send('PUT', 'identity', '/api/v1/IdentityProvider', {
          ...{ issuer, clientId: 'rostrum', clientSecret: 'a secret', defaultRoles: ['member'] },
        }),
    ],
    [
      'setClientSignIn',
      (backchannelLogoutUri) =>
        administrate('PUT', '/api/v1/Clients/demo-website/SignIn', {
          redirectUris: ['http://localhost:4000/auth-callback'],
          backchannelLogoutUri,
        }),
    ],
    [
      'setExternalCourse',
      async (keySetUrl) => {
        const course = await send('POST', 'training', '/api/v1/Courses', { name: `Course ${randomUUID()}` });
        return send('PUT', 'training', `/api/v1/Courses/${course.body.id}/ExternalCourse`, {
          ...{ standard: 'lti', moveOn: 'Completed', openTo: 'registered' },
          launchUrl: 'https://tool.example/course/7',
          lti: {
            loginUrl: 'https://tool.example/login',
            redirectUris: ['https://tool.example/launch'],
            keySetUrl,
          },
        });
      },
    ],
  ];

  const addresses = [
    ['https://10.0.0.7/x', 'must be a public address'],
    ['https://hooks.example.org:25/x', 'must not have the port 25'],
    ['https://printer.lan/x', 'must have a public host name'],
    ['https://intranet./x', 'must have a public host name'],
  ] as const;

  it.each(endpoints)(
    '%s refuses an internal address, a local name and the port of another protocol',
    async (_, refuses) => {
      for (const [url, reason] of addresses) {
        const reply = await refuses(url);
        expect([url, reply.status, reply.text]).toEqual([url, 400, expect.stringContaining(reason)]);
      }
    },
  );
});

describe('the guard', () => {
  const { lookup } = dns;
  const lookups: string[] = [];
  afterEach(() => {
    lookups.length = 0;
    Object.assign(dns, { lookup });
    syncBuiltinESMExports();
  });
  /** A name server that gives another address each time, as one does that rebinds a name. */
  const answer = (...answers: readonly string[][]) => {
    Object.assign(dns, {
      lookup: (hostname: string, _: object, done: (error: null, found: LookupAddress[]) => void) => {
        const addresses = answers[Math.min(lookups.length, answers.length - 1)] ?? [];
        lookups.push(hostname);
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      },
    });
    syncBuiltinESMExports();
  };

  const secrets = [`whsec_${Buffer.alloc(32, 'a').toString('base64')}`];
  const ways: readonly [name: string, contact: (url: string) => Promise<'reached' | 'refused'>][] = [
    [
      'fetchPublic',
      (url) =>
        fetchPublic(url, { timeout: 2000 }).then(
          () => 'reached' as const,
          ({ name }: Error) => {
            expect(name).toBe('NonPublicAddressError');
            return 'refused' as const;
          },
        ),
    ],
    [
      'sendWebhook',
      async (url) => {
        const message = { id: 'msg_1', at: new Date(), body: '{}' };
        const { status, error } = await sendWebhook({ ...message, url, secrets }, 2000);
        if (status === undefined) expect(error).toMatch(/^The address is not public/);
        return status === undefined ? 'refused' : 'reached';
      },
    ],
  ];
  const localUrl = () => receiver.url.replace('127.0.0.1', 'localhost');

  it.each(ways)(
    'of %s connects to the address that it checked: a name is resolved once',
    async (_, contact) => {
      answer(['127.0.0.1'], ['169.254.169.254']);
      expect(await contact(localUrl())).toBe('reached');
      expect([lookups, receiver.received.length]).toEqual([['localhost'], 1]);
    },
  );

  it.each(ways)('of %s refuses a name that was rebound to an internal address since', async (_, contact) => {
    answer(['127.0.0.1'], ['10.0.0.7'], ['8.8.8.8', '10.0.0.7'], ['::ffff:10.0.0.7']);
    expect(await contact(localUrl())).toBe('reached');
    for (let attempt = 0; attempt < 3; attempt++) expect(await contact(localUrl())).toBe('refused');
    expect(receiver.received).toHaveLength(1);
  });

  it.each(ways)('of %s refuses another name that resolves to this machine', async (_, contact) => {
    answer(['127.0.0.1']);
    const { port } = new URL(receiver.url);
    expect(await contact(`https://hooks.example.org:${port}/hook`)).toBe('refused');
    expect(receiver.received).toEqual([]);
  });

  it.each(ways)('of %s follows no redirect', async (_, contact) => {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.received.length = 0;
      receiver.answer = (response) => response.writeHead(status, { Location: `${receiver.url}/next` }).end();
      expect(await contact(receiver.url)).toBe('reached');
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    }
  });

  it.each(ways)('of %s refuses the port of another protocol and an internal address', async (_, contact) => {
    for (const url of ['https://hooks.example.org:6379/', 'https://10.0.0.7/', 'https://[fd00::1]/'])
      expect(await contact(url)).toBe('refused');
    expect(lookups).toEqual([]);
  });
});

// What the chapters of the tour share: a platform with its stream and its mails, an association on it, and calls to it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startMailCatcher } from '../../infra/local/mail/mail-catcher.ts';
import { listMails } from '../../infra/local/mail/mail-store.ts';
import { startTriggers } from '../../infra/local/triggers/triggers.ts';
import { type Reply, startPlatform } from '../harness/platform.ts';
import { signInAdministrator } from '../identity/tenants/demo.ts';
import { importText } from '../import/import-into.ts';
import { blockExternalRequests, verify } from '../training/certifications/verifier.ts';
import { association, emailAddress, type Name, organizationList, peopleList, tenant } from './cast.ts';
import { type Clock, startClock } from './clock.ts';
import { type CallAsAdministrator, signUpStaff } from './staff.ts';

export interface Tour {
  /** The person's id. */
  personId(name: Name): string;
  /** Calls area A as a person, or as the public, which sends the tenant but no token. */
  call(who: Name | 'public', method: string, path: string, body?: unknown): Promise<Reply>;
  /** Calls area A, expects success, and returns the body of the response. */
  callOk(who: Name | 'public', method: string, path: string, body?: unknown): Promise<Reply['body']>;
  /** Remembers the id of a record, for later chapters. */
  rememberId(what: string, id: string): void;
  recallId(what: string): string;
  /** Moves the clock to a moment, and runs each timer on the way at the moment when it is due. */
  until: Clock['until'];
  /** The notifications of a person in the app, the earliest first, after all written ones have been delivered. */
  notifications(name: Name): Promise<{ readonly kind: string; readonly message: string }[]>;
  /** The mails that wait for another attempt, with what went wrong: none, because the catcher takes every mail. */
  listUnsentMails(): Promise<readonly object[]>;
  /** The mails that a person received, the earliest first. */
  mails(name: Name): Promise<
    {
      readonly subject: string;
      readonly text: string;
      readonly attachments: readonly { readonly name: string; readonly type: string }[];
    }[]
  >;
  /** The path below /api/v1 of the link in the newest mail to a person, which opens a page without signing in. */
  latestLink(name: Name): Promise<string>;
  /** The result of an independent verifier for a credential at a moment: whether each step passed. */
  verify(moment: string, credential: Parameters<typeof verify>[0]): ReturnType<typeof verify>;
  stop(): Promise<void>;
}

/** A platform whose stream delivers notifications and sends mails, as it does on AWS; the mails are caught. */
async function startTourPlatform() {
  const platform = await startPlatform({ hasStream: true });
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-tour-'));
  const mailFolder = join(folder, 'mail');
  const catcher = await startMailCatcher({ folder: mailFolder });
  process.env.SMTP_URL = catcher.url;
  const { streamArn } = platform;
  const triggers = await startTriggers({ streamArn, checkpoint: join(folder, 'streams') });
  return {
    platform,
    mailFolder,
    caughtUp: () => triggers.caughtUp(),
    async stop() {
      await triggers.stop();
      await catcher.stop();
      await platform.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the association at a moment of its own clock, imports its directory, and signs its people in. */
export async function setUpAssociation(founded: string): Promise<Tour> {
  const { platform, mailFolder, caughtUp, stop } = await startTourPlatform();
  const callAsPlatform = await signInAdministrator(platform);
  const callAsAdministrator: CallAsAdministrator = async (method, path, body) => {
    const reply = await callAsPlatform(method, `/api/v1${path}`, body);
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
    return reply.body;
  };
  const settings = { name: association, timeZone: 'America/Denver', fiscalYearStart: '07-01' };
  await callAsAdministrator('POST', '/Tenants', { code: tenant, ...settings });
  const clock = await startClock(founded, platform.store(tenant), (clockOffsetSeconds) =>
    callAsAdministrator('PUT', `/Tenants/${tenant}`, { clockOffsetSeconds }),
  );
  await importText('organizations', organizationList, { tenant });
  await importText('people', peopleList, { tenant });
  const staff = await signUpStaff(platform, callAsAdministrator);
  const ids = new Map(staff.ids);
  const deliverAll = async (): Promise<void> => {
    // The first pass delivers the notifications, and the second pass sends the mails that the first one wrote.
    await caughtUp();
    await caughtUp();
  };

  const tour: Tour = {
    personId: (name) => tour.recallId(name),
    call: (who, method, path, body) => {
      const token = who === 'public' ? undefined : staff.tokens.get(who);
      return platform.call(method, 'training', `/api/v1${path}`, { tenant, body, ...(token && { token }) });
    },
    async callOk(who, method, path, body) {
      const reply = await tour.call(who, method, path, body);
      expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
      return reply.body;
    },
    rememberId: (what, id) => void ids.set(what, id),
    recallId(what) {
      const id = ids.get(what);
      if (id === undefined) throw new Error(`Nothing was kept as ${what}`);
      return id;
    },
    until: clock.until,
    async notifications(name) {
      await deliverAll();
      const delivered = (await tour.callOk(name, 'GET', '/Notifications?pageSize=200')).toReversed();
      // Two that were written shortly after each other may be delivered in either order.
      return delivered.toSorted((one: { createdDate: string }, other: { createdDate: string }) =>
        Math.sign(Date.parse(one.createdDate) - Date.parse(other.createdDate)),
      );
    },
    async listUnsentMails() {
      const store = platform.store(tenant);
      const outbox = await store.queryAll<{ to: string; subject: string; tries: number; lastError?: string }>(
        store.dueListing('OUTBOX'),
      );
      return outbox.map(({ to, subject, tries, lastError }) => ({ to, subject, tries, lastError }));
    },
    async mails(name) {
      const mails = await listMails(mailFolder);
      return mails.filter(({ to }) => to.includes(emailAddress(name))).toReversed();
    },
    async latestLink(name) {
      const [, path] = /\/api\/v1(\/Links\/\S+)/.exec((await tour.mails(name)).at(-1)?.text ?? '') ?? [];
      if (path === undefined) throw new Error(`The newest mail to ${name} has no link`);
      return path;
    },
    async verify(moment, credential) {
      // A mail that is under way would time out, because years pass, and be the newest one for years.
      await deliverAll();
      // A verifier uses the real time, and so do the status lists in which it looks up revocations.
      return clock.inRealTime(moment, async () => {
        const stopFetching = blockExternalRequests();
        return verify(credential).finally(stopFetching);
      });
    },
    stop,
  };
  return tour;
}

// The tour's world: a platform with its stream and its post, an association on it, and what the chapters do there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startMailCatcher } from '../../infra/local/mail-catcher.ts';
import { listMails } from '../../infra/local/mail-store.ts';
import { startTriggers } from '../../infra/local/triggers.ts';
import { type Reply, startPlatform } from '../harness/platform.ts';
import { signInAdministrator } from '../identity/demo.ts';
import { importText } from '../import/import-into.ts';
import { blockExternalRequests, verify } from '../training/verifier.ts';
import { association, emailAddress, type Name, organizationList, peopleList, tenant } from './cast.ts';
import { type Clock, startClock } from './clock.ts';
import { type CallAsAdministrator, signUpStaff } from './staff.ts';

export interface Tour {
  /** The person's id. */
  personId(name: Name): string;
  /** Calls area A as somebody, or as the public, which names the tenant and no more. */
  call(who: Name | 'public', method: string, path: string, body?: unknown): Promise<Reply>;
  /** The same, which must succeed; what it answers. */
  callOk(who: Name | 'public', method: string, path: string, body?: unknown): Promise<Reply['body']>;
  /** Remembers the id of what was made, for the chapters to come. */
  rememberId(what: string, id: string): void;
  recallId(what: string): string;
  /** Lets time pass until a moment: whatever is due on the way happens when it is due. */
  until: Clock['until'];
  /** What somebody was told in the app, the earliest first, once all that is written has been told. */
  notifications(name: Name): Promise<{ readonly kind: string; readonly message: string }[]>;
  /** What came to somebody by mail, in the order in which it came. */
  mails(name: Name): Promise<{ readonly subject: string; readonly text: string }[]>;
  /** What an independent verifier says of a credential at a moment: by step whether it holds. */
  verify(moment: string, credential: Parameters<typeof verify>[0]): ReturnType<typeof verify>;
  stop(): Promise<void>;
}

/** A platform whose stream tells notices and sends mails, as it does on AWS; the mails are caught. */
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

/** Founds the association at a moment of its own clock, imports its directory, and signs its people in. */
export async function setUpAssociation(founded: string): Promise<Tour> {
  const { platform, mailFolder, caughtUp, stop } = await startTourPlatform();
  const asPlatform = await signInAdministrator(platform);
  const administered: CallAsAdministrator = async (method, path, body) => {
    const reply = await asPlatform(method, `/api/v1${path}`, body);
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
    return reply.body;
  };
  const settings = { name: association, timeZone: 'America/Denver', fiscalYearStart: '07-01' };
  await administered('POST', '/Tenants', { code: tenant, ...settings });
  const clock = await startClock(founded, platform.store(tenant), (clockOffsetSeconds) =>
    administered('PUT', `/Tenants/${tenant}`, { clockOffsetSeconds }),
  );
  await importText('organizations', organizationList, { tenant });
  await importText('people', peopleList, { tenant });
  const staff = await signUpStaff(platform, administered);
  const ids = new Map(staff.ids);

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
      // A notice is told first, and the mail that this writes is sent after.
      await caughtUp();
      await caughtUp();
      return (await tour.callOk(name, 'GET', '/Notifications?pageSize=200')).toReversed();
    },
    async mails(name) {
      const mails = await listMails(mailFolder);
      return mails.filter(({ to }) => to.includes(emailAddress(name))).toReversed();
    },
    verify: (moment, credential) =>
      // A verifier goes by the real time, and so do the lists in which it looks for what is revoked.
      clock.inRealTime(moment, async () => {
        const stopFetching = blockExternalRequests();
        return verify(credential).finally(stopFetching);
      }),
    stop,
  };
  return tour;
}

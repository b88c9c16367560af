// Sweeps of no area: mails, tenants whose clock is moved, and changes that were set aside.
import { randomUUID } from 'node:crypto';
import { handler as repeatChanges } from '../../../functions/platform/repeat-changes/handler.ts';
import { handler as sweepMail } from '../../../functions/platform/sweep-mail/handler.ts';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import { changeCommands } from '../../../infra/admin/change-commands.ts';
import type { CommandContext } from '../../../infra/admin/command.ts';
import { listDeadChanges, requestRepeat, setAside } from '../../../shared/change-feed/dead-changes.ts';
import { changesAfter } from '../../../shared/change-feed/feed.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { mailAttempts, mailById, putMail } from '../../../shared/mail/outbox.ts';
import { findTimer, setTimer } from '../../../shared/schedule/timers.ts';
import { createPerson } from '../../training/settings/notification-fixture.ts';
import { after, type HeldCase, type HeldContext, hour } from './held-case.ts';

/** A mail that is due, of which so many attempts were made. */
async function writeMail({ store, mailServer }: HeldContext, tries = 0) {
  const tenant = store('demo');
  const id = randomUUID();
  const to = `${id}@held.example`;
  await commit([putMail(tenant, id, { to, subject: 'Hello', text: 'Hello' }, new Date())]);
  await commit([update(tenant.key(`OUTBOX#${id}`, 'MAIL'), { set: { tries } })]);
  return {
    sweep: () => sweepMail(),
    observe: async () => [
      await mailById(tenant, id),
      mailServer.mails.filter((mail) => mail.to === to).length,
    ],
  };
}

/** A change that was set aside, and the command that repeats all of them. */
async function setChangeAside({ store }: HeldContext) {
  const tenant = store('demo');
  const platform = openPlatformStore();
  const id = randomUUID();
  const image = { type: { S: 'levelType' }, id: { S: id }, version: { N: '1' }, schemaVersion: { N: '1' } };
  const Keys = { pk: { S: `T#demo#NOTE#${id}` }, sk: { S: 'NOTE' } };
  const ApproximateCreationDateTime = Date.now() / 1000;
  const dynamodb = { Keys, NewImage: image, ApproximateCreationDateTime, SequenceNumber: String(Date.now()) };
  await setAside({ eventName: 'INSERT', dynamodb }, new Error('It could not be handled'), new Date());
  const said: string[] = [];
  const run = async () => {
    const say = (text: string) => void said.push(text);
    const context = { platform, options: {}, names: [], now: new Date(), say } as unknown as CommandContext;
    await changeCommands['repeat-dead-changes']?.run(context);
  };
  const listOwn = async () =>
    (await listDeadChanges(platform)).filter(({ change }) => change.keys.includes(id));
  const repeat = async () => {
    for (const { change } of await listOwn()) {
      await requestRepeat(tenant, change, new Date());
      const keys = { pk: { S: `T#demo#DEAD-CHANGE#${change.id}` }, sk: { S: 'CHANGE' } };
      await repeatChanges({
        Records: [
          { eventName: 'MODIFY', dynamodb: { Keys: keys, NewImage: { type: { S: 'dead-change' } } } },
        ],
      });
    }
  };
  const observe = async () => {
    const { items } = await changesAfter(tenant, undefined, 10_000, after(hour)());
    return [await listOwn(), items.filter(({ subject }) => subject === id).length];
  };
  return { run, repeat, observe, said };
}

export const platformCases: readonly HeldCase[] = [
  [
    'OUTBOX',
    'sent',
    async (context) => {
      const written = await writeMail(context);
      return { ...written, change: written.sweep };
    },
  ],
  [
    'OUTBOX',
    'waiting for its next attempt',
    async (context) => {
      const written = await writeMail(context);
      context.mailServer.decide = (_, number) => (number === 1 ? 'later' : 'accept');
      return { ...written, change: written.sweep };
    },
  ],
  [
    'OUTBOX',
    'dead',
    async (context) => {
      const written = await writeMail(context, mailAttempts.maxAttempts - 1);
      context.mailServer.decide = () => 'never';
      const change = async () => {
        await written.sweep();
        context.mailServer.decide = () => 'accept';
      };
      return { ...written, change };
    },
  ],
  [
    'MOVED-CLOCKS',
    'of a tenant that is suspended',
    async ({ administrate, store }) => {
      const code = `held-${randomUUID().slice(0, 8)}`;
      const path = `/api/v1/Tenants/${code}`;
      await administrate('POST', '/api/v1/Tenants', { code, name: 'Held', timeZone: 'UTC' });
      await administrate('PUT', path, { clockOffsetSeconds: 7200 });
      const tenant = store(code);
      const personId = await createPerson(tenant);
      const timer = { kind: 'certification-expires', subject: personId, dueAt: after(hour)() };
      await commit([setTimer(tenant, timer)]);
      return {
        sweep: () => runTimers(),
        change: () => administrate('POST', `${path}/Suspend`),
        observe: () => findTimer(tenant, timer),
        held: '#DUE#MOVED-CLOCKS#',
      };
    },
  ],
  [
    'DEAD-CHANGES',
    'repeated',
    async (context) => {
      const { run, repeat, observe, said } = await setChangeAside(context);
      return {
        sweep: run,
        change: repeat,
        observe: async () => [await observe(), said.filter((line) => /being repeated/.test(line))],
      };
    },
  ],
];

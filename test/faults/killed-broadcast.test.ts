// The process that sends a broadcast is killed three times, each time between the mail server's taking a mail and its answer,
// while people opt out, are erased and are merged: it ends, no address gets it twice, people who opted out do not get it afterwards,
// and every recipient is accounted for (docs/interface/communication.md#broadcasts). BROADCAST_PEOPLE=20000 takes a while.
import { afterAll, expect, it } from 'vitest';
import { useBroadcasts } from '../crm/communication/broadcasts/broadcast-calls.ts';
import { reportBroadcastMail } from '../crm/communication/broadcasts/broadcasts-over-smtp.ts';
import { runErasureJob } from '../crm/erasure/run-erasure-job.ts';
import { runMergeJob } from '../crm/merges/run-merge-job.ts';
import { killAll, runProcess } from './processes.ts';

const PEOPLE = Number(process.env.BROADCAST_PEOPLE ?? 240);
const ROWS_PER_BATCH = 120;
const KILLS = 3;

const { send, done, createMany, createList, createDraft, get, getPlatform, getServer } = useBroadcasts();

afterAll(killAll);

interface Member {
  readonly id: string;
  readonly email: string;
}

it('ends with each address once and every recipient accounted for', async () => {
  const members: Member[] = [];
  while (members.length < PEOPLE) members.push(...(await createMany(ROWS_PER_BATCH, members.length)));
  const id = await createDraft({ listIds: [await createList(members)] });
  const eraser = await getPlatform().tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.erase', 'crm.people.read', 'crm.people.write', 'crm.emails.read'],
  });
  const server = getServer();
  const countMails = (email: string): number => server.mails.filter(({ to }) => to === email).length;

  // Those who leave are the last of the list, so that most of them still wait.
  const leaving = members.slice(-Math.floor(PEOPLE / 4)).reverse();
  const leave: readonly ((person: string) => Promise<void>)[] = [
    async (person) => {
      const body = { note: 'By telephone', optedOut: true };
      expect((await send('PUT', `/people/${person}/MailPreferences`, body)).status).toBe(200);
    },
    async (person) => {
      expect((await send('POST', `/people/${person}/Erase`, undefined, eraser)).status).toBe(200);
      await runErasureJob(person);
    },
    async (person) => {
      const survivor = members[left.length];
      const merge = await send('POST', `/people/${survivor?.id}/Merge`, { personId: person }, eraser);
      expect(merge.status, merge.text).toBe(200);
      await runMergeJob('person', person);
    },
  ];
  const left: Member[] = [];
  const leaveNext = async (): Promise<void> => {
    const member = leaving[left.length];
    if (!member) return;
    left.push(member);
    await leave[left.length % leave.length]?.(member.id);
  };
  /** The addresses of those who left while no mail was under way, with the mails that they had. */
  const silent = new Map<string, number>();

  await done('POST', `/Broadcasts/${id}/Send`, {});
  let reported = 0;
  /** The mail system reports what it has taken. */
  const report = async () => {
    // Another one may come in while these are reported.
    const taken = server.mails.length;
    for (const { to, mail } of server.mails.slice(reported, taken)) {
      const tags = mail.headers.find(({ key }) => key === 'x-ses-message-tags')?.value;
      const person = tags?.match(/person=(\S+?)(,|$)/)?.[1] ?? '';
      await reportBroadcastMail('delivery', id, { id: person, email: to });
    }
    reported = taken;
  };
  for (let run = 0; run <= KILLS; run += 1) {
    const sender = runProcess('broadcast-process.ts', [id, String(run * 10)]);
    const atMail = Math.floor(((run + 1) * PEOPLE * 0.6) / KILLS);
    let seen = server.mails.length;
    let killed: Promise<void> | undefined;
    server.decide = () => {
      seen += 1;
      if (run < KILLS && seen >= atMail) killed ??= sender.kill();
      return 'accept';
    };
    let isOver = false;
    const ended = sender.ended.finally(() => {
      isOver = true;
    });
    // Some leave while mails are sent, and some while none is.
    while (!isOver && left.length < ((run + 1) * leaving.length) / (KILLS + 1)) await leaveNext();
    expect(await ended).toBe(run < KILLS ? null : 0);
    await killed;
    await report();
    for (let more = 0; run < KILLS && more < 2 * leave.length; more += 1) {
      await leaveNext();
      const { email = '' } = left.at(-1) ?? {};
      silent.set(email, countMails(email));
    }
  }

  const { status, figures } = await get(id);
  expect(status).toBe('sent');
  expect(figures.waiting).toBe(0);
  expect(figures.recipients).toBe(figures.sent + figures.skipped + figures.failed);
  const mails = server.mails.map(({ to }) => to);
  expect(mails).toHaveLength(new Set(mails).size);
  expect(figures.sent).toBe(mails.length);
  expect(silent.size).toBe(2 * leave.length * KILLS);
  for (const [email, before] of silent) expect(countMails(email), email).toBe(before);
  // Who remained after a merge may have had it at the address of the other record.
  const staying = members.slice(left.length + 1, -left.length);
  expect(staying.filter(({ email }) => !mails.includes(email))).toEqual([]);
});

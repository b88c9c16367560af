// Whatever happens while a broadcast is sent, it ends, each address gets it at most once, and every recipient is accounted for
// (docs/interface/communication.md#broadcasts). Sequences are drawn from a seed, so each run draws the same;
// BROADCAST_SEEDS=7,8 draws others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRecipient, sumFigures } from '../../../../shared/broadcast-figures/figures.ts';
import { broadcastRuns } from '../../../../shared/broadcasts/store.ts';
import {
  endAfterWrites,
  startUnreliableDatabase,
  type UnreliableDatabase,
} from '../../../harness/unreliable-database.ts';
import { runErasureJob } from '../../erasure/run-erasure-job.ts';
import { runMergeJob } from '../../merges/run-merge-job.ts';
import { type Body, useBroadcasts } from './broadcast-calls.ts';
import { reportBroadcastMail, sweepAfter } from './broadcasts-over-smtp.ts';

const { send, done, createPerson, createList, createDraft, get, getPlatform, getServer } = useBroadcasts();

const seeds = (process.env.BROADCAST_SEEDS ?? '1,2,3,4,5,6').split(',').map(Number);
const STEPS = 14;

/** Numbers below 1 that follow from a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Member {
  readonly id: string;
  readonly email: string;
}

let database: UnreliableDatabase;
let eraser: string;
beforeAll(async () => {
  database = await startUnreliableDatabase();
  eraser = await getPlatform().tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.erase', 'crm.people.read', 'crm.people.write', 'crm.emails.read'],
  });
});
afterAll(() => database.stop());

/** Erases a person, in all areas. */
async function erase(id: string): Promise<boolean> {
  if ((await send('POST', `/people/${id}/Erase`, undefined, eraser)).status !== 200) return false;
  await runErasureJob(id);
  return true;
}

/** Plays one sequence to its end. */
async function play(seed: number) {
  const random = createRandom(seed);
  const draw = (below: number): number => Math.floor(random() * below);
  const pick = <T>(all: readonly T[]): T | undefined => all[draw(all.length)];
  // Two of them share an address.
  const members: Member[] = [];
  for (let index = 0; index < 9; index += 1) members.push(await createPerson());
  members.push(
    await createPerson({ email: members[0]?.email }).then(({ id }) => ({
      id,
      email: members[0]?.email ?? '',
    })),
  );
  const lists = [await createList(members.slice(0, 7)), await createList(members.slice(4))];
  const id = await createDraft({ listIds: lists, ...(draw(2) === 0 && { perHour: 180 }) });
  const history: string[] = [];
  const gone = new Set<string>();
  const silent = new Map<string, number>();
  const present = (): Member[] => members.filter((member) => !gone.has(member.id));
  const countMails = (email: string): number => getServer().mails.filter(({ to }) => to === email).length;
  const isShared = (email: string): boolean => members.filter((member) => member.email === email).length > 1;
  let minutes = 0;
  let reported = 0;
  const report = async () => {
    for (const { to } of getServer().mails.slice(reported)) {
      const tags = getServer().mails.find((mail) => mail.to === to)?.mail.headers ?? [];
      const person = tags.find(({ key }) => key === 'x-ses-message-tags')?.value.match(/person=(\S+)/)?.[1];
      await reportBroadcastMail('delivery', id, { id: person ?? '', email: to });
    }
    reported = getServer().mails.length;
  };
  const sweep = async () => {
    minutes += 10;
    await sweepAfter(minutes * 60_000);
  };
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    sweep,
    kill: async () => {
      minutes += 10;
      endAfterWrites(database, 1 + draw(25));
      await sweepAfter(minutes * 60_000).catch(() => undefined);
      database.reset();
      // What the mail system has, it reports.
      await report();
    },
    pause: () => send('POST', `/Broadcasts/${id}/Pause`),
    resume: () => send('POST', `/Broadcasts/${id}/Resume`),
    erase: async () => {
      const member = pick(present());
      if (!member || !(await erase(member.id))) return;
      gone.add(member.id);
      if (!isShared(member.email)) silent.set(member.email, countMails(member.email));
    },
    merge: async () => {
      const [into, removed] = [pick(present()), pick(present())];
      if (!into || !removed || into === removed) return;
      const reply = await send('POST', `/people/${into.id}/Merge`, { personId: removed.id }, eraser);
      if (reply.status !== 200) return;
      gone.add(removed.id);
      if (draw(2) === 0) await sweep();
      await runMergeJob('person', removed.id);
    },
    'opt out': async () => {
      const member = pick(present());
      if (!member) return;
      const body = { note: 'By telephone', optedOut: true };
      const reply = await send('PUT', `/people/${member.id}/MailPreferences`, body);
      if (reply.status < 300 && !isShared(member.email)) silent.set(member.email, countMails(member.email));
    },
    cancel: async () => (draw(6) === 0 ? send('POST', `/Broadcasts/${id}/Cancel`) : undefined),
  };
  await done('POST', `/Broadcasts/${id}/Send`, {});
  for (let step = 0; step < STEPS; step += 1) {
    const name = pick(Object.keys(actions)) ?? '';
    history.push(name);
    await actions[name]?.();
  }
  await send('POST', `/Broadcasts/${id}/Resume`);
  for (let sweeps = 0; sweeps < 30; sweeps += 1) {
    await sweep();
    const { status, figures } = await get(id);
    if (status === 'sent' || (status === 'cancelled' && figures.waiting === 0)) break;
  }
  await report();
  return { id, history, members, silent };
}

describe('a broadcast during which people opt out, are erased and are merged, and that is paused, killed and cancelled', () => {
  it.each(seeds)('ends with every recipient accounted for: sequence %i', async (seed) => {
    const { id, history, members, silent } = await play(seed);
    const played = history.join(', ');
    const { status, figures } = await get(id);
    expect(['sent', 'cancelled'], played).toContain(status);
    const open = await broadcastRuns.listOpen(getPlatform().store('demo'));
    expect(
      open.map((run) => run.id),
      played,
    ).not.toContain(id);
    expect(figures.waiting, played).toBe(0);
    expect(figures.recipients, played).toBe(figures.sent + figures.skipped + figures.failed);
    // Each address once.
    const mails = getServer().mails.map(({ to }) => to);
    expect(mails.toSorted(), played).toEqual([...new Set(mails)].sort());
    expect(figures.sent, played).toBe(mails.length);
    // A report about a person who was erased has no recipient to be noted with.
    expect(figures.delivered, played).toBeLessThanOrEqual(mails.length);
    for (const [email, before] of silent)
      expect(mails.filter((to) => to === email).length, `${email}: ${played}`).toBe(before);
    // Recipients who are still there stand as the figures say; the others are counted as what they were.
    const { data } = await done('GET', `/Broadcasts/${id}/Recipients?pageSize=100`);
    const listed = sumFigures(
      data.map((recipient: Body) => countRecipient({ ...recipient, reason: undefined })),
    );
    expect(listed.waiting ?? 0, played).toBe(0);
    for (const name of ['recipients', 'sent', 'skipped', 'failed'])
      expect(figures[name], `${name}: ${played}`).toBeGreaterThanOrEqual(listed[name] ?? 0);
    expect(figures.recipients, played).toBeLessThanOrEqual(members.length);
  });
});

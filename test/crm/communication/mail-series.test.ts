// Series of mails: who enters, which step is due when, each once, and why a person does not get one
// (docs/interface/communication.md#series).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterByList } from '../../../functions/crm/communication/mail-series/run/enter-by-list.ts';
import { startTriggers, type Triggers } from '../../../infra/local/triggers/triggers.ts';
import { runMergeJob } from '../merges/run-merge-job.ts';
import { type Body, mjml, useBroadcasts } from './broadcasts/broadcast-calls.ts';
import { reportBroadcastMail, sweepAfter } from './broadcasts/broadcasts-over-smtp.ts';

const calls = useBroadcasts({ hasStream: true, permissions: ['crm.people.erase'] });
const { send, done, createPerson, createList, get, getPlatform, getServer, linksOf } = calls;

let triggers: Triggers;
let folder: string;
beforeAll(async () => {
  const platform = getPlatform();
  folder = await mkdtemp(join(tmpdir(), 'rostrum-series-'));
  triggers = await startTriggers({
    ...{ streamArn: platform.streamArn, ownStreamArns: platform.ownStreamArns },
    checkpoint: join(folder, 'streams'),
  });
});
afterAll(async () => {
  await triggers?.stop();
  await rm(folder, { recursive: true, force: true });
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Person = { readonly id: string; readonly email: string };
/** The subjects of the mails to a person, in their order. */
const mailsTo = ({ email }: Person) =>
  getServer()
    .mails.filter(({ to }) => to === email)
    .map(({ mail }) => mail.subject);

/** Takes the steps that are due then, and sends their mails. */
async function sweep(milliseconds: number): Promise<void> {
  await triggers.caughtUp();
  for (const later of [0, 1000]) {
    await sweepAfter(milliseconds + later);
    // A worker behind the stream may have taken what the sweep found.
    await triggers.caughtUp();
  }
}

let count = 0;
const addStep = (id: string, subject: string, delay: object = {}, more: object = {}): Promise<Body> =>
  done('POST', `/MailSeries/${id}/Steps`, { name: subject, subject, mjml, ...delay, ...more });
/** A series with steps a day apart, the first one at once. */
async function createSeries(fields: object = {}, subjects = ['One', 'Two', 'Three']): Promise<string> {
  count += 1;
  const { id } = await done('POST', '/MailSeries', { name: `Series ${count}`, ...fields });
  for (const [index, subject] of subjects.entries())
    await addStep(id, subject, { delayDays: index === 0 ? 0 : 1 });
  return id;
}
const start = async (id: string): Promise<string> => {
  await done('POST', `/MailSeries/${id}/Start`);
  return id;
};
const getSeries = (id: string): Promise<Body> => done('GET', `/MailSeries/${id}`);
const enter = (id: string, people: readonly Person[]): Promise<Body> =>
  done('POST', `/MailSeries/${id}/Members`, { personIds: people.map((person) => person.id) });
const why = (id: string, person: Person): Promise<Body> =>
  done('GET', `/MailSeries/${id}/Members/${person.id}`);

describe('a series', () => {
  it('sends each step once after its delay, to who joins its list', async () => {
    const listId = await createList([]);
    const id = await start(await createSeries({ listId }));
    const person = await createPerson();
    await done('POST', `/MailingLists/${listId}/Members`, { personIds: [person.id] });
    await triggers.caughtUp();
    expect(await why(id, person)).toMatchObject({ status: 'waiting', listIds: [listId] });
    await sweep(1000);
    expect(mailsTo(person)).toEqual(['One']);
    await sweep(20 * HOUR);
    expect(mailsTo(person)).toEqual(['One']);
    await sweep(26 * HOUR);
    expect(mailsTo(person)).toEqual(['One', 'Two']);
    await enterByList(getPlatform().store('demo'), { listId, personId: person.id }, new Date());
    await sweep(3 * DAY);
    await sweep(9 * DAY);
    expect(mailsTo(person)).toEqual(['One', 'Two', 'Three']);
    const { steps, ...place } = await why(id, person);
    expect(place).toMatchObject({ status: 'done', nextStepId: null });
    expect(steps.map(({ status }: Body) => status)).toEqual(['sent', 'sent', 'sent']);
    const series = await getSeries(id);
    expect(series.steps.map(({ figures }: Body) => [figures.recipients, figures.sent])).toEqual([
      ...[
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ]);
    expect(linksOf(person.email).unsubscribe).toMatch(/^http/);
  });

  it('is entered by request, of people and of a list, and twice is once', async () => {
    const [a, b, c] = [await createPerson(), await createPerson(), await createPerson()];
    const listId = await createList([b, c]);
    const id = await start(await createSeries({}, ['Only']));
    expect(await enter(id, [a, b])).toEqual({ entered: 2, alreadyIn: 0, isListBeingEntered: false });
    expect(await enter(id, [a, b])).toMatchObject({ entered: 0, alreadyIn: 2 });
    expect(await done('POST', `/MailSeries/${id}/Members`, { listId })).toMatchObject({
      isListBeingEntered: true,
    });
    await sweep(5000);
    await sweep(10_000);
    expect([a, b, c].map(mailsTo)).toEqual([['Only'], ['Only'], ['Only']]);
    expect(await enter(id, [a])).toMatchObject({ entered: 0, alreadyIn: 1 });
    const { data } = await done('GET', `/MailSeries/${id}/Members?pageSize=2`);
    expect(data.map(({ status }: Body) => status)).toEqual(['done', 'done']);
    const unknown = await send('POST', `/MailSeries/${id}/Members`, { personIds: [id] });
    expect(unknown.status).toBe(400);
  });

  it('is not entered as a draft, nor by a dynamic list', async () => {
    const person = await createPerson();
    const id = await createSeries();
    expect((await send('POST', `/MailSeries/${id}/Members`, { personIds: [person.id] })).status).toBe(409);
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['x'] }] };
    const listId = await createList([], { filterBody });
    expect((await send('POST', '/MailSeries', { name: 'Dynamic', listId })).status).toBe(400);
    const empty = await createSeries({}, []);
    expect((await send('POST', `/MailSeries/${empty}/Start`)).status).toBe(409);
    await done('DELETE', `/MailSeries/${id}`);
    expect((await send('GET', `/MailSeries/${id}`)).status).toBe(404);
  });
});

describe('a person leaves a series', () => {
  it('by opting out, with the reason; the next step comes to no person who has left', async () => {
    const [stays, goes] = [await createPerson(), await createPerson()];
    const id = await start(await createSeries());
    await enter(id, [stays, goes]);
    await sweep(1000);
    await fetch(linksOf(goes.email).unsubscribe, { method: 'POST' });
    await sweep(26 * HOUR);
    await sweep(60 * HOUR);
    expect([mailsTo(stays), mailsTo(goes)]).toEqual([['One', 'Two', 'Three'], ['One']]);
    const left = await why(id, goes);
    expect(left).toMatchObject({ status: 'left', reason: 'opted-out' });
    expect(left.steps.map(({ status, reason }: Body) => reason ?? status)).toEqual([
      ...['sent', 'opted-out', 'not-yet-there'],
    ]);
    expect((await getSeries(id)).steps[1].figures).toMatchObject({
      ...{ recipients: 2, sent: 1, skipped: 1, reasons: { 'opted-out': 1 } },
    });
  });

  it('and has had no mail that was refused: who comes back gets it', async () => {
    const person = await createPerson();
    const id = await start(await createSeries());
    await enter(id, [person]);
    await sweep(1000);
    await fetch(linksOf(person.email).unsubscribe, { method: 'POST' });
    await sweep(26 * HOUR);
    expect(await why(id, person)).toMatchObject({ status: 'left', reason: 'opted-out' });
    const again = new URLSearchParams({ frequency: 'all' });
    await fetch(linksOf(person.email).preferences, { method: 'POST', body: again });
    await enter(id, [person]);
    await sweep(27 * HOUR);
    await sweep(60 * HOUR);
    expect(mailsTo(person)).toEqual(['One', 'Two', 'Three']);
    expect((await getSeries(id)).steps[1].figures).toMatchObject({ recipients: 1, sent: 1, skipped: 0 });
  });

  it('by leaving the list, by being taken from it, by request, and with the end of the series', async () => {
    const people = [await createPerson(), await createPerson(), await createPerson(), await createPerson()];
    const [left, taken, byRequest, last] = people as [Person, Person, Person, Person];
    const listId = await createList([]);
    const id = await start(await createSeries({ listId }));
    await done('POST', `/MailingLists/${listId}/Members`, { personIds: people.map((person) => person.id) });
    await sweep(2000);
    await fetch(linksOf(left.email).unsubscribe, { method: 'POST' });
    await done('DELETE', `/MailingLists/${listId}/Members/${taken.id}`);
    await done('DELETE', `/MailSeries/${id}/Members/${byRequest.id}`);
    expect((await send('DELETE', `/MailSeries/${id}/Members/${byRequest.id}`)).status).toBe(409);
    await sweep(26 * HOUR);
    expect(people.map((person) => mailsTo(person).length)).toEqual([1, 1, 1, 2]);
    expect(await Promise.all(people.map(async (person) => (await why(id, person)).reason))).toEqual([
      ...['left-list', 'no-longer-on-list', 'by-request', null],
    ]);
    // Who comes back gets what they have not had.
    await done('POST', `/MailSeries/${id}/Members`, { personIds: [byRequest.id] });
    await sweep(27 * HOUR);
    expect(mailsTo(byRequest)).toEqual(['One', 'Two']);
    await done('POST', `/MailSeries/${id}/End`);
    await sweep(90 * HOUR);
    expect(mailsTo(last)).toEqual(['One', 'Two']);
    expect(await why(id, last)).toMatchObject({ status: 'left', reason: 'series-ended' });
    const ended = await getSeries(id);
    expect([ended.status, ...ended.steps.map(({ status }: Body) => status)]).toEqual([
      ...['ended', 'cancelled', 'cancelled', 'cancelled'],
    ]);
    expect((await send('POST', `/MailSeries/${id}/Resume`)).status).toBe(409);
  });

  it('with their record, and of two who are merged one continues, once', async () => {
    const [a, b, c] = [await createPerson(), await createPerson(), await createPerson()];
    const id = await start(await createSeries());
    await enter(id, [a]);
    await sweep(1000);
    await enter(id, [b, c]);
    // b has had nothing; a has had the first step.
    await done('POST', `/people/${b.id}/Merge`, { personId: a.id });
    await runMergeJob('person', a.id);
    const erased = await send('POST', `/people/${c.id}/Erase`, {});
    expect(erased.status, erased.text).toBeLessThan(300);
    await triggers.caughtUp();
    await sweep(2000);
    expect(mailsTo(b)).toEqual([]);
    await sweep(26 * HOUR);
    await sweep(60 * HOUR);
    expect(mailsTo(b)).toEqual(['Two', 'Three']);
    expect(mailsTo(a)).toEqual(['One']);
    expect(mailsTo(c)).toEqual([]);
    const { data } = await done('GET', `/MailSeries/${id}/Members`);
    expect(data.map(({ personId }: Body) => personId)).toEqual([b.id]);
  });
});

describe('the steps of a series', () => {
  it('may change for those who have not reached them', async () => {
    const person = await createPerson();
    const id = await start(await createSeries());
    await enter(id, [person]);
    await sweep(1000);
    const [, two, three] = (await getSeries(id)).steps;
    await done('PUT', `/MailSeries/${id}/Steps/${two.id}`, {
      ...{ name: 'Two', subject: 'Two, later', mjml, delayDays: 3 },
    });
    await addStep(id, 'Between', { delayHours: 2 }, { position: 2 });
    await done('DELETE', `/MailSeries/${id}/Steps/${three.id}`);
    await sweep(3 * HOUR);
    expect(mailsTo(person)).toEqual(['One', 'Between']);
    await sweep(2 * DAY);
    expect(mailsTo(person)).toEqual(['One', 'Between']);
    await sweep(4 * DAY);
    await sweep(9 * DAY);
    expect(mailsTo(person)).toEqual(['One', 'Between', 'Two, later']);
    expect((await get(three.id)).status).toBe('cancelled');
  });

  it('are changed once it was started only by who may send, and each belongs to the series alone', async () => {
    const id = await createSeries();
    const [one] = (await getSeries(id)).steps;
    const writer = await getPlatform().tokenFor({
      tenant: 'demo',
      permissions: ['crm.communication.read', 'crm.communication.write'],
    });
    const step = { name: 'One', subject: 'One', mjml };
    const change = () => send('PUT', `/MailSeries/${id}/Steps/${one.id}`, step, writer);
    expect((await change()).status).toBe(200);
    expect((await send('POST', `/Broadcasts/${one.id}/Send`, {})).status).toBe(409);
    await start(id);
    expect((await change()).status).toBe(403);
    for (const action of ['Pause', 'Cancel'])
      expect((await send('POST', `/Broadcasts/${one.id}/${action}`)).status, action).toBe(409);
  });

  it('count the clicks of a changed text apart from those of the former one', async () => {
    const [early, late] = [await createPerson(), await createPerson()];
    const id = await createSeries({}, []);
    const write = (...paths: string[]) => ({
      ...{ name: 'One', subject: 'One', tracksClicks: true },
      mjml: mjml.replace(
        'Dear',
        paths.map((path) => `<a href="https://events.example/${path}">${path}</a>`).join(' '),
      ),
    });
    const [one] = (await done('POST', `/MailSeries/${id}/Steps`, write('a', 'b'))).steps;
    const follow = async ({ email }: Person, place: number) => {
      const html = String(getServer().mails.find(({ to }) => to === email)?.mail.html);
      const urls = [...html.matchAll(/href="([^"]+\/MailLinks\/[^"]+)"/g)];
      const headers = { 'User-Agent': 'Mozilla/5.0 (Windows) Thunderbird/128' };
      const url = String(urls[place]?.[1]).replaceAll('&amp;', '&');
      expect((await fetch(url, { redirect: 'manual', headers })).status).toBe(302);
    };
    await start(id);
    await enter(id, [early]);
    await sweep(1000);
    await follow(early, 0);
    await done('PUT', `/MailSeries/${id}/Steps/${one.id}`, write('b', 'c'));
    await enter(id, [late]);
    await sweep(2000);
    await follow(late, 1);
    await follow(early, 1);
    const { data } = await done('GET', `/Broadcasts/${one.id}/Links`);
    expect(data.map(({ address, clicked }: Body) => [address.split('/').at(-1), clicked])).toEqual([
      ...[
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ],
    ]);
  });

  it('are not sent while the series is paused, and then go on with their delays', async () => {
    const [early, late] = [await createPerson(), await createPerson()];
    const id = await start(await createSeries());
    await enter(id, [early]);
    await sweep(1000);
    await done('POST', `/MailSeries/${id}/Pause`);
    await enter(id, [late]);
    await sweep(30 * HOUR);
    expect([mailsTo(early), mailsTo(late)]).toEqual([['One'], []]);
    expect(await why(id, early)).toMatchObject({ status: 'waiting', dueDate: null });
    await done('POST', `/MailSeries/${id}/Resume`);
    await sweep(30 * HOUR);
    await sweep(30 * HOUR + 5000);
    expect([mailsTo(early), mailsTo(late)]).toEqual([['One', 'Two'], ['One']]);
    await sweep(55 * HOUR);
    expect([mailsTo(early).length, mailsTo(late).length]).toEqual([3, 2]);
  });

  it('are paused by reports of mail systems, and resumed with the series', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => createPerson()));
    const id = await start(await createSeries({}, ['One']));
    await enter(id, people);
    await sweep(1000);
    const [one] = (await getSeries(id)).steps;
    for (const person of people) await reportBroadcastMail('complaint', one.id, person);
    const next = await createPerson();
    await enter(id, [next]);
    await sweep(2000);
    const [paused] = (await getSeries(id)).steps;
    expect(paused).toMatchObject({ status: 'paused', pausedReason: expect.stringContaining('unwanted') });
    expect(mailsTo(next)).toEqual([]);
    await done('POST', `/MailSeries/${id}/Pause`);
    await done('POST', `/MailSeries/${id}/Resume`);
    await sweep(5000);
    expect(mailsTo(next)).toEqual(['One']);
  });

  it('are at most ten', async () => {
    const id = await createSeries(
      {},
      Array.from({ length: 10 }, (_, index) => `Step ${index}`),
    );
    const refused = await send('POST', `/MailSeries/${id}/Steps`, { name: 'x', subject: 'x', mjml });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('maximum')]);
  });
});

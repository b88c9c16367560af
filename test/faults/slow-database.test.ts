// Requests of many rows while each answer of the database takes 300 ms: every request ends before its function is stopped,
// and repeating it comes to an end, with each row done once (docs/interface/requests.md#rows). The time is computed from the
// requests that reached the database.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putMonitored } from '../../functions/billtracking/data-feeds/record/monitored-bill.ts';
import { longestWait } from '../../infra/local/gateway-event.ts';
import { commit } from '../../shared/data/changes.ts';
import { observeRequests } from '../../shared/data/client.ts';
import { invokeHandler } from '../harness/invoke-handler.ts';
import type { Reply } from '../harness/platform.ts';
import {
  day,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../training/registrations/registration-fixture.ts';

/** Milliseconds until the database answers. */
const delay = 300;

let fixture: RegistrationFixture;
let token: string;
let calls = 0;
let stopCounting: () => void;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.write',
      'crm.organizations.write',
      'crm.emails.read',
      'billtracking.bills.write',
      'training.registrations.write',
      'training.classes.write',
      'training.credits.write',
      'training.certifications.write',
      'training.catalogue.read',
      'OverrideRegistration',
    ],
  });
  stopCounting = observeRequests(() => {
    calls += 1;
  });
});
afterAll(async () => {
  stopCounting?.();
  await fixture?.platform.stop();
});

/** Sends a request to the endpoint with this name while the database is slow. */
async function send(name: string, address: string, body: unknown, headers: Record<string, string>) {
  const endpoint = fixture.platform.endpoints.find((each) => each.name === name);
  if (!endpoint) throw new Error(`There is no endpoint ${name}`);
  const before = calls;
  const timeLeft = () => longestWait - delay * (calls - before);
  const reply = await invokeHandler(endpoint, address, { tenant: 'demo', token, body, headers }, timeLeft);
  expect(reply.status, reply.text).toBe(200);
  expect(timeLeft()).toBeGreaterThan(0);
  return reply;
}

/** Repeats a request until nothing of it is pending. */
async function sendUntilDone(name: string, address: string, body: unknown): Promise<readonly Reply[]> {
  const headers = { 'Idempotency-Key': randomUUID() };
  const replies: Reply[] = [];
  const countPending = (reply: Reply): number =>
    reply.body.pending ??
    (Array.isArray(reply.body.data) ? reply.body.data : reply.body.data.entries).filter(
      ({ outcome }: { readonly outcome: string }) => outcome === 'pending',
    ).length;
  for (;;) {
    const reply = await send(name, address, body, headers);
    const [pending, last] = [countPending(reply), replies.at(-1)];
    if (last) expect(pending).toBeLessThan(countPending(last));
    replies.push(reply);
    if (pending === 0) return replies;
  }
}

const createPeople = async (many: number): Promise<string[]> =>
  (await fixture.createPeople(many)).map(({ id }) => id);

/** A class of the past with so many confirmed registrations. */
async function createPastClass(many: number) {
  await fixture.moveClock(0);
  const item = await fixture.createClass({ registration: { capacity: many } });
  const memberIds = await createPeople(many);
  const { body } = await fixture.post('/Bulk', { classId: item.id, memberIds });
  const ids: string[] = body.results.map(
    ({ registration }: { registration: { registrationId: string } }) => registration.registrationId,
  );
  const rule = { kind: 'proportional', minimumShare: 50, roundingStep: 0.5, roundingMode: 'down' };
  const path = `/api/v1/Classes/${item.id}/AttendanceRule`;
  const set = await fixture.platform.call('PUT', 'training', path, { tenant: 'demo', token, body: rule });
  expect(set.status, set.text).toBe(200);
  await fixture.moveClock(31 * day);
  return { item, ids, sessionId: item.sessions[0]?.id ?? '' };
}

const statusesOf = (reply: Reply | undefined) =>
  reply?.body.results.map((row: { status: string }) => row.status);

/** For each endpoint with parts, by name: many rows come to an end. */
const cases = {
  async writePeopleInBatch() {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      email: `row-${index}@slow.example`,
      lastName: 'Slow',
    }));
    const replies = await sendUntilDone('writePeopleInBatch', '/api/v1/Batches/People', {
      ...{ operation: 'upsert', key: 'email', rows },
    });
    const { batchId, results } = replies.at(-1)?.body ?? {};
    expect(replies[0]?.body).toMatchObject({ batchId });
    expect(replies.at(-1)?.body).toMatchObject({ created: 500, refused: 0, pending: 0 });
    expect(new Set(results.map(({ id }: { id: string }) => id)).size).toBe(500);
    const get = (path: string) => fixture.platform.call('GET', 'crm', path, { tenant: 'demo', token });
    expect((await get(`/api/v1/Batches/${batchId}`)).body.results).toEqual(results);
    const undone = await sendUntilDone('undoBatch', `/api/v1/Batches/${batchId}/Undo`, undefined);
    expect(undone.at(-1)?.body).toMatchObject({ undone: 500, notUndone: 0, pending: 0 });
  },
  async writeOrganizationsInBatch() {
    const rows = Array.from({ length: 20 }, (_, index) => ({
      keyValue: `S-${index}`,
      name: `Slow ${index}`,
    }));
    const replies = await sendUntilDone('writeOrganizationsInBatch', '/api/v1/Batches/Organizations', {
      ...{ operation: 'upsert', key: 'externalId', keyName: 'members', rows },
    });
    expect(replies.length).toBeGreaterThan(1);
    expect(replies.at(-1)?.body).toMatchObject({ created: 20, pending: 0 });
  },
  /** With `writePeopleInBatch`. Without a key, the next undo goes on as well. */
  async undoBatch() {
    const rows = Array.from({ length: 30 }, (_, index) => ({ lastName: `Undone ${index}` }));
    const body = { operation: 'create', rows };
    const sent = await fixture.platform.call('POST', 'crm', '/api/v1/Batches/People', {
      tenant: 'demo',
      token,
      body,
    });
    const address = `/api/v1/Batches/${sent.body.batchId}/Undo`;
    const first = await send('undoBatch', address, undefined, {});
    expect(first.body.pending).toBeGreaterThan(0);
    const second = await send('undoBatch', address, undefined, {});
    expect(second.body.undone).toBeGreaterThan(first.body.undone);
  },
  async registerInBulk() {
    const item = await fixture.createClass({ registration: { capacity: 30 } });
    const memberIds = await createPeople(40);
    const replies = await sendUntilDone('registerInBulk', '/api/v1/registration/ClassRegistration/Bulk', {
      ...{ classId: item.id, memberIds, registrationType: 'Admin' },
    });
    expect(replies.length).toBeGreaterThan(1);
    expect(replies.at(-1)?.body).toMatchObject({ confirmed: 30, refused: 10, pending: 0 });
    expect(await fixture.readSeats(item.id)).toMatchObject({ taken: 30, live: 30 });
  },
  async recordAttendanceInBulk() {
    const { ids } = await createPastClass(60);
    const attendances = ids.map((registrationId) => ({ registrationId, attendance: 'Attended' }));
    const replies = await sendUntilDone(
      'recordAttendanceInBulk',
      '/api/v1/registration/ClassRegistration/Attendance',
      {
        attendances,
      },
    );
    expect(replies.length).toBeGreaterThan(1);
    expect(statusesOf(replies.at(-1))).toEqual(ids.map(() => 'Attended'));
  },
  async recordSessionAttendance() {
    const { item, ids, sessionId } = await createPastClass(30);
    const address = `/api/v1/Classes/${item.id}/Sessions/${sessionId}/Attendance`;
    const attendances = ids.map((registrationId) => ({ registrationId }));
    const replies = await sendUntilDone('recordSessionAttendance', address, { attendances });
    expect(replies.length).toBeGreaterThan(1);
    expect(statusesOf(replies.at(-1))).toEqual(ids.map(() => 'Attended'));
  },
  async completeAttendance() {
    const { item, ids } = await createPastClass(30);
    let cursor: string | undefined;
    let [noShow, requests] = [0, 0];
    do {
      const body = { ...(cursor && { cursor }) };
      const reply = await send(
        'completeAttendance',
        `/api/v1/Classes/${item.id}/Attendance/Complete`,
        body,
        {},
      );
      cursor = reply.body.next;
      noShow += reply.body.noShow;
      requests += 1;
    } while (cursor);
    expect(requests).toBeGreaterThan(1);
    expect(noShow).toBe(ids.length);
  },
  async importCredits() {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      externalId: `slow-${index}`,
      personId: fixture.idOf('person', 'ben'),
      creditTypeId: fixture.idOf('creditType', 'general'),
      ...{ credits: 0.5, earnedDate: '2024-10-01' },
    }));
    const replies = await sendUntilDone('importCredits', '/api/v1/Credits/Import', { rows });
    expect(replies.length).toBeGreaterThan(1);
    expect(replies.at(-1)?.body).toMatchObject({ granted: 60, alreadyGranted: 0, pending: 0 });
  },
  /** Refusals are kept like results. */
  async awardInBulk() {
    const personIds = await createPeople(30);
    const { values } = fixture.platform.demo;
    const replies = await sendUntilDone('awardInBulk', '/api/v1/Certifications/Bulk', {
      ...{ awardId: values.earnedAwardId, personIds },
    });
    expect(replies.length).toBeGreaterThan(1);
    expect(replies.at(-1)?.body).toMatchObject({ awarded: 0, refused: 30, pending: 0 });
  },
  async addInvoicePayment() {
    await fixture.moveClock(0);
    const { id: classId } = await fixture.createClass({ registration: { capacity: 20 } });
    for (const { id } of await fixture.createPeople(12)) await fixture.registerMember(classId, id);
    const address = `/api/v1/Organizations/${fixture.idOf('organization', 'alder')}/Invoices`;
    const options = { tenant: 'demo', token, body: { classId } };
    const { body: invoice } = await fixture.platform.call('POST', 'training', address, options);
    const payments = `/api/v1/Invoices/${invoice.id}/Payments`;
    const replies = await sendUntilDone('addInvoicePayment', payments, { reference: 'CHQ slow' });
    expect(replies.length).toBeGreaterThan(1);
    expect(replies.at(-1)?.body).toMatchObject({ recorded: 1200, open: 0, pending: 0 });
  },
  async bulkSaveBillTracking() {
    const billIds = Array.from({ length: 100 }, (_, index) => 900_000 + index);
    const replies = await sendUntilDone('bulkSaveBillTracking', '/api/1.0/bill/tracking/bulk', {
      billIds,
      tags: ['Slow'],
    });
    expect(replies.at(-1)?.body.data).toHaveLength(100);
  },
  async importMonitorList() {
    const store = fixture.platform.store('demo');
    const { monitorFeedId = '' } = fixture.platform.demo.values;
    const entries = Array.from({ length: 90 }, (_, index) =>
      putMonitored(store, monitorFeedId, undefined, {
        ...{ id: `slow-${index}`, sessionId: '1', state: 'WA', number: `HB${index}` },
        ...{ billId: String(900_000 + index), stance: 'WATCH' },
      }),
    );
    await commit(entries);
    const replies = await sendUntilDone(
      'importMonitorList',
      `/api/1.0/datafeed/${monitorFeedId}/monitor-list`,
      {},
    );
    expect(replies.at(-1)?.body.data.entries.length).toBeGreaterThanOrEqual(90);
  },
} as const satisfies Readonly<Record<string, () => Promise<void>>>;

describe('a request of many rows with a slow database', () => {
  it.each(Object.entries(cases))('%s is done within 29 seconds a request', (_, run) => run(), 240_000);

  it('is tried for every endpoint that has parts', async () => {
    const uses: string[] = [];
    for await (const file of glob('functions/**/*.ts')) {
      const code = readFileSync(file, 'utf8');
      if (!code.includes('shared/http/perform-parts.ts')) continue;
      for (const [, contract = ''] of code.matchAll(/openParts\((\w+),/g))
        uses.push(contract === 'contract' ? basename(file) : contract);
    }
    const writing = ['writePeopleInBatch', 'writeOrganizationsInBatch'];
    const tried = Object.keys(cases).filter((name) => !writing.includes(name));
    expect(uses.sort()).toEqual([...tried, 'write-batch.ts'].sort());
  });
});

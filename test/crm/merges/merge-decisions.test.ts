// Decisions that hold for one person, while the references of two who were merged are on their way
// (docs/interface/crm.md#while-a-merge-runs).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceTenant } from '../../../functions/identity/tenants/store.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import { commit } from '../../../shared/data/changes.ts';
import { listOpenMerges } from '../../../shared/data/open-merge.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { loadTenant } from '../../../shared/settings/tenant-settings.ts';
import {
  type RegistrationFixture,
  startRegistrationFixture,
} from '../../training/registrations/registration-fixture.ts';
import { runMergeJob } from './run-merge-job.ts';

let fixture: RegistrationFixture;
let staff: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  staff = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'training.discounts.write',
      'training.credits.read',
      'training.credits.write',
      'training.registrations.read',
      'training.reports.read',
      'training.certifications.write',
      'OverrideRegistration',
    ],
  });
});
afterAll(() => fixture.platform.stop());

const send = (method: string, area: Area, path: string, body?: unknown, token = staff) =>
  fixture.platform.call(method, area, path, { tenant: 'demo', token, body });
const createPerson = async (firstName: string): Promise<string> =>
  (await send('POST', 'crm', '/api/v1/people', { firstName, lastName: 'Moving' })).body.id;
const merge = async (into: string, personId: string): Promise<void> => {
  const { status, text } = await send('POST', 'crm', `/api/v1/people/${into}/Merge`, { personId });
  expect(status, text).toBe(200);
};
const undo = async (id: string): Promise<void> => {
  expect((await send('POST', 'crm', `/api/v1/people/${id}/UndoMerge`)).status).toBe(200);
};
const asPerson = (personId: string) =>
  fixture.platform.tokenFor({ tenant: 'demo', permissions: [], personId });
const register = async (classId: string, memberId: string, more: object = {}) =>
  send(
    'POST',
    'training',
    '/api/v1/registration/ClassRegistration',
    { classId, memberId, ...more },
    await asPerson(memberId),
  );

/** Two people, of whom the second was merged into the first; the run is held back. */
const createPair = async (): Promise<readonly [string, string]> => [
  await createPerson('Remaining'),
  await createPerson('Removed'),
];

/** Awards what is earned otherwise. */
const certify = (personId: string) =>
  send('POST', 'training', '/api/v1/Certifications', {
    ...{ awardId: fixture.platform.demo.values.earnedAwardId, personId },
    ...{ override: true, reason: 'Taught it for years' },
  });

describe('a code with one use per person', () => {
  const createCode = async (): Promise<string> => {
    const { body } = await send('POST', 'training', '/api/v1/DiscountCodes', {
      percent: 20,
      maxPerPerson: 1,
    });
    return body.code;
  };
  const redeem = async (memberId: string, discountCode: string) =>
    register((await fixture.createClass()).id, memberId, { discountCode });

  it('is used once by two people who are one, before, while and after references follow', async () => {
    const [into, from] = await createPair();
    const code = await createCode();
    expect((await redeem(from, code)).status).toBe(201);
    await merge(into, from);
    expect((await redeem(into, code)).status).toBe(422);
    await runMergeJob('person', from);
    expect((await redeem(into, code)).status).toBe(422);
  });

  it('is used again by the other one as soon as the merge is undone', async () => {
    const [into, from] = await createPair();
    const code = await createCode();
    expect((await redeem(from, code)).status).toBe(201);
    await merge(into, from);
    await runMergeJob('person', from);
    await undo(from);
    expect((await redeem(from, code)).status).toBe(422);
    expect((await redeem(into, code)).status).toBe(201);
    await runMergeJob('person', from);
    expect((await redeem(from, code)).status).toBe(422);
  });

  it('counts for both when both have used it', async () => {
    const [into, from] = await createPair();
    const { body } = await send('POST', 'training', '/api/v1/DiscountCodes', {
      percent: 20,
      maxPerPerson: 3,
    });
    expect((await redeem(from, body.code)).status).toBe(201);
    expect((await redeem(into, body.code)).status).toBe(201);
    await merge(into, from);
    expect((await redeem(into, body.code)).status).toBe(201);
    expect((await redeem(into, body.code)).status).toBe(422);
    await runMergeJob('person', from);
    expect((await redeem(into, body.code)).status).toBe(422);
    const { notMoved } = (await send('GET', 'crm', `/api/v1/people/${from}/Merges`)).body.data[0];
    expect(notMoved).toEqual([]);
  });
});

describe('a live registration', () => {
  it('for a class is one, while the claim of the removed person is on its way', async () => {
    const [into, from] = await createPair();
    const { id } = await fixture.createClass();
    expect((await register(id, from)).status).toBe(201);
    await merge(into, from);
    const held = await register(id, into);
    expect([held.status, held.body.error.code]).toEqual([409, 'ALREADY_REGISTERED']);
    await runMergeJob('person', from);
    expect((await register(id, into)).status).toBe(409);
    await undo(from);
    expect((await register(id, from)).status).toBe(409);
    expect((await fixture.get(`?memberId=${from}`)).body).toHaveLength(1);
  });

  it('for an award is one', async () => {
    const [into, from] = await createPair();
    const awardId = fixture.platform.demo.values.awardId ?? '';
    const registerForAward = (memberId: string) =>
      send('POST', 'training', '/api/v1/AwardsRegistration', {
        ...{ awardId, memberId, registrationType: 'Admin', overrideRules: true },
      });
    const first = await registerForAward(from);
    expect(first.status, first.text).toBe(201);
    await merge(into, from);
    expect((await registerForAward(into)).status).toBe(409);
    await runMergeJob('person', from);
    expect((await registerForAward(into)).status).toBe(409);
  });

  it('is no reason for a second certification either', async () => {
    const [into, from] = await createPair();
    expect((await certify(from)).status).toBe(201);
    await merge(into, from);
    expect((await certify(into)).status).toBe(409);
    await runMergeJob('person', from);
    expect((await certify(into)).status).toBe(409);
  });
});

describe('the user of a removed person', () => {
  it('is the remaining person at once, and has their records', async () => {
    const [into, from] = await createPair();
    const { id } = await fixture.createClass();
    expect((await register(id, from)).status).toBe(201);
    const token = await asPerson(from);
    await merge(into, from);
    const readOwn = (personId: string) =>
      send('GET', 'training', `/api/v1/People/${personId}/Registrations`, undefined, token);
    for (const personId of [into, from])
      expect((await readOwn(personId)).body).toMatchObject([{ memberId: into }]);
  });
});

describe('a change of the tenant that was decided before', () => {
  /** What the platform writes that read the tenant when it was `before`. */
  const writeTenant = (before: TenantItem) =>
    commit(replaceTenant(openPlatformStore(), before, { ...before, version: before.version + 1 }));
  const isOpen = async (id: string): Promise<boolean> =>
    listOpenMerges(await loadTenant(fixture.store)).some(({ from }) => from === id);

  it('a merge began leaves the reads of both ids complete', async () => {
    const [into, from] = await createPair();
    const { id } = await fixture.createClass();
    await register(id, from);
    const before = await loadTenant(fixture.store);
    await merge(into, from);
    await writeTenant(before);
    expect(await isOpen(from)).toBe(true);
    expect((await fixture.get(`?memberId=${into}`)).body).toHaveLength(1);
  });

  it('a merge ended leaves nothing of it behind', async () => {
    const [into, from] = await createPair();
    await merge(into, from);
    const before = await loadTenant(fixture.store);
    await runMergeJob('person', from);
    await writeTenant(before);
    expect(await isOpen(from)).toBe(false);
  });
});

describe('the calendar of a removed person', () => {
  it('stays at its address, with the classes', async () => {
    const [into, from] = await createPair();
    const { id } = await fixture.createClass();
    await register(id, from);
    const path = `/api/v1/People/${from}/CalendarFeeds`;
    const made = await send('POST', 'training', path, { kind: 'Registrations' }, await asPerson(from));
    const countEvents = async () =>
      (await (await fetch(made.body.url)).text()).split('BEGIN:VEVENT').length - 1;
    expect(await countEvents()).toBe(1);
    await merge(into, from);
    expect(await countEvents()).toBe(1);
    await runMergeJob('person', from);
    expect(await countEvents()).toBe(1);
    await undo(from);
    expect(await countEvents()).toBe(1);
  });
});

describe('a report', () => {
  it('has the credits that are on their way', async () => {
    const [into, from] = await createPair();
    const { creditTypeId } = fixture.platform.demo.values;
    const granted = await send('POST', 'training', '/api/v1/Credits', {
      personId: from,
      creditTypeId,
      credits: 7,
    });
    expect(granted.status, granted.text).toBe(201);
    await merge(into, from);
    const made = await send('POST', 'training', '/api/v1/Reports', {
      ...{ report: 'CreditsByPerson', format: 'json', parameters: { personIds: [into] } },
    });
    const { rows } = JSON.parse(await (await fetch(made.body.reportLink)).text());
    expect(rows).toMatchObject([{ credits: 7, personId: into }]);
  });
});

describe('names', () => {
  it('of a certificate, also in public, and of a roster are those of the remaining person from the merge on', async () => {
    const [into, from] = await createPair();
    const { id } = await fixture.createClass();
    await register(id, from);
    const awarded = await certify(from);
    expect(awarded.status, awarded.text).toBe(201);
    const readNames = async () => {
      const { certificateNumber } = awarded.body;
      const verified = await fixture.platform.call(
        'GET',
        'training',
        `/api/v1/Public/Verify/demo/${certificateNumber}`,
      );
      const certification = await send('GET', 'training', `/api/v1/Certifications/${awarded.body.id}`);
      const roster = await fixture.get(`?classId=${id}`);
      return [verified.body.holder, certification.body.personName, roster.body[0].memberName];
    };
    const [removed, remaining] = ['Removed Moving', 'Remaining Moving'].map((name) => [name, name, name]);
    expect(await readNames()).toEqual(removed);
    await merge(into, from);
    expect(await readNames()).toEqual(remaining);
    await runMergeJob('person', from);
    expect(await readNames()).toEqual(remaining);
    await undo(from);
    expect(await readNames()).toEqual(removed);
    await runMergeJob('person', from);
    expect(await readNames()).toEqual(removed);
  });
});

it('a certificate that was issued again between a merge and its undoing is still verified', async () => {
  const [into, from] = await createPair();
  const { body: awarded } = await certify(from);
  await merge(into, from);
  await runMergeJob('person', from);
  const renamed = await send('PATCH', 'crm', `/api/v1/people/${into}`, { lastName: 'Renamed' });
  expect(renamed.status, renamed.text).toBe(200);
  const reissued = await send('POST', 'training', `/api/v1/Certifications/${awarded.id}/Reissue`, {});
  expect(reissued.status, reissued.text).toBe(200);
  await undo(from);
  await runMergeJob('person', from);
  for (const number of [awarded.certificateNumber, reissued.body.certificateNumber]) {
    const path = `/api/v1/Public/Verify/demo/${number}`;
    expect((await fixture.platform.call('GET', 'training', path)).body.status).toBe('Valid');
  }
});

describe('a write under the id of a removed person', () => {
  it('is refused with the id of the one who remains, also in training', async () => {
    const [into, from] = await createPair();
    await merge(into, from);
    const credits = { personId: from, creditTypeId: fixture.platform.demo.values.creditTypeId, credits: 1 };
    for (const attempt of ['held back', 'done']) {
      const { status, body } = await send('POST', 'training', '/api/v1/Credits', credits);
      expect([status, body.error.message], attempt).toEqual([
        400,
        `There is no person with the id ${from} any more: it was merged into ${into}.`,
      ]);
      await runMergeJob('person', from);
    }
  });
});

// What managers see and do for the people they manage, by relation and not by role (docs/interface/training.md#managers).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { path, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterAll(() => fixture.platform.stop());

/** A token without any permission, of this person. */
async function tokenOf(personId: string): Promise<string> {
  const subject = randomUUID();
  const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: [], subject });
  await commit([update(subjectKey(fixture.store, subject), { set: { kind: 'user', personId } })]);
  return token;
}

const call = (method: string, address: string, token: string, body?: unknown) =>
  fixture.platform.call(method, 'training', address, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
  });

/** A person with a manager and somebody whom nobody relates to them. */
async function createTeam() {
  const [member, manager, stranger] = await fixture.createPeople(3, null);
  if (!member || !manager || !stranger) throw new Error('Three people were created');
  const office = await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['training.people.write'] });
  const address = `/api/v1/People/${member.id}/Manager`;
  expect((await call('PUT', address, office, { managerId: manager.id })).status).toBe(200);
  return {
    member,
    manager: { id: manager.id, token: await tokenOf(manager.id) },
    stranger: { id: stranger.id, token: await tokenOf(stranger.id) },
  };
}

describe('a manager', () => {
  it('reads eligibility, registrations, progress, certifications and transcript of whom they manage, and a stranger does not', async () => {
    const { member, manager, stranger } = await createTeam();
    const { id: classId } = await fixture.createClass();
    const registrationId = await fixture.registerMember(classId, member.id);
    const people = `/api/v1/People/${member.id}`;
    for (const address of [
      `${path}/eligibility?classId=${classId}&memberId=${member.id}`,
      `${path}?memberId=${member.id}`,
      `${path}/${registrationId}`,
      people,
      ...['Registrations', 'Awards', 'Certifications', 'Transcript'].map((name) => `${people}/${name}`),
    ]) {
      const reply = await call('GET', address, manager.token);
      expect(reply.status, `${address} ${reply.text}`).toBe(200);
      expect((await call('GET', address, stranger.token)).status, address).toBe(403);
    }
  });

  it('registers whom they manage, for a class and for an award, and nobody else', async () => {
    const { member, manager, stranger } = await createTeam();
    const { id: classId } = await fixture.createClass();
    const register = (token: string, memberId: string) =>
      call('POST', path, token, { classId, memberId, registrationType: 'Manager' });
    expect((await register(stranger.token, member.id)).status).toBe(403);
    expect((await register(manager.token, stranger.id)).status).toBe(403);
    expect((await register(manager.token, member.id)).status).toBe(201);
    const award = {
      awardId: fixture.platform.demo.values.awardId,
      memberId: member.id,
      registrationType: 'Manager',
    };
    expect((await call('POST', '/api/v1/AwardsRegistration', stranger.token, award)).status).toBe(403);
    const reply = await call('POST', '/api/v1/AwardsRegistration', manager.token, award);
    expect(reply.status, reply.text).not.toBe(403);
  });

  it('loses both when somebody else becomes the manager', async () => {
    const { member, manager, stranger } = await createTeam();
    const office = await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.people.write'],
    });
    await call('PUT', `/api/v1/People/${member.id}/Manager`, office, { managerId: stranger.id });
    const transcript = `/api/v1/People/${member.id}/Transcript`;
    expect((await call('GET', transcript, manager.token)).status).toBe(403);
    expect((await call('GET', transcript, stranger.token)).status).toBe(200);
  });

  it('finds whom they were assigned, and others do not', async () => {
    const { member, manager, stranger } = await createTeam();
    const address = `/api/v1/People/${manager.id}/Managed`;
    const reply = await call('GET', address, manager.token);
    expect(reply.body).toEqual([
      { of: 'person', id: member.id, name: expect.stringContaining('Test Person') },
    ]);
    expect((await call('GET', address, stranger.token)).status).toBe(403);
  });
});

describe('a roster', () => {
  it('shows the position of everybody on the waitlist, and who registered them', async () => {
    const { id: classId } = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 5 } });
    const people = await fixture.createPeople(4);
    for (const { id } of people) await fixture.registerMember(classId, id);
    const { body } = await fixture.get(`?classId=${classId}&sortBy=createdDate`);
    const positions = new Map(
      body.map((each: { memberId: string; waitlistPosition?: number }) => [
        each.memberId,
        each.waitlistPosition,
      ]),
    );
    expect(people.map(({ id }) => positions.get(id))).toEqual([undefined, 1, 2, 3]);
  });

  it('names the users and clients whose ids it has', async () => {
    const { member, manager } = await createTeam();
    const { id: classId } = await fixture.createClass();
    await call('POST', path, manager.token, { classId, memberId: member.id, registrationType: 'Manager' });
    const { body } = await fixture.get(`?classId=${classId}`);
    expect(body[0].names).toEqual({ [body[0].registeredBy]: 'Test Person 1' });
  });
});

// Who may register whom, and who may read which registration (docs/interface/training.md#registration-types).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { fromNow, hour, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let open = '';
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  open = (await fixture.createClass()).id;
});
afterAll(() => fixture.platform.stop());

const createPerson = async (organization?: string | null): Promise<string> =>
  (await fixture.createPeople(1, organization))[0]?.id ?? '';

/** A token of this person with some permissions; of a client when there is no person. */
async function tokenOf(
  personId: string | undefined,
  permissions: readonly Permission[] = [],
  kind: 'user' | 'client' = 'user',
): Promise<string> {
  const subject = randomUUID();
  const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions, subject });
  await commit([update(subjectKey(fixture.store, subject), { set: { kind, personId } })]);
  return token;
}
const register = async (token: string, memberId: string, more: Record<string, unknown> = {}) => {
  const { status, body } = await fixture.post('', { classId: open, memberId, ...more }, { token });
  return [status, status === 201 ? body.status : body.error.code];
};
const own = 'RegisterMembersfromOwnOrganization';
const override = 'OverrideRegistration';

describe('registrationType Self', () => {
  it('registers only the caller', async () => {
    const personId = await createPerson();
    const token = await tokenOf(personId, [own, override]);
    expect(await register(token, personId)).toEqual([201, 'Confirmed']);
    expect(await register(token, await createPerson())).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('requires OverrideRegistration when the caller is a client, because a client is not a person', async () => {
    expect(await register(await tokenOf(undefined, [own], 'client'), await createPerson())).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect(await register(await tokenOf(undefined, [override], 'client'), await createPerson())).toEqual([
      201,
      'Confirmed',
    ]);
  });
});

describe('registrationType Manager', () => {
  const asManager = { registrationType: 'Manager' };

  it("registers members of the caller's organization and of those below it", async () => {
    const manager = await tokenOf(await createPerson('alder'), [own]);
    expect(await register(manager, await createPerson('alder'), asManager)).toEqual([201, 'Confirmed']);
    expect(await register(manager, await createPerson('alder-roads'), asManager)).toEqual([201, 'Confirmed']);
    for (const organization of ['birch', 'association', null])
      expect(await register(manager, await createPerson(organization), asManager)).toEqual([
        403,
        'PERMISSION_DENIED',
      ]);
  });

  it('requires RegisterMembersfromOwnOrganization, and an organization unless the caller is a client', async () => {
    const member = await createPerson('alder');
    expect(await register(await tokenOf(await createPerson('alder')), member, asManager)).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect(await register(await tokenOf(undefined, [own]), member, asManager)).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect(await register(await tokenOf(await createPerson(null), [own]), member, asManager)).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect(await register(await tokenOf(undefined, [own], 'client'), member, asManager)).toEqual([
      201,
      'Confirmed',
    ]);
  });
});

describe('registrationType Admin', () => {
  it('registers anyone with OverrideRegistration', async () => {
    const admin = await tokenOf(undefined, [override]);
    expect(await register(admin, await createPerson('birch'), { registrationType: 'Admin' })).toEqual([
      201,
      'Confirmed',
    ]);
    const other = await tokenOf(undefined, [own]);
    expect(await register(other, await createPerson(), { registrationType: 'Admin' })).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
  });

  it.each(['Manager', 'Admin'])(
    'a registration of type %s without a token is refused: 401',
    async (registrationType) => {
      const { status, body } = await fixture.register(open, await createPerson(), { registrationType });
      expect([status, body.error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    },
  );

  it('with overrideRules ignores dates, prerequisites and approval, but not the seat limit', async () => {
    const admin = await tokenOf(undefined, [override]);
    const approvalChainId = fixture.idOf('approvalChain', 'manager-then-training');
    const of = await fixture.createClass({
      registration: {
        closesAt: fromNow(-hour),
        capacity: 1,
        nonMembersAllowed: false,
        approvalChainId,
        waitlistSize: 5,
      },
    });
    const as = (memberId: string, overrideRules: boolean, registrationType = 'Admin') =>
      fixture.post('', { classId: of.id, memberId, registrationType, overrideRules }, { token: admin });
    const stranger = await createPerson(null);
    expect((await as(stranger, false)).body.error.code).toBe('REGISTRATION_CLOSED');
    expect((await as(stranger, true)).body.status).toBe('Confirmed');
    expect((await as(await createPerson(), true)).body.error.code).toBe('CLASS_FULL');
    const self = await as(stranger, true, 'Self');
    expect([self.status, self.body.error.target]).toEqual([400, 'overrideRules']);
    const cancelledClass = await fixture.createClass({ isCancelled: true });
    const cancelled = await fixture.post(
      '',
      { classId: cancelledClass.id, memberId: stranger, registrationType: 'Admin', overrideRules: true },
      { token: admin },
    );
    expect(cancelled.body.error.code).toBe('REGISTRATION_CLOSED');
  });
});

describe('a registration', () => {
  it('can be read and cancelled by its member, and by a caller with the permission', async () => {
    const personId = await createPerson();
    const id = await fixture.registerMember(open, personId);
    const [self, other] = [await tokenOf(personId), await tokenOf(await createPerson())];
    const reader = await tokenOf(undefined, ['training.registrations.read']);
    expect((await fixture.get(`/${id}`, { token: self })).status).toBe(200);
    expect((await fixture.get(`/${id}`, { token: reader })).status).toBe(200);
    expect((await fixture.get(`/${id}`, { token: other })).status).toBe(403);
    expect((await fixture.post(`/${id}/Cancel`, {}, { token: other })).status).toBe(403);
    expect((await fixture.post(`/${id}/Cancel`, {}, { token: reader })).status).toBe(403);
    expect((await fixture.post(`/${id}/Cancel`, {}, { token: self })).status).toBe(200);
    expect((await fixture.get('/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('is listed for its member; the roster of a class requires training.registrations.read', async () => {
    const of = await fixture.createClass();
    const [first, second] = [await createPerson(), await createPerson()];
    const ids = [await fixture.registerMember(of.id, first), await fixture.registerMember(of.id, second)];
    await fixture.post(`/${ids[1]}/Cancel`, {});
    const self = await tokenOf(first);
    const ownList = await fixture.get('', { token: self });
    expect(ownList.body.map((registration: { id: string }) => registration.id)).toEqual([ids[0]]);
    expect((await fixture.get(`?classId=${of.id}`, { token: self })).status).toBe(403);
    expect((await fixture.get(`?memberId=${second}`, { token: self })).status).toBe(403);
    const roster = await fixture.get(`?classId=${of.id}`);
    expect(roster.body.map((registration: { id: string }) => registration.id)).toEqual(ids);
    expect(roster.headers.get('x-total-count')).toBe('2');
    const reversed = await fixture.get(`?classId=${of.id}&sortDirection=desc&pageSize=1`);
    expect([reversed.body[0].id, reversed.headers.get('x-total-count')]).toEqual([ids[1], '2']);
    const cancelled = await fixture.get(`?classId=${of.id}&status=Cancelled`);
    expect(cancelled.body.map((registration: { id: string }) => registration.id)).toEqual([ids[1]]);
    expect((await fixture.get('')).body).toEqual([]);
    const both = await fixture.get(`?classId=${of.id}&memberId=${second}`);
    expect(both.body.map((registration: { id: string }) => registration.id)).toEqual([ids[1]]);
  });

  it('can be listed by name and other fields; the letter case of states is ignored', async () => {
    const of = await fixture.createClass({ registration: { capacity: 2, waitlistSize: 3 } });
    const people = await fixture.createPeople(3);
    const names = ['van Dyke', 'Éclair', 'Ames'];
    await commit(
      people.map(({ id }, index) =>
        update(personKey(fixture.store, id), { set: { lastName: names[index] } }),
      ),
    );
    for (const { id } of people) await fixture.registerMember(of.id, id);
    const listed = async (query: string) => {
      const { body } = await fixture.get(`?classId=${of.id}&${query}`);
      return body.map((registration: { memberName: string }) => registration.memberName.replace('Test ', ''));
    };
    expect(await listed('sortBy=memberName')).toEqual(['Ames', 'Éclair', 'van Dyke']);
    expect(await listed('sortBy=membername&sortDirection=desc&pageSize=2')).toEqual(['van Dyke', 'Éclair']);
    expect(await listed('sortBy=memberName&pageSize=2&page=2')).toEqual(['van Dyke']);
    expect(await listed('sortBy=status&sortDirection=desc&pageSize=1')).toEqual(['Ames']);
    expect(await listed('sortBy=memberName&status=confirmed')).toEqual(['Éclair', 'van Dyke']);
    expect(await listed('status=WAITLISTED')).toEqual(['Ames']);
    expect(await listed('status=')).toEqual(names);
    const { status, body } = await fixture.get(`?classId=${of.id}&status=gone`);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(
      /^status must be one of PendingApproval, Waitlisted, .*, but was gone\.$/,
    );
    const ownList = await fixture.get(`?memberId=${people[0]?.id}&sortBy=sectionName`);
    expect(ownList.body).toHaveLength(1);
  });

  it('is on the roster that the instructor of the class can read, and its attendance can be recorded by that instructor', async () => {
    const [teacher, other] = [await createPerson(), await createPerson()];
    const of = await fixture.createClass({ startsIn: -hour });
    await fixture.changeClass(
      of,
      { opensAt: fromNow(-3 * hour) },
      { instructors: [{ personId: teacher, name: 'T', isLead: true, isGuest: false }] },
    );
    const admin = await tokenOf(undefined, [override]);
    const member = await createPerson();
    const created = await fixture.post(
      '',
      { classId: of.id, memberId: member, registrationType: 'Admin', overrideRules: true },
      { token: admin },
    );
    const id = created.body.registrationId;
    for (const [token, read, noted] of [
      [await tokenOf(member), 403, 403],
      [await tokenOf(other), 403, 403],
      [await tokenOf(teacher), 200, 200],
    ] as const) {
      expect((await fixture.get(`?classId=${of.id}`, { token })).status).toBe(read);
      const note = await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' }, { token });
      expect(note.status).toBe(noted);
    }
    const foreign = await fixture.get(`?classId=${open}`, { token: await tokenOf(teacher) });
    expect(foreign.status).toBe(403);
  });

  it('can be cancelled by its member until the class starts', async () => {
    const personId = await createPerson();
    const of = await fixture.createClass({ startsIn: hour });
    const id = await fixture.registerMember(of.id, personId);
    await fixture.changeClass(of, {}, { startsAt: fromNow(-hour) });
    const refused = await fixture.post(`/${id}/Cancel`, {}, { token: await tokenOf(personId) });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    const keeper = await tokenOf(undefined, ['training.registrations.write']);
    expect((await fixture.post(`/${id}/Cancel`, {}, { token: keeper })).status).toBe(200);
  });
});

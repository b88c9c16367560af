// Which parts of a class are visible to whom: its times and place to the public, access details to people with a seat,
// attendees to staff (docs/interface/training.md#class-list-item, #class-detail).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass } from '../../../functions/training/classes/changes.ts';
import type { ClassItem } from '../../../functions/training/classes/record/class.ts';
import { classSort } from '../../../functions/training/classes/record/class-entry.ts';
import { classesByStart } from '../../../functions/training/classes/record/store.ts';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

const onlineUrl = 'https://cascadia.example/join/4711';
const locationAccessDetail = 'The code of the door is 2468.';

let fixture: RegistrationFixture;
let of: ClassItem;
let seated: PersonItem;
let waiting: PersonItem;
let teacher: PersonItem;
let paid = '';

/** A token of this person, with permissions in addition to reading the catalogue. */
async function tokenOf(personId?: string, permissions: readonly Permission[] = []): Promise<string> {
  const subject = randomUUID();
  const token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.catalogue.read', ...permissions],
    subject,
  });
  if (personId) await commit([update(subjectKey(fixture.store, subject), { set: { personId } })]);
  return token;
}

const call = (method: string, path: string, token?: string, body?: unknown) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    ...(token && { token }),
    ...(body !== undefined && { body }),
  });

/** The online address of a class in every response: alone, and in each of its lists. */
async function readClass(token?: string) {
  const [staffView, publicOne, list, page] = await Promise.all([
    call('GET', `/Classes/${of.id}`, token),
    call('GET', `/Public/getClassById/${of.id}`, token),
    call('GET', `/Classes/List?courseId=${of.courseId}`, token),
    call('POST', '/Public/ClassPagingList', token, { filterBody: { courses: [of.courseId] } }),
  ]);
  const isOwn = ({ id }: { id: string }) => id === of.id;
  const lists = [list.body.find(isOwn), page.body.result.find(isOwn)];
  return { details: [staffView.body, publicOne.body], lists };
}

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  const { store } = fixture;
  const [first, second, third] = await fixture.createPeople(3);
  if (!first || !second || !third) throw new Error('There are no people');
  [seated, waiting, teacher] = [first, second, third];
  const model = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 3 } });
  of = {
    ...model,
    id: randomUUID(),
    createdBy: teacher.id,
    onlineUrl,
    locationAccessDetail,
    instructors: [{ personId: teacher.id, name: 'Test Person 2', isLead: true, isGuest: false }],
  };
  const counters = await classesByStart(store).changesForInsert(classSort(of));
  await commit([...putClass(store, of), ...counters]);
  const picture = { email: 'person-0@cascadia.example', imageThumbUrl: 'https://cascadia.example/0.png' };
  await commit([update(personKey(store, seated.id), { set: picture })]);
  paid = await fixture.registerMember(of.id, seated.id);
  await fixture.registerMember(of.id, waiting.id);
  await fixture.post(`/${paid}/Payment`, { state: 'paid', amount: 100 });
});
afterAll(() => fixture.platform.stop());

describe('access details', () => {
  const hidden = { locationUrl: null, locationAccessDetail: null };
  const visible = { locationUrl: onlineUrl, locationAccessDetail };

  it.each([
    ['the public', () => undefined],
    ['somebody who is signed in', async () => tokenOf((await fixture.createPeople(1))[0]?.id)],
    ['somebody on the waitlist', () => tokenOf(waiting.id)],
    ['a program that may only read the catalogue', () => tokenOf()],
  ])('are hidden from %s', async (_, token) => {
    const { details, lists } = await readClass(await token());
    expect(details).toMatchObject([hidden, hidden]);
    expect(lists).toMatchObject([{ locationUrl: null }, { locationUrl: null }]);
  });

  it.each([
    ['who has a seat', () => tokenOf(seated.id)],
    ['who teaches', () => tokenOf(teacher.id)],
    ['who may write classes', () => tokenOf(undefined, ['training.classes.write'])],
    ['who may read registrations', () => tokenOf(undefined, ['training.registrations.read'])],
  ])('are visible to anyone %s', async (_, token) => {
    const { details, lists } = await readClass(await token());
    expect(details).toMatchObject([visible, visible]);
    expect(lists).toMatchObject([{ locationUrl: onlineUrl }, { locationUrl: onlineUrl }]);
  });
});

it('who created a class is visible to callers with a token only', async () => {
  const anonymous = await readClass();
  for (const view of [...anonymous.details, ...anonymous.lists]) expect(view.createdBy).toBeNull();
  const member = await readClass(await tokenOf(waiting.id));
  for (const view of [...member.details, ...member.lists]) expect(view.createdBy.id).toBe(teacher.id);
});

describe('attendees', () => {
  const nothing = { classAttendees: [], attendee1ImageUrl: null, revenue: null, classAttendeesCount: 1 };

  it('are hidden from the public, from members, and from those who only write classes', async () => {
    for (const token of [
      undefined,
      await tokenOf(seated.id),
      await tokenOf(undefined, ['training.classes.write']),
    ]) {
      const { details, lists } = await readClass(token);
      expect([...details, ...lists]).toMatchObject([nothing, nothing, nothing, nothing]);
    }
  });

  it('are visible to those who may read the roster, in the class alone, with the revenue', async () => {
    for (const token of [
      await tokenOf(undefined, ['training.registrations.read']),
      await tokenOf(teacher.id),
    ]) {
      const { details, lists } = await readClass(token);
      for (const detail of details)
        expect(detail).toMatchObject({
          classAttendeesCount: 1,
          attendee1ImageUrl: 'https://cascadia.example/0.png',
          attendee2ImageUrl: null,
          revenue: 100,
          classAttendees: [
            {
              id: seated.id,
              name: 'Test Person 0',
              email: 'person-0@cascadia.example',
              imageThumbUrl: 'https://cascadia.example/0.png',
              isFavorite: false,
              isActive: true,
              isDeleted: false,
            },
          ],
        });
      expect(lists).toMatchObject([nothing, nothing]);
    }
  });

  it('cost one query of the roster and a read of the people on it', async () => {
    const staff = await call(
      'GET',
      `/Classes/${of.id}`,
      await tokenOf(undefined, ['training.registrations.read']),
    );
    const anybody = await call('GET', `/Classes/${of.id}`, await tokenOf());
    expect(staff.roundTrips - anybody.roundTrips).toBeLessThanOrEqual(2);
    expect(staff.readUnits - anybody.readUnits).toBeLessThanOrEqual(3);
  });

  it('have a revenue from which refunds are subtracted', async () => {
    await fixture.post(`/${paid}/Payment`, { state: 'refunded', amount: 30.1 });
    const token = await tokenOf(undefined, ['training.registrations.read']);
    expect((await call('GET', `/Classes/${of.id}`, token)).body.revenue).toBe(69.9);
  });
});

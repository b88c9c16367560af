// What registration tests share: classes and people written directly to the table, and calls with short names.
import { randomUUID } from 'node:crypto';
import {
  buildSeats,
  type ClassItem,
  classKey,
  type RegistrationSettings,
  type SeatsItem,
  seatsKey,
} from '../../../functions/training/classes/record/class.ts';
import { rules } from '../../../functions/training/jobs/run-timers/rules.ts';
import { notificationKinds } from '../../../functions/training/notifications/notification-kinds.ts';
import type { NotificationMessageItem } from '../../../functions/training/notifications/notification-message.ts';
import {
  type RegistrationItem,
  registrationKey,
} from '../../../functions/training/registrations/record/registration.ts';
import { type Change, commit, put, update } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import { moveClock } from '../../harness/move-clock.ts';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
export const path = '/api/v1/registration/ClassRegistration';

/** How a test's class differs from the default. Times are in milliseconds from now. */
export interface ClassOptions {
  readonly registration?: Partial<RegistrationSettings>;
  readonly startsIn?: number;
  readonly awardId?: string;
  readonly courseId?: string;
  readonly locationType?: ClassItem['locationType'];
  readonly isCancelled?: boolean;
}

export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

const open: RegistrationSettings = {
  isTurnedOn: true,
  nonMembersAllowed: true,
  standard: { memberFee: 100, nonMemberFee: 150 },
  waitlistSize: 0,
  offerHours: 48,
  pendingHoldsSeat: true,
  mayReapplyAfterDenial: true,
};

export interface RegistrationFixture {
  readonly platform: TestPlatform;
  readonly store: TenantStore;
  readonly idOf: (kind: string, key: string) => string;
  /** A class without registrations. */
  createClass(options?: ClassOptions): Promise<ClassItem>;
  /** Changes a class as its endpoint does, as far as registrations depend on it. */
  changeClass(
    of: ClassItem,
    registration: Partial<RegistrationSettings>,
    more?: Partial<ClassItem>,
  ): Promise<ClassItem>;
  /** Creates people of an organization, who are members; people without an organization when it is null. */
  createPeople(many: number, organization?: string | null): Promise<PersonItem[]>;
  readSeats(classId: string): Promise<SeatsItem>;
  readRegistration(id: string): Promise<RegistrationItem>;
  /** A call without a token, which the demo tenant accepts. */
  post(address: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** A call with the permission to read every registration; reading about a person needs a token. */
  get(address: string, options?: CallOptions): Promise<Reply>;
  register(classId: string, memberId: string, more?: Record<string, unknown>): Promise<Reply>;
  /** Registers a member, expects success, and returns the id. */
  registerMember(classId: string, memberId: string, more?: Record<string, unknown>): Promise<string>;
  /** The kinds of notifications about a registration that its member received, sorted by name. */
  listNotificationKinds(registrationId: string): Promise<string[]>;
  /** Moves the tenant's clock and returns its time. */
  moveClock(milliseconds: number): Promise<Date>;
  /** Runs the timers that are due. */
  runTimers(now: Date): Promise<void>;
}

async function commitInBatches(changes: readonly Change[]): Promise<void> {
  for (let index = 0; index < changes.length; index += 100) await commit(changes.slice(index, index + 100));
}

export async function startRegistrationFixture(): Promise<RegistrationFixture> {
  const platform = await startPlatform();
  const store = platform.store('demo');
  const reader = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.registrations.read', 'OverrideRegistration'],
  });
  const idOf = (kind: string, key: string) => recordId('demo', `${kind}:demo`, key);
  const template = await store.get(classKey(store, idOf('class', 'budget-basics-spring')));
  if (!template) throw new Error('The demo class is gone');
  const { awardId: _, ...plain } = template;

  const fixture: RegistrationFixture = {
    platform,
    store,
    idOf,
    async createClass({ registration, startsIn = 30 * day, ...more } = {}) {
      const startsAt = fromNow(startsIn);
      const endsAt = fromNow(startsIn + 3 * hour);
      const [session] = template.sessions;
      if (!session) throw new Error('The demo class has no session');
      const item: ClassItem = {
        ...plain,
        ...more,
        id: randomUUID(),
        sessions: [{ ...session, startsAt, endsAt }],
        startsAt,
        endsAt,
        registration: { ...open, ...registration },
      };
      await commit([
        put(classKey(store, item.id), item),
        put(seatsKey(store, item.id), buildSeats(item.version)),
      ]);
      return item;
    },
    async changeClass(of, registration, more = {}) {
      const version = of.version + 1;
      const after = { ...of, ...more, version, registration: { ...of.registration, ...registration } };
      await commit([
        put(classKey(store, of.id), after),
        update(seatsKey(store, of.id), { set: { classVersion: version } }),
      ]);
      return after;
    },
    async createPeople(many, organization = 'alder') {
      const moment = new Date().toISOString();
      const created = Array.from({ length: many }, (_, index): PersonItem => {
        const id = randomUUID();
        return {
          type: 'person',
          id,
          firstName: 'Test',
          lastName: `Person ${index}`,
          ...(organization !== null && { organizationId: idOf('organization', organization) }),
          version: 1,
          createdDate: moment,
          modifiedDate: moment,
          schemaVersion: 1,
        };
      });
      await commitInBatches(created.map((person) => put(personKey(store, person.id), person)));
      return created;
    },
    async readSeats(classId) {
      const found = await store.get(seatsKey(store, classId), { consistent: true });
      if (!found) throw new Error('The class has no seats');
      return found;
    },
    async readRegistration(id) {
      const found = await store.get(registrationKey(store, id), { consistent: true });
      if (!found) throw new Error(`There is no registration ${id}`);
      return found;
    },
    post: (address, body, options) =>
      platform.call('POST', 'training', `${path}${address}`, { tenant: 'demo', body, ...options }),
    get: (address, options) =>
      platform.call('GET', 'training', `${path}${address}`, { tenant: 'demo', token: reader, ...options }),
    register: (classId, memberId, more = {}) => fixture.post('', { classId, memberId, ...more }),
    async registerMember(classId, memberId, more) {
      const { status, body } = await fixture.register(classId, memberId, more);
      if (status !== 201) throw new Error(`Not registered: ${JSON.stringify(body)}`);
      return body.registrationId;
    },
    async listNotificationKinds(registrationId) {
      const { memberId, history } = await fixture.readRegistration(registrationId);
      const kinds = Object.keys(notificationKinds);
      const keys = history.flatMap((_event, index) =>
        kinds.map((kind) =>
          store.key<NotificationMessageItem>(
            `NOTICE#${kind}#${registrationId}#${index + 1}#${memberId}`,
            'NOTICE',
          ),
        ),
      );
      const found = await store.getMany(keys, { consistent: true });
      return found.flatMap((message) => (message ? [message.kind] : []));
    },
    async moveClock(milliseconds) {
      const offset = Math.round(milliseconds / 1000);
      await moveClock(store, offset);
      return new Date(Date.now() + offset * 1000);
    },
    async runTimers(now) {
      let hasMore = true;
      while (hasMore)
        hasMore = await runDueTimers(store, { rules, now, newId: randomUUID, hasTime: () => true });
    },
  };
  return fixture;
}

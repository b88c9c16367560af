// Until when members change their seats themselves: to the moment before the class begins.
import { expect, it } from 'vitest';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { Permission } from '../../../../shared/auth/permissions/permissions.ts';
import { assertClassNotStarted } from './class-start.ts';

const buildCaller = (...permissions: readonly Permission[]): Caller => ({
  ...{
    kind: 'user',
    subject: 'ada',
    name: 'Ada',
    roles: [],
    personId: 'p',
    permissions: new Set(permissions),
  },
  claims: {
    ...{ iss: '', aud: 'rostrum', sub: 'ada', client_id: 'sign-in', iat: 0, exp: 0, jti: 'one' },
    tenant: 'demo',
  },
});
const of = { sectionName: 'Ethics', startsAt: '2026-05-20T16:00:00.000Z', timeZone: 'UTC' };
const changeAt = (moment: string, caller: Caller) => () =>
  assertClassNotStarted(caller, of, new Date(moment));

it('a member changes a seat until just before the class starts', () => {
  const member = buildCaller('training.catalogue.read');
  expect(changeAt('2026-05-20T15:59:59.999Z', member)).not.toThrow();
  expect(changeAt('2026-05-20T16:00:00.000Z', member)).toThrow('Ethics began on');
  expect(changeAt('2026-05-20T16:00:00.001Z', member)).toThrow('ask the organizer');
});

it('whoever manages registrations changes it afterwards too', () => {
  expect(changeAt('2026-05-21T16:00:00.000Z', buildCaller('training.registrations.write'))).not.toThrow();
});

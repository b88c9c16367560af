// A launch begins, continues an enrollment, or begins another one (docs/interface/training.md#courses-elsewhere).
import { expect, it } from 'vitest';
import { formatCredential, formatLaunchSecret, parseLaunchSecret, sessionLifetime } from './enrollment.ts';
import type { ExternalTerms } from './external-course.ts';
import { startLaunch } from './start-launch.ts';

const now = new Date('2027-03-01T12:00:00.000Z');
const later = new Date('2027-03-02T12:00:00.000Z');
const terms: ExternalTerms = {
  ...{ standard: 'cmi5', activityId: 'https://example.com/au', launchUrl: 'https://example.com/' },
  ...{ moveOn: 'Completed', launchMethod: 'AnyWindow' },
};
const input = {
  ...{ personId: 'p', courseId: 'k', terms, again: false, registration: 'r1', sessionId: 's1' },
  ...{ secretHash: 'h1', homePage: 'https://lms.example.org', activityId: 'https://lms.example.org/au' },
};
const next = { ...input, registration: 'r2', sessionId: 's2', secretHash: 'h2', now: later };
const first = startLaunch(undefined, { ...input, now });
const granted = { completionId: 'c', creditIds: [] };
const completed = { ...first, met: { completed: {} as never }, granted };

it('the first launch begins a registration, whose session ends by itself', () => {
  expect(first).toMatchObject({
    ...{ id: 'r1', version: 1, statements: 0, stateIds: [], met: {} },
    session: { id: 's1', launchMode: 'Normal', fetchHash: 'h1', verbs: [] },
  });
  expect(Date.parse(first.session.expiresDate) - now.getTime()).toBe(sessionLifetime);
  expect(first.session.credentialHash).toBeUndefined();
});

it('a course without a profile has its credential from the start', () => {
  const { session } = startLaunch(undefined, { ...input, terms: { ...terms, standard: 'xapi' }, now });
  expect([session.credentialHash, session.fetchHash]).toEqual(['h1', undefined]);
});

it('the next launch continues the registration with the same ids of person and activity (cmi5 8.1.5)', () => {
  const moved = startLaunch(first, { ...next, homePage: 'https://new.example.org', activityId: 'urn:x' });
  expect(moved).toMatchObject({
    ...{ id: 'r1', version: 2, homePage: input.homePage, activityId: input.activityId },
    session: { id: 's2', launchMode: 'Normal' },
  });
});

it('a completed course is reviewed, or taken again with another registration', () => {
  expect(startLaunch(completed, next)).toMatchObject({
    ...{ id: 'r1', granted, session: { launchMode: 'Review' } },
  });
  const again = startLaunch(completed, { ...next, again: true });
  expect(again).toMatchObject({ id: 'r2', version: 2, met: {}, session: { launchMode: 'Normal' } });
  expect(again.granted).toBeUndefined();
  expect(startLaunch(first, { ...next, again: true }).id).toBe('r1');
});

it('another activity has another registration', () => {
  const other = { ...terms, activityId: 'https://example.com/au/2' };
  expect(startLaunch(completed, { ...next, terms: other })).toMatchObject({ id: 'r2', met: {} });
});

it('a secret names its person, course and launch', () => {
  const id = (digit: number) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`;
  const secret = { personId: id(1), courseId: id(2), sessionId: id(3), secret: id(4) };
  expect(parseLaunchSecret(formatLaunchSecret(secret, '.'))).toEqual(secret);
  const credential = Buffer.from(formatCredential(secret), 'base64').toString();
  expect(parseLaunchSecret(credential)).toEqual(secret);
  expect(credential.split(':')).toHaveLength(2);
  expect(parseLaunchSecret(`${id(1)}.${id(2)}`)).toBeUndefined();
});

// What the tests of advocacy call: the demo tenant's templates and campaigns, and people who live in districts.

import type { PersonContent } from '../../../shared/directory/people/person.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { committees, memberships, people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { moveClock as moveTenantClock } from '../../harness/move-clock.ts';
import type { CallOptions, Reply, TestPlatform } from '../../harness/platform.ts';

export const demoId = (kind: string, key: string): string => recordId('demo', `${kind}:demo`, key);
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** Calls to /api/1.0/Advocacy of the demo tenant. */
export const createAdvocacyCaller =
  (platform: TestPlatform) =>
  (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Reply> =>
    platform.call(method, 'billtracking', `/api/1.0/Advocacy/${path}`, {
      tenant: 'demo',
      ...(body !== undefined && { body }),
      ...options,
    });

/** Moves the demo tenant's clock by some days. */
export const moveClock = (platform: TestPlatform, days: number): Promise<void> =>
  moveTenantClock(platform.store('demo'), Math.round(days * 86_400));

/** The date some days from now in the demo tenant's zone, as YYYY-MM-DD: the day in UTC is another one for hours. */
export const dayFromNow = (days: number): string =>
  toLocalDate('America/Los_Angeles', new Date(Date.now() + days * 86_400_000));

const residentId = (key: string): string => demoId('person', `resident-${key}`);
const createDivision = (identifier: string) => [{ scheme: 'ocd-division', identifier }];
const washington = 'ocd-division/country:us/state:wa';

/** People of Washington, by what is known of where they live. */
const residents: Readonly<Record<string, PersonContent>> = {
  'of-the-district': {
    firstName: 'Alma',
    lastName: 'Reyes',
    email: 'alma.reyes@example.org',
    externalIds: createDivision(`${washington}/sldl:46`),
  },
  'of-another': {
    firstName: 'Bo',
    lastName: 'Lindgren',
    externalIds: createDivision(`${washington}/sldl:3`),
  },
  'of-the-state': {
    firstName: 'Cy',
    lastName: '<i>Okoye</i>',
    addresses: [{ id: demoId('address', 'cy'), type: 'Primary', state: 'WA', city: 'Spokane' }],
  },
  'of-oregon': {
    firstName: 'Di',
    lastName: 'Marsh',
    addresses: [{ id: demoId('address', 'di'), type: 'Primary', state: 'OR' }],
  },
};

/**
 * Gives the demo tenant a housing committee whose members represent two districts of Washington (one of
 * them until recently), and some residents.
 * @returns the committee, its chair, and the ids of the residents
 */
export async function createResidents(platform: TestPlatform) {
  const tenant = platform.store('demo');
  const now = new Date();
  const committeeId = demoId('committee', 'test-housing');
  const seat = (key: string, district: string, name: string, endDate?: string) => ({
    id: residentId(key),
    content: {
      firstName: name,
      lastName: 'Stone',
      phone: '360-555-0146',
      party: 'Democratic',
      offices: [
        {
          id: demoId('office', key),
          kind: 'legislature' as const,
          role: 'lower',
          state: 'WA',
          district,
          ...(endDate !== undefined && { endDate }),
        },
      ],
    },
  });
  await upsert(
    tenant,
    committees,
    [
      {
        id: committeeId,
        content: { name: 'House Test Housing', kind: 'legislative', state: 'WA', chamber: 'lower' },
      },
    ],
    { now },
  );
  await upsert(
    tenant,
    people,
    [
      seat('chair', '46', 'Vera'),
      seat('member', '46', 'Abe'),
      seat('former', '3', 'Otto', '2020-12-31'),
      ...Object.entries(residents).map(([key, content]) => ({ id: residentId(key), content })),
    ],
    { now },
  );
  const place = (key: string, role: string) => ({
    id: demoId('membership', key),
    content: { committeeId, personId: residentId(key), role },
  });
  await upsert(
    tenant,
    memberships,
    [place('member', 'member'), place('chair', 'chair'), place('former', 'vice chair')],
    { now },
  );
  return { committeeId, residentId };
}

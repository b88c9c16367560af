// What the tests of campaigns with an audience use: supporters and officials of Washington, and what campaigns send.
import { handler as runTimers } from '../../../functions/billtracking/jobs/run-bill-timers/handler.ts';
import type { PersonContent } from '../../../shared/directory/people/person.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';
import type { TestPlatform } from '../../harness/platform.ts';
import { demoId } from './advocacy-residents.ts';

const washington = 'ocd-division/country:us/state:wa';
export const divisionOf = (kind: 'sldl' | 'sldu' | 'cd', district: string): string =>
  `${washington}/${kind}:${district}`;

const testPersonId = (key: string): string => demoId('person', `letters-${key}`);

/** Stores a person of the demo tenant. */
async function savePerson(platform: TestPlatform, key: string, content: PersonContent): Promise<string> {
  await upsert(platform.store('demo'), people, [{ id: testPersonId(key), content }], { now: new Date() });
  return testPersonId(key);
}

/** A supporter with a mail address, who lives in these divisions. */
export const saveSupporter = (
  platform: TestPlatform,
  key: string,
  divisions: readonly string[],
  more: PersonContent = {},
): Promise<string> =>
  savePerson(platform, key, {
    ...{ firstName: key, lastName: 'Supporter', email: `${key}@letters.example` },
    externalIds: divisions.map((identifier) => ({ scheme: 'ocd-division', identifier })),
    ...more,
  });

/** A legislator of Washington. */
export const saveLegislator = (
  platform: TestPlatform,
  key: string,
  role: 'upper' | 'lower',
  district: string,
  more: PersonContent = {},
): Promise<string> =>
  savePerson(platform, key, {
    ...{ firstName: key, lastName: 'Legislator' },
    offices: [
      {
        ...{ id: demoId('office', `letters-${key}`), kind: 'legislature', role, state: 'WA', district },
        jurisdiction: 'ocd-jurisdiction/country:us/state:wa/government',
      },
    ],
    ...more,
  });

/** The letters that wait in the outbox, by whom they go to. */
export async function listLetters(platform: TestPlatform, subject: string) {
  const mails = await dueMails(platform.store('demo'), new Date(Date.now() + 60_000), 500);
  return mails
    .filter((mail) => mail.subject === subject)
    .map(({ to, text, replyTo, fromName }) => ({ to, text, replyTo, fromName }))
    .sort((a, b) => (a.to < b.to ? -1 : 1));
}

/** Calls the function as the clock does. */
export const runBillTimers = (): Promise<void> => runTimers();

// A date is a date in one schema, and a day belongs to a zone: sources neither check a text with Date.parse, which takes 30
// February, nor cut the day off a moment (docs/interface/requests.md#days-and-moments).
import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** Finds what matches in each source, as `file: text`; of a source with the reason for it, nothing. */
async function findInSources(pattern: RegExp, reasons: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['functions', 'shared'])
    for await (const file of glob(`${folder}/**/*.ts`)) {
      if (file.endsWith('.test.ts') || Object.hasOwn(reasons, file)) continue;
      // A chain of calls is one line.
      const source = (await readFile(file, 'utf8')).replace(/\n\s*\./g, '.');
      for (const [text] of source.matchAll(pattern)) found.push(`${file}: ${text}`);
    }
  return found;
}

it('no text is taken for a date because Date.parse takes it', async () => {
  expect(await findInSources(/isNaN\((?:Date\.parse|new Date)\b.*/g, {})).toEqual([]);
});

it('moments of requests have one schema', async () => {
  const reasons = { 'shared/time/moment-schemas.ts': 'They are declared here.' };
  expect(await findInSources(/\.datetime\(\{[^}]*\b(?:offset|local)\b/g, reasons)).toEqual([]);
});

it('no day is cut off a moment whose zone is another', async () => {
  const reasons = {
    'functions/billtracking/bills/documents/record/store.ts':
      'A sort key, of the moment of the upload in UTC.',
    'functions/billtracking/bills/documents/search-bill-documents.ts': 'The same sort key.',
    'functions/billtracking/capitol-reports/legislation-days/resolve-session.ts': 'Ten entries of a list.',
    'functions/billtracking/data-feeds/providers/congress-gov.ts': 'The API is asked by days of UTC.',
    'functions/billtracking/data-feeds/providers/open-states-api.ts': 'The text of a request.',
    'functions/billtracking/data-feeds/providers/open-states.ts': 'Days of a session, without a zone.',
    'functions/billtracking/events/key-dates/read-deadlines.ts': 'A day of a file, by its own clocks.',
    'functions/billtracking/events/subscriptions/reminders/reminder-timer.ts': 'Ten changes of a list.',
    'functions/identity/account-pages/access/own-access.ts': 'Ten entries of a list.',
    'functions/identity/account-pages/access/pages.ts': 'The page says UTC: a person has no zone.',
    'functions/identity/passkeys/webauthn.ts': 'Ten entries of a list.',
    'functions/identity/account-pages/second-factor/pages.ts': 'The page says UTC: a person has no zone.',
    'shared/auth/throttles/sign-in-log.ts': 'A hash.',
    'shared/change-feed/feed.ts': 'The seconds in an id.',
    'shared/time/calendar-day.ts': 'Days as moments of UTC.',
  };
  const found = await findInSources(/^.*\.slice\(0, 10\)/gm, reasons);
  // The day of UTC, and that of a time zone, are computed: these are not cut off what was sent.
  const isComputed = (text: string) =>
    /(?:toISOString\(\)|formatLocalTime\([^\n]*\))\s*\.slice\(0, 10\)$/.test(text);
  expect(found.filter((text) => !isComputed(text))).toEqual([]);
});

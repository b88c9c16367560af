// The table of RFC 9700 and OWASP ASVS in docs/identity.md names the test beside each row: every name leads to one.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const files = new Map(
  globSync('{functions,shared,test}/**/*.test.ts').map((path) => [
    basename(path, '.test.ts'),
    readFileSync(path, 'utf8'),
  ]),
);

/** A row of the table: the requirement, and what its last cell says. */
const rows = readFileSync('docs/identity.md', 'utf8')
  .split('\n')
  .map((line) => line.split(' | '))
  .filter(
    ([first = '', , test]) =>
      /^\| (?:RFC 9700|RFC 8628|ASVS|2\.|4\.|WebAuthn|Back-Channel)/.test(first) && test,
  )
  .map(([requirement = '', , test = '']) => ({ requirement: requirement.slice(2), test }));

const listNames = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const listTitles = (cell: string): string[] =>
  [...cell.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);

it.each(rows)('$requirement is shown by a test', ({ test }) => {
  const [names, titles] = [listNames(test), listTitles(test)];
  expect(names.length + titles.length, test).toBeGreaterThan(0);
  const helpers = globSync('test/identity/**/*.ts').map((path) => basename(path, '.ts'));
  for (const name of names) expect(files.has(name) || helpers.includes(name), name).toBe(true);
  const searched = [...files.values()];
  for (const title of titles) {
    // A title may be shortened by dots.
    const parts = title.split(' … ');
    expect(
      searched.some((text) => parts.every((part) => text.includes(part))),
      title,
    ).toBe(true);
  }
});

it('the table has its rows', () => expect(rows.length).toBeGreaterThan(30));

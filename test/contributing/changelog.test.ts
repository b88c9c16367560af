// The changelog and the packages name one version, and every decision has its day.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const packages = ['package.json', 'clients/typescript/package.json', 'clients/python/package.json'];

describe('a release of the changelog', async () => {
  const [, unreleased = '', ...releases] = (await readFile('CHANGELOG.md', 'utf8')).split(/^## /m);

  it('follows the changes that are not released', () => expect(unreleased).toMatch(/^Unreleased\n/));

  it.each(packages)('that is the latest has the version of %s', async (file) => {
    const { version } = JSON.parse(await readFile(file, 'utf8'));
    expect(releases[0]).toMatch(RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)\n`));
  });

  it.each(releases.map((release) => [release.split('\n', 1)[0], release]))(
    '%s says what callers and operators have to do',
    (_, release) => {
      expect(release).toContain('\n### Callers\n');
      expect(release).toContain('\n### Operators\n');
    },
  );
});

it('each decision and each library of docs/decisions.md has the day since which it holds', async () => {
  const rows = (await readFile('docs/decisions.md', 'utf8'))
    .split('\n')
    .filter((line) => /^\|(?! Since \||---)/.test(line));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => !/^\| 20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01]) \| /.test(row))).toEqual([]);
});

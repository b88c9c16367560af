// The changelog and the packages name one version.
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

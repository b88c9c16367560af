// The table of parsers in SECURITY.md is of the packages that the project has, where it uses them.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const row = /^\| `([^`]+)` \| ([\d.]+) \|[^|]+\|[^|]+\| `([^`]+)` \|/gm;
const parsers = [...(await readFile('SECURITY.md', 'utf8')).matchAll(row)].map(
  ([, name = '', version = '', file = '']) => ({ name, version, file }),
);
const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** What may break callers when it changes: the first number, and the second of 0.x (semver 2.0.0, 4). */
const toMajor = (range: string): string => {
  const [major = '', minor = ''] = range.replace(/^\D+/, '').split('.');
  return major === '0' ? `0.${minor}` : major;
};

it('names each parser once', () => {
  const names = parsers.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(20);
  expect([...new Set(names)]).toEqual(names);
});

describe.each(parsers)('$name', ({ name, version, file }) => {
  it('is a dependency with the version of the table', () => {
    expect(dependencies).toHaveProperty([name]);
    expect(toMajor(dependencies[name] ?? '')).toBe(version);
  });
  it('is used where the table says', async () => {
    expect(await readFile(file, 'utf8')).toMatch(new RegExp(`['"]${name}(?:/[^'"]*)?['"]`));
  });
});

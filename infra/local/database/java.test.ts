// A Java that is missing, too old or broken is reported in one sentence that says what to do
// (docs/local-platform.md#database: Java 17).
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalPlatformError } from '../../command/local-platform-error.ts';
import { describeJavaProblem, findJava, parseMajorVersion } from './java.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-java-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fakeJava(script: string): Promise<string> {
  const file = join(folder, 'java');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

test.each([
  ['openjdk version "17.0.15" 2025-04-15', 17],
  ['openjdk version "21" 2023-09-19', 21],
  ['openjdk version "22-ea" 2024-03-19', 22],
  ['java version "1.8.0_292"', 8],
  ['Unable to locate a Java Runtime.', undefined],
])('%s is version %s (JEP 223)', (text, version) => {
  expect(parseMajorVersion(text)).toBe(version);
});

test('JAVA_HOME precedes PATH, and without both the error says how to install Java', async () => {
  const java = await fakeJava('exit 0');
  expect(findJava({ PATH: folder })).toBe(java);
  expect(() => findJava({ PATH: '/nonexistent', JAVA_HOME: '/nonexistent' })).toThrow(LocalPlatformError);
  expect(() => findJava({})).toThrow(/install Java 17 or newer/);
});

test('an old Java and a broken one are distinguished, and a valid one has no problem', async () => {
  expect(describeJavaProblem(await fakeJava('echo \'java version "1.8.0_292"\' >&2'))).toMatch(
    /is version 8, too old/,
  );
  expect(describeJavaProblem(await fakeJava('echo "Unable to locate a Java Runtime." >&2; exit 1'))).toMatch(
    /does not run/,
  );
  expect(describeJavaProblem(await fakeJava('echo \'openjdk version "16.0.2" 2021-07-20\' >&2'))).toMatch(
    /is version 16, too old/,
  );
  expect(describeJavaProblem(await fakeJava('echo \'openjdk version "17" 2021-09-14\' >&2'))).toBeUndefined();
});

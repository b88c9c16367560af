// Finds Java on this machine and describes what is wrong with it.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LocalPlatformError } from '../../command/local-platform-error.ts';

/** The oldest Java that DynamoDB Local runs on (docs/local-platform.md#database). */
const OLDEST_JAVA = 17;

const HOW_TO_GET_IT = `install Java ${OLDEST_JAVA} or newer (Debian and Ubuntu: \`apt-get install default-jre-headless\`, macOS: \`brew install --cask temurin\`) and start again`;

/**
 * The path of the `java` to run: that of JAVA_HOME, else the first on PATH.
 *
 * @throws LocalPlatformError when there is none
 */
export function findJava(env: NodeJS.ProcessEnv = process.env): string {
  const name = process.platform === 'win32' ? 'java.exe' : 'java';
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  if (env.JAVA_HOME) folders.unshift(join(env.JAVA_HOME, 'bin'));
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (!found) {
    throw new LocalPlatformError(
      `No Java was found in JAVA_HOME or on the PATH, and the local database needs it: ${HOW_TO_GET_IT}.`,
    );
  }
  return found;
}

/**
 * Why this Java cannot run DynamoDB Local, as one sentence; undefined when it is new enough. Called only after a
 * failed start, because it starts Java itself.
 */
export function describeJavaProblem(java: string): string | undefined {
  const answer = spawnSync(java, ['-version'], { encoding: 'utf8', timeout: 10_000 });
  const version = parseMajorVersion(`${answer.stderr ?? ''}${answer.stdout ?? ''}`);
  if (version === undefined) {
    return `The Java at ${java} does not run, and the local database needs it: ${HOW_TO_GET_IT}.`;
  }
  if (version < OLDEST_JAVA) {
    return `The Java at ${java} is version ${version}, too old for the local database: ${HOW_TO_GET_IT}.`;
  }
  return undefined;
}

/** The major version in what `java -version` prints: 17 of "17.0.15", 8 of "1.8.0_292" (JEP 223). */
export function parseMajorVersion(text: string): number | undefined {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  if (first === undefined) return undefined;
  return Number(first === '1' && second !== undefined ? second : first);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// npm run check:advisories: compares the lock file with the advisories that the registry knows (SECURITY.md).
import { execFile } from 'node:child_process';
import { acceptedAdvisories } from './accepted.ts';
import { findUnaccepted, readReport } from './read-report.ts';

/** npm answers in two seconds; a registry that does not answer must not hold a check up. */
const timeLimit = 30_000;

/** What `npm audit` prints; it exits with 1 where it finds something, and where it gets no answer. */
const audit = (): Promise<string> =>
  new Promise((resolve) => {
    const { npm_execpath: script } = process.env;
    const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
    const args = [...first, 'audit', '--json', '--package-lock-only', '--fetch-retries=0'];
    execFile(
      command,
      args,
      { timeout: timeLimit, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) =>
        resolve(
          error?.killed ? JSON.stringify({ message: `no answer within ${timeLimit / 1000} s` }) : stdout,
        ),
    );
  });

const answer = readReport(await audit());
if ('unanswered' in answer) {
  console.log(`Advisories were not compared: the registry did not answer (${answer.unanswered}).`);
} else {
  const unaccepted = findUnaccepted(answer.advisories, acceptedAdvisories);
  for (const { id, package: name, severity, title, range } of unaccepted)
    console.error(`${name} ${range}: ${severity}, ${title} (https://github.com/advisories/${id})`);
  if (unaccepted.length > 0) {
    console.error('Update these packages, or list them with the reason in infra/advisories/accepted.ts.');
    process.exitCode = 1;
  } else {
    console.log(`The registry knows ${answer.advisories.length} advisories; none is high and unlisted.`);
  }
}

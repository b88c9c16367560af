// Runs one command as a person does, and compares how it ends with how it must end.
import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../contracts/registry.ts';
import type { Attempt } from './attempts.ts';

/** How a command ended. */
export interface Outcome {
  readonly seconds: number;
  /** What is wrong, as sentences; none where it ended as it must. */
  readonly faults: readonly string[];
  readonly output: string;
}

/** Where a command runs. */
export interface Place {
  /** The project's folder: this one, or a clone. */
  readonly project: string;
  /** A folder for its data. */
  readonly data: string;
}

/** What a process and its children may take to end after it, in milliseconds. */
const endTimeout = 10_000;

/** What a person's terminal has: nothing of npm and Node that started this process, nothing of AWS. */
function buildEnvironment({ data }: Place, env: Attempt['env'] = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|AWS_|VITEST|NODE_COMPILE_CACHE$|TABLE_NAME$|ISSUER$)/.test(name),
  );
  // The commands of a clone are not those of this project.
  const path = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.startsWith(projectFolder));
  return {
    ...Object.fromEntries(own),
    ...{ PATH: path.join(delimiter), NO_COLOR: '1', DATA_DIR: data, PORT: '0' },
    ...env,
  };
}

/** Sends a signal to a process and all that it started. False when none of them runs. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Whether children still run some seconds after their parent has ended. */
async function hasLeftovers(child: ChildProcess): Promise<boolean> {
  const limit = performance.now() + endTimeout;
  while (signalGroup(child, 0)) {
    if (performance.now() > limit) return true;
    await sleep(50);
  }
  return false;
}

/** Runs it to its end, or kills it with all that it started when its time is over. */
export async function tryCommand(
  command: readonly [program: string, ...args: string[]],
  attempt: Pick<Attempt, 'env' | 'exitCode' | 'prints' | 'isInterrupted' | 'minutes'>,
  place: Place,
): Promise<Outcome> {
  const [program, ...args] = command;
  const { exitCode = 0, prints, minutes } = attempt;
  const since = performance.now();
  const child = spawn(program, args, {
    cwd: place.project,
    env: buildEnvironment(place, attempt.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let isInterrupted = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!attempt.isInterrupted || isInterrupted || !prints.test(output)) return;
      isInterrupted = true;
      signalGroup(child, 'SIGINT');
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    signalGroup(child, 'SIGKILL');
  }, minutes * 60_000);
  // Not the exit alone: a child that has inherited the output and still runs counts as a hang.
  const status = await new Promise<number | string | null>((ended, failed) => {
    child.once('error', failed);
    child.once('close', (code, signal) => ended(code ?? signal));
  }).finally(() => clearTimeout(timer));
  const faults: string[] = [];
  if (isLate) faults.push(`It did not end within ${formatMinutes(minutes)}: it hangs.`);
  else if (status !== exitCode) faults.push(`It ended with ${status}, not with ${exitCode}.`);
  if (!prints.test(output)) faults.push(`It did not print ${prints}.`);
  if (/^ {4}at .*:\d+:\d+\)?$/m.test(output)) faults.push('It printed a stack trace.');
  if (await hasLeftovers(child)) {
    signalGroup(child, 'SIGKILL');
    faults.push('It left processes running.');
  }
  return { seconds: (performance.now() - since) / 1000, faults, output };
}

const formatMinutes = (minutes: number): string =>
  minutes < 1 ? `${Math.round(minutes * 60)} s` : `${minutes} minutes`;

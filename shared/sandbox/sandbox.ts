// Runs what reads or renders content of callers in a process of its own, with limits of time and memory (docs/sandbox.md).
// A process and not a worker thread: a thread that allocates one large object ends the whole process with it.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { currentAccessScope } from '../data/tenant/access-scope.ts';
import { createWorkQueue, WaitedTooLong } from '../data/work/work-queue.ts';
import { Failure } from '../errors/failure.ts';
import { logError } from '../log/log.ts';
import { ContentFault, type ContentFaultKind } from './content-fault.ts';
import { isUsageKnown, readUsage } from './process-usage.ts';
import { SERVED_MODULE, type TaskAnswer, type TaskModule, type TaskRequest, type Tasks } from './tasks.ts';

/** What a task may take, and what its content is called in messages: "The picture". */
export interface SandboxLimits {
  readonly what: string;
  /** Of a processor, for one task. */
  readonly seconds: number;
  /** By the clock, with the wait for a process and a processor. 25 by default, in which a request is answered. */
  readonly wallSeconds?: number;
  /** Of memory, for the process. */
  readonly megabytes: number;
}

/** Runs the tasks of one module. */
export interface Sandbox<T extends Tasks> {
  /**
   * The result of a task.
   * @throws ContentFault when the content exceeds a limit or can't be read
   */
  run<N extends keyof T & string>(name: N, ...args: Parameters<T[N]>): Promise<Awaited<ReturnType<T[N]>>>;
}

/** How many tasks of a tenant run at the same time in one sandbox; others wait. One processor is left to requests. */
const MAX_OF_TENANT = Math.max(1, availableParallelism() - 1);
/** One more than a tenant may have: others do not wait for it. */
const MAX_PROCESSES = MAX_OF_TENANT + 1;
/** After how many milliseconds without a task a process ends. */
const MAX_IDLE = 60_000;
/** How often the use of a process is read, in milliseconds. */
const USAGE_INTERVAL = 25;
/** Less than a gateway waits for a reply. */
const WALL_SECONDS = 25;

/** Nothing secret is in the environment of a process that reads content of callers. */
const inherited = [
  'PATH',
  'LD_LIBRARY_PATH',
  'NODE_PATH',
  'SystemRoot',
  'NODE_COMPILE_CACHE',
  'TZ',
  'LANG',
] as const;

/** Starts a process that reads files and does nothing else outside of itself. */
function startProcess(url: string, megabytes: number): ChildProcess {
  const environment = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return fork(fileURLToPath(url), [], {
    serialization: 'advanced',
    execArgv: ['--permission', '--allow-fs-read=*', `--max-old-space-size=${megabytes}`],
    env: { ...Object.fromEntries(environment), [SERVED_MODULE]: url },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Whether a process keeps the platform's own process from ending: one that runs a task does. */
function hold(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref();
  else child.unref();
  if (isHeld) child.channel?.ref();
  else child.channel?.unref();
}

/** V8 aborts a process whose heap is full, and a system kills one when it has no memory left. */
const isOutOfMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134;

/** The next answer of a process, or the reason why it gave none. */
function waitForAnswer(
  child: ChildProcess,
  { seconds, megabytes }: SandboxLimits,
  deadline: number,
): Promise<TaskAnswer | ContentFaultKind | 'busy'> {
  return new Promise((resolve) => {
    const before = readUsage(child.pid);
    const settle = (answer: TaskAnswer | ContentFaultKind | 'busy'): void => {
      clearTimeout(clock);
      clearInterval(meter);
      child.off('message', settle).off('exit', settleExit).off('error', settleError);
      resolve(answer);
    };
    const settleExit = (code: number | null, signal: NodeJS.Signals | null): void =>
      settle(isOutOfMemory(code, signal) ? 'memory' : 'damage');
    const settleError = (): void => settle('damage');
    // Where it has not used its time, the machine is too busy, and the content is not to blame.
    const clock = setTimeout(() => settle(isUsageKnown ? 'busy' : 'time'), deadline - performance.now());
    const meter = setInterval(async () => {
      const [usage, start] = [await readUsage(child.pid), await before];
      if (!usage || !start) return;
      if (usage.residentBytes > megabytes * 1_000_000) settle('memory');
      if (usage.processorSeconds - start.processorSeconds > seconds) settle('time');
    }, USAGE_INTERVAL);
    child.on('message', settle).on('exit', settleExit).on('error', settleError);
  });
}

/** An idle process, the timer that ends it, and what is called when it ends by itself. */
interface IdleProcess {
  readonly child: ChildProcess;
  readonly timer: NodeJS.Timeout;
  readonly end: () => void;
}

/**
 * A sandbox for the tasks of a module. Its processes start when they are needed and are used again, except after a fault.
 * @param load imports the module: `() => import('./picture-tasks.ts')`
 */
export function createSandbox<T extends Tasks>(
  load: () => Promise<{ readonly default: TaskModule<T> }>,
  limits: SandboxLimits,
): Sandbox<T> {
  const idle: IdleProcess[] = [];
  const wallTime = (limits.wallSeconds ?? WALL_SECONDS) * 1000;
  const takeTurn = createWorkQueue(MAX_PROCESSES, wallTime, MAX_OF_TENANT);

  async function takeProcess(deadline: number): Promise<ChildProcess> {
    const known = idle.pop();
    if (known) {
      clearTimeout(known.timer);
      known.child.off('exit', known.end);
      hold(known.child, true);
      return known.child;
    }
    const { url } = (await load()).default;
    const child = startProcess(url, limits.megabytes);
    const answer = await waitForAnswer(child, limits, deadline);
    if (typeof answer === 'object' && answer.is === 'ready') return child;
    child.kill('SIGKILL');
    if (answer === 'busy') throw new Failure('SERVICE_BUSY');
    throw new Error(`The process of a sandbox did not start: ${fileURLToPath(url)}`);
  }

  function keepProcess(child: ChildProcess): void {
    const end = (): void => {
      const at = idle.findIndex((each) => each.child === child);
      if (at >= 0) idle.splice(at, 1);
      child.kill('SIGKILL');
    };
    const timer = setTimeout(end, MAX_IDLE).unref();
    idle.push({ child, timer, end });
    child.once('exit', end);
    hold(child, false);
  }

  async function runTask(request: TaskRequest, deadline: number): Promise<unknown> {
    const child = await takeProcess(deadline);
    child.send(request, () => undefined);
    const answer = await waitForAnswer(child, limits, deadline);
    if (typeof answer === 'object' && answer.is === 'result') {
      keepProcess(child);
      return answer.result;
    }
    // What was in the process may be damaged: nothing of it is used again.
    child.kill('SIGKILL');
    if (answer === 'busy') throw new Failure('SERVICE_BUSY');
    if (typeof answer === 'string') throw new ContentFault(answer, limits);
    const reason = answer.is === 'error' ? answer.message : 'it restarted';
    logError('sandbox', new Error(`${request.name} ended with ${reason}`));
    throw new ContentFault('damage', limits);
  }

  return {
    async run(name, ...args) {
      const deadline = performance.now() + wallTime;
      try {
        return (await takeTurn(
          () => runTask({ name, args }, deadline),
          currentAccessScope()?.tenant,
        )) as never;
      } catch (error) {
        throw error instanceof WaitedTooLong ? new Failure('SERVICE_BUSY') : error;
      }
    },
  };
}

// Starts the processes that are measured, and asks them.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a fresh process took, in milliseconds: to load the bundle, to answer, both, and of a core (user and system). */
export interface ColdMeasurement {
  readonly load: number;
  readonly answer: number;
  readonly total: number;
  readonly cpu: number;
  readonly reply: { readonly statusCode: number; readonly body: string };
}

/** What `count` requests took, in milliseconds. */
export interface BatchMeasurement {
  readonly count: number;
  readonly wall: number;
  readonly cpu: number;
  readonly refused: number;
}

/** A bundle that a process loads, the event it answers, and its environment. */
export interface Subject {
  readonly file: string;
  readonly eventFile: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A process that has answered its first request. */
export interface MeasuredProcess {
  readonly cold: ColdMeasurement;
  /** Has it answer `count` requests more. */
  answer(count: number): Promise<BatchMeasurement>;
  /** Bytes it has printed so far: its log. */
  logBytes(): number;
  stop(): Promise<void>;
}

async function nextMessage<T>(child: ChildProcess, errors: readonly Buffer[]): Promise<T> {
  const ended = new AbortController();
  const [value] = await Promise.race([
    once(child, 'message', { signal: ended.signal }),
    once(child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error(`A measured function ended early: ${Buffer.concat(errors).toString().slice(0, 2000)}`);
    }),
  ]).finally(() => ended.abort());
  return value;
}

const programFile = fileURLToPath(new URL('./child.mjs', import.meta.url));

/**
 * Starts a process and waits for its first answer.
 * @throws Error when it ends before, with what it printed
 */
export async function startProcess(
  { file, eventFile, env }: Subject,
  flags: readonly string[] = [],
): Promise<MeasuredProcess> {
  const child = fork(programFile, [file, eventFile], {
    env,
    execArgv: [...flags],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const errors: Buffer[] = [];
  let printed = 0;
  child.stdout?.on('data', ({ length }: Buffer) => {
    printed += length;
  });
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
  const cold = await nextMessage<ColdMeasurement>(child, errors);
  return {
    cold,
    answer(count) {
      child.send(count);
      return nextMessage<BatchMeasurement>(child, errors);
    },
    logBytes: () => printed,
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

// Starts the processes that are measured, and asks them.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a fresh process took, in milliseconds: to load the bundle, to answer, both, and of a core (user and system). */
export interface Cold {
  readonly load: number;
  readonly answer: number;
  readonly total: number;
  readonly cpu: number;
  readonly reply: { readonly statusCode: number; readonly body: string };
}

/** What `count` requests took, in milliseconds. */
export interface Batch {
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
export interface Child {
  readonly cold: Cold;
  /** Has it answer `count` requests more. */
  answer(count: number): Promise<Batch>;
  /** Bytes it has printed so far: its log. */
  logBytes(): number;
  stop(): Promise<void>;
}

async function message<T>(child: ChildProcess, errors: readonly Buffer[]): Promise<T> {
  const ended = new AbortController();
  const [value] = await Promise.race([
    once(child, 'message', { signal: ended.signal }),
    once(child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error(`A measured function ended early: ${Buffer.concat(errors).toString().slice(0, 2000)}`);
    }),
  ]).finally(() => ended.abort());
  return value;
}

const program = fileURLToPath(new URL('./child.mjs', import.meta.url));

/**
 * Starts a process and waits for its first answer.
 * @throws Error when it ends before, with what it printed
 */
export async function startChild(
  { file, eventFile, env }: Subject,
  flags: readonly string[] = [],
): Promise<Child> {
  const child = fork(program, [file, eventFile], {
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
  const cold = await message<Cold>(child, errors);
  return {
    cold,
    answer(count) {
      child.send(count);
      return message<Batch>(child, errors);
    },
    logBytes: () => printed,
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

// Starts the processes that are measured, and requests their measurements.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { disconnect, receive } from './forked-process.ts';

/**
 * The time of a fresh process in milliseconds: to load the bundle, to answer, both, and processor time of all threads.
 */
export interface ColdMeasurement {
  readonly load: number;
  readonly answer: number;
  readonly total: number;
  readonly cpu: number;
  readonly reply: { readonly statusCode: number; readonly body: string };
}

/** The time of `count` requests in milliseconds. */
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
  /** Sends it `count` more requests. */
  answer(count: number): Promise<BatchMeasurement>;
  /** The bytes of its log so far. */
  logBytes(): number;
  stop(): Promise<void>;
}

const programFile = fileURLToPath(new URL('../measured-process.mjs', import.meta.url));

/**
 * Starts a process and waits for its first answer.
 * @throws Error with its output, when it ends before that
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
  const explain = () => `A measured function ended early: ${Buffer.concat(errors).toString().slice(0, 2000)}`;
  const cold = await receive<ColdMeasurement>(child, explain);
  return {
    cold,
    answer(count) {
      child.send(count);
      return receive<BatchMeasurement>(child, explain);
    },
    logBytes: () => printed,
    stop: () => disconnect(child),
  };
}

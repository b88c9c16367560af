// Starts the platform in a separate process and reads its memory.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Area } from '../../../shared/http/areas.ts';
import { CommandError } from '../../command/command-error.ts';
import { disconnect, receive } from '../bench/measured/forked-process.ts';
import type { BurstData } from './prepare-bursts.ts';

/** What the process reports once it serves. */
export interface StartedPlatform {
  readonly address: string;
  readonly urls: Readonly<Record<Area, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly token: string;
  readonly dynamodb: string;
  readonly tableName: string;
}

/** Memory in bytes. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

/** What the bursts need. */
export interface BurstSize {
  readonly people: number;
  readonly seats: number;
}

/** The argument of a process with the push channel. */
export const withPush = '--push';

/** What the process is to send: its memory, or data for bursts of this size. */
export type ProcessRequest = 'memory' | BurstSize;

/** The platform under load. */
export interface PlatformUnderLoad extends StartedPlatform {
  memory(): Promise<Memory>;
  prepareBursts(size: BurstSize): Promise<BurstData>;
  stop(): Promise<void>;
}

interface ProcessMessage {
  readonly step?: string;
  readonly refusal?: string;
  readonly memory?: Memory;
  readonly bursts?: BurstData;
  readonly started?: StartedPlatform;
}

/**
 * Starts it.
 * @param options.hasPush whether it has the push channel, and the functions behind the stream
 * @throws Error when it ends before it serves
 */
export async function startPlatformProcess(
  say: (what: string) => void,
  { hasPush = false } = {},
): Promise<PlatformUnderLoad> {
  const program = fileURLToPath(new URL('./platform-process.ts', import.meta.url));
  const child = fork(program, hasPush ? [withPush] : [], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started = await new Promise<StartedPlatform>((resolve, reject) => {
    child.on('message', ({ step, refusal, started: startedPlatform }: ProcessMessage) => {
      if (step) say(step);
      if (refusal) reject(new CommandError(refusal));
      if (startedPlatform) resolve(startedPlatform);
    });
    child.once('exit', () => reject(new Error('The platform ended before it served')));
  });
  const ask = async <K extends keyof ProcessMessage>(
    request: ProcessRequest,
    answer: K,
  ): Promise<NonNullable<ProcessMessage[K]>> => {
    child.send(request);
    const message = await receive<ProcessMessage>(child, () => 'The platform under load ended early');
    const value = message[answer];
    if (value === undefined) throw new Error(`The platform did not answer with ${answer}`);
    return value;
  };
  return {
    ...started,
    memory: () => ask('memory', 'memory'),
    prepareBursts: (size) => ask(size, 'bursts'),
    stop: () => disconnect(child),
  };
}

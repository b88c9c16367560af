// Starts the platform in a process of its own and asks it for its memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Area } from '../../shared/http/areas.ts';

/** What the process tells once it serves. */
export interface Started {
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

/** The platform under load. */
export interface UnderLoad extends Started {
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

interface Message {
  readonly step?: string;
  readonly memory?: Memory;
  readonly started?: Started;
}

/**
 * Starts it.
 * @throws Error when it ends before it serves
 */
export async function startUnderLoad(say: (what: string) => void): Promise<UnderLoad> {
  const child = fork(fileURLToPath(new URL('./platform-process.ts', import.meta.url)), [], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started = await new Promise<Started>((resolve, reject) => {
    child.on('message', ({ step, started: told }: Message) => {
      if (step) say(step);
      if (told) resolve(told);
    });
    child.once('exit', () => reject(new Error('The platform ended before it served')));
  });
  return {
    ...started,
    async memory() {
      child.send('memory');
      const [message] = (await once(child, 'message')) as [Message];
      if (!message.memory) throw new Error('The platform did not tell its memory');
      return message.memory;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

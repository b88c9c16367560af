// Starts programs of this folder as processes that a test can kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process that prints a line for each thing it has done. */
export interface TestProcess {
  /** The next line that it prints. @throws Error when it ends instead */
  nextLine(): Promise<string>;
  send(text: string): void;
  /** Kills it at once, as a failing machine would. */
  kill(): Promise<void>;
  /** Resolves with its exit code; null when it was killed. */
  readonly ended: Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Runs a file of this folder with this process's environment. */
export function runProcess(file: string, args: readonly string[] = []): TestProcess {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  void ended.then(() => running.delete(child));
  child.stdin.on('error', () => undefined);
  return {
    ended,
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} ended with ${await ended} before it said anything`);
      return value;
    },
    send: (text) => void child.stdin.write(`${text}\n`),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Ends all processes that still run. */
export async function killAll(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
}

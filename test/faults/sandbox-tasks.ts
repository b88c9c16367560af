// Tasks that do what content of callers has made libraries do.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { defineTasks } from '../../shared/sandbox/tasks.ts';

const megabytes = (count: number): Uint8Array => new Uint8Array(count * 1_000_000).fill(1);

export default defineTasks(import.meta.url, {
  add: async (a: number, b: number) => a + b,
  reverse: async (bytes: Uint8Array) => bytes.toReversed(),
  async waitForFile(path: string) {
    while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 50));
  },
  getProcessId: async () => process.pid,
  async runForever() {
    for (;;);
  },
  async fillHeap() {
    // One large object: a worker thread would end the whole platform with it.
    return Array.from({ length: 50_000_000 }, (_, index) => ({ index })).length;
  },
  async fillBuffers() {
    const kept: Uint8Array[] = [];
    for (;;) {
      kept.push(megabytes(10));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
  async trap() {
    throw new RangeError('memory access out of bounds');
  },
  async exit() {
    process.exit(0);
  },
  listEnvironment: async () => Object.keys(process.env),
  writeFile: async (path: string) => writeFile(path, 'written'),
  async startProgram() {
    const { execFileSync } = await import('node:child_process');
    return execFileSync(process.execPath, ['--version']).toString();
  },
});

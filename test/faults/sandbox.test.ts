// Content of callers is read in a process with limits, which nothing survives (docs/sandbox.md).
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithAccessScope, tenantAccessScope } from '../../shared/data/tenant/access-scope.ts';
import type { TenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { createSandbox } from '../../shared/sandbox/sandbox.ts';

const open = (limits: { seconds?: number; megabytes?: number } = {}) =>
  createSandbox(() => import('./sandbox-tasks.ts'), {
    ...{ what: 'The picture', seconds: 60, wallSeconds: 300, megabytes: 200 },
    ...limits,
  });

describe('a task in a sandbox', () => {
  it('gets values and bytes, and answers with them', async () => {
    const sandbox = open();
    expect(await sandbox.run('add', 2, 3)).toBe(5);
    expect(await sandbox.run('reverse', new Uint8Array([1, 2, 3]))).toEqual(new Uint8Array([3, 2, 1]));
  });

  it('runs in a process that is used again', async () => {
    const sandbox = open();
    const first = await sandbox.run('getProcessId');
    expect(first).not.toBe(process.pid);
    expect(await sandbox.run('getProcessId')).toBe(first);
  });

  it('runs beside others of the same sandbox', async () => {
    const sandbox = open();
    expect(await Promise.all([1, 2, 3, 4, 5].map((value) => sandbox.run('add', value, value)))).toEqual([
      2, 4, 6, 8, 10,
    ]);
  });

  it('does not wait for those of another tenant', async () => {
    const sandbox = open();
    const runFor = <T>(tenant: string, work: () => Promise<T>) =>
      runWithAccessScope(tenantAccessScope(tenant as TenantCode), work);
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const file = join(folder, 'end');
    let done = 0;
    const slow = Array.from({ length: 2 * availableParallelism() }, () =>
      runFor('demo', () => sandbox.run('waitForFile', file)).finally(() => {
        done += 1;
      }),
    );
    expect(await runFor('harbor', () => sandbox.run('add', 2, 3))).toBe(5);
    expect(done).toBe(0);
    await writeFile(file, '');
    await Promise.all(slow);
    await rm(folder, { recursive: true });
  });

  it('has no secret in its environment, and neither writes files nor starts programs', async () => {
    const sandbox = open();
    const names = await sandbox.run('listEnvironment');
    expect(names).toContain('SANDBOX_MODULE');
    expect(names.filter((name) => name.startsWith('AWS_'))).toEqual([]);
    const file = join(tmpdir(), `sandbox-${process.pid}`);
    await expect(sandbox.run('writeFile', file)).rejects.toThrow("The picture can't be processed");
    expect(existsSync(file)).toBe(false);
    await expect(sandbox.run('startProgram')).rejects.toThrow("The picture can't be processed");
  });
});

describe('a limit of a sandbox', () => {
  it.each([
    ['runForever', { seconds: 1 }, 'The picture takes longer than 1 s'],
    ['fillHeap', {}, 'The picture takes more than 200 MB of memory'],
    ['fillBuffers', {}, 'The picture takes more than 200 MB of memory'],
    ['trap', {}, "The picture can't be processed"],
    ['exit', {}, "The picture can't be processed"],
  ] as const)('ends %s, and the next task runs in another process', async (name, limits, message) => {
    const sandbox = open(limits);
    const first = await sandbox.run('getProcessId');
    const failure = await sandbox.run(name).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) });
    expect(await sandbox.run('getProcessId')).not.toBe(first);
  });
});

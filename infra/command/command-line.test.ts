// How commands end: with one sentence and exit code 1, whatever they left open.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { BadArguments, parseAddress, parseWholeNumber } from './command-line.ts';

const url = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** Runs a command whose main function has this body, in a process of its own. */
async function run(body: string, args: readonly string[] = []) {
  const program = `
    import { createServer } from 'node:http';
    import { runCommand, BadArguments } from ${url('./command-line.ts')};
    import { LocalPlatformError } from ${url('./local-platform-error.ts')};
    await runCommand(async () => { ${body} }, { what: 'The test', usage: 'npm run test-command' });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, 'command', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

describe('runCommand', () => {
  it('ends a command that failed and left a server open', async () => {
    const failed = await run(`
      await new Promise((resolve) => createServer().listen(0, resolve));
      throw new Error('No reply');`);
    expect(failed).toEqual({ out: '', err: 'The test stopped: No reply\n', code: 1 });
  });

  it('prints all of a long output before it ends a command that failed', async () => {
    const { out, code } = await run(
      `process.stdout.write('x'.repeat(1_000_000)); throw new Error('No reply');`,
    );
    expect([out.length, code]).toEqual([1_000_000, 1]);
  });

  it('prints what a person can fix as it is, with the usage where the arguments are wrong', async () => {
    expect(await run(`throw new LocalPlatformError('There is no Java.');`)).toMatchObject({
      err: 'There is no Java.\n',
      code: 1,
    });
    expect(await run(`throw new BadArguments('--runs is missing.');`)).toMatchObject({
      err: '--runs is missing.\n\nnpm run test-command\n',
      code: 1,
    });
  });

  it('prints the usage for --help, and does nothing else', async () => {
    for (const option of ['--help', '-h'])
      expect(await run(`throw new Error('Run');`, [option])).toEqual({
        ...{ out: 'npm run test-command\n', err: '', code: 0 },
      });
  });

  it('ends without an error when its reader stops early', async () => {
    const { err } = await run(`
      process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      await new Promise((resolve) => createServer().listen(0, resolve));
      throw new Error('It still runs');`);
    expect(err).toBe('');
  });
});

it('a whole number is in its range, and an address is one of the web', () => {
  expect(parseWholeNumber('runs', undefined, 15)).toBe(15);
  expect(parseWholeNumber('runs', '3', 15, 3)).toBe(3);
  expect(() => parseWholeNumber('runs', '4', 15, 3)).toThrow(
    new BadArguments('--runs must be a whole number from 1 to 3, but was 4.'),
  );
  expect(parseAddress('base', 'https://api.example.org//')).toBe('https://api.example.org');
  expect(() => parseAddress('base', 'file:///etc')).toThrow('--base must be an address');
  expect(() => parseAddress('base', 'nonsense')).toThrow('--base must be an address');
});

// What an attempt reports of programs that hang, leave children behind, or end in another way than they must.
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { tryCommand } from './try-command.ts';

const place = { project: tmpdir(), data: tmpdir() };
const attempt = { prints: /done/, minutes: 5 };
const runScript = (script: string, more = {}) =>
  tryCommand([process.execPath, '--eval', script], { ...attempt, ...more }, place);

it('reports nothing of a command that ends as it must', async () => {
  expect((await runScript('console.log("done")')).faults).toEqual([]);
  const failing = 'console.error("done"); process.exit(1)';
  expect((await runScript(failing, { exitCode: 1 })).faults).toEqual([]);
});

it('kills a command that does not end, with its children, and reports that it hangs', async () => {
  const script = `
    require('node:child_process').spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    console.log('done');
    setInterval(() => {}, 1000);`;
  const { faults } = await runScript(script, { prints: /^/, minutes: 1 / 60 });
  expect(faults).toEqual(['It did not end within 1 s: it hangs.']);
});

it('reports another exit code, missing output and a stack trace', async () => {
  const { faults } = await runScript('throw new Error("broken")');
  expect(faults).toEqual([
    'It ended with 1, not with 0.',
    'It did not print /done/.',
    'It printed a stack trace.',
  ]);
});

it('interrupts a command that serves once it is ready', async () => {
  const script = `
    process.on('SIGINT', () => process.exit(0));
    setInterval(() => {}, 1000);
    console.log('done');`;
  expect((await runScript(script, { isInterrupted: true })).faults).toEqual([]);
});

// Reads a password from the environment, a hidden prompt, or a pipe; never from the command line, which others can see.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BadArguments } from '../command/command-line.ts';

/** The environment variable for the password, for scripts. */
const PASSWORD_VARIABLE = 'ROSTRUM_PASSWORD';

/** Echoes nothing of what is typed. */
const createSilentOutput = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function promptHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: createSilentOutput(), terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

async function readPipedPassword(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}

/**
 * The password for a user.
 * @throws BadArguments when there is none, or the two typed ones differ
 */
export async function readPassword(userName: string): Promise<string> {
  const fromEnvironment = process.env[PASSWORD_VARIABLE];
  if (fromEnvironment) return fromEnvironment;
  if (!process.stdin.isTTY) {
    const password = await readPipedPassword();
    if (password === '')
      throw new BadArguments(`No password was given: type it, pipe it in, or set ${PASSWORD_VARIABLE}.`);
    return password;
  }
  const first = await promptHidden(`Password for ${userName}: `);
  const second = await promptHidden('The same again: ');
  if (first !== second) throw new BadArguments('The two passwords differ; nothing was changed.');
  return first;
}

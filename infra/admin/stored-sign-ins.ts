// The tokens of the person who uses the commands, in a file that this person alone can read (XDG Base Directory
// Specification).
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { CommandError } from '../command/command-error.ts';
import { getSystemCode } from '../command/local-platform-error.ts';

const SignIn = z.object({
  clientId: z.string(),
  /** Absent where it was not asked for. */
  refreshToken: z.string().optional(),
  accessToken: z.string(),
  /** Epoch seconds. */
  expiresAt: z.int(),
});

/** A sign-in at one platform. */
export type StoredSignIn = z.infer<typeof SignIn>;

const SignIns = z.record(z.string(), SignIn);

/** The sign-ins by the issuer of their platform. */
export type StoredSignIns = z.infer<typeof SignIns>;

/** Where the sign-ins are; a path that is not absolute counts as absent. */
export function getSignInsFile(): string {
  const folder = process.env.XDG_CONFIG_HOME ?? '';
  return join(isAbsolute(folder) ? folder : join(homedir(), '.config'), 'rostrum', 'sign-ins.json');
}

/** The stored sign-ins. @throws CommandError when the file cannot be read */
export async function readSignIns(): Promise<StoredSignIns> {
  const file = getSignInsFile();
  try {
    return SignIns.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return {};
    throw new CommandError(`The sign-ins in ${file} cannot be read; remove the file and sign in again.`);
  }
}

/** Stores a sign-in at a platform, or removes it. */
export async function storeSignIn(issuer: string, signIn: StoredSignIn | undefined): Promise<void> {
  const { [issuer]: _, ...others } = await readSignIns();
  const file = getSignInsFile();
  const text = JSON.stringify({ ...others, ...(signIn && { [issuer]: signIn }) }, null, 2);
  const next = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
  } finally {
    await handle.close();
  }
  await rename(next, file);
}

// Stores secrets in one JSON file that only its owner may read.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { getSystemCode, LocalPlatformError } from '../../command/local-platform-error.ts';

const secretVersion = z.object({
  id: z.string(),
  /** Epoch seconds. */
  createdDate: z.number(),
  string: z.string().optional(),
  /** Base64. */
  binary: z.string().optional(),
});

const secret = z.object({
  name: z.string(),
  arn: z.string(),
  description: z.string().optional(),
  createdDate: z.number(),
  current: secretVersion.optional(),
  previous: secretVersion.optional(),
});

export type SecretVersion = z.infer<typeof secretVersion>;
export type Secret = z.infer<typeof secret>;
/** Secrets by name. */
export type Secrets = ReadonlyMap<string, Secret>;

const fileContent = z.object({ secrets: z.array(secret) });

export interface SecretFile {
  /** Runs after every earlier change is on disk; what it returns as `secrets` is written, if anything. */
  change<Answer extends { readonly secrets?: Secrets }>(step: (all: Secrets) => Answer): Promise<Answer>;
}

/** Opens the file without touching it: it is read at every change, so an emptied data folder is noticed. */
export function openSecretFile(file: string): SecretFile {
  let last: Promise<unknown> = Promise.resolve();
  return {
    change(step) {
      const turn = last.then(async () => {
        const answer = step(await read(file));
        if (answer.secrets) await write(file, answer.secrets);
        return answer;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function read(file: string): Promise<Secrets> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return new Map();
    throw error;
  }
  const content = fileContent.safeParse(parse(text));
  if (!content.success) {
    // Going on with none would make new signing keys and void every token without a word.
    throw new LocalPlatformError(
      `The file ${file} is damaged: restore it, or empty the data folder with \`npm run reset\`.`,
    );
  }
  return new Map(content.data.secrets.map((one) => [one.name, one]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// A rename replaces the file in one step: a kill at any moment leaves the old or the new content, never half.
async function write(file: string, secrets: Secrets): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  await rm(part, { force: true });
  await writeFile(part, `${JSON.stringify({ secrets: [...secrets.values()] }, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  await rename(part, file);
}

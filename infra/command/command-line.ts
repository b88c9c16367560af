// Parses the command line of every command of the project, with one-sentence errors.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { LocalPlatformError } from './local-platform-error.ts';

/** The command line is wrong; the message is one sentence for the person who typed it. */
export class BadArguments extends Error {
  override readonly name = 'BadArguments';
}

/**
 * Parses the arguments by the rules of node:util. An option given twice is refused unless it is a list: node:util would
 * silently take the last one.
 * @throws BadArguments with the first sentence of the error
 */
export function parseCommandLine<const C extends ParseArgsConfig>(
  config: C,
): ReturnType<typeof parseArgs<C>> {
  try {
    assertNotRepeated(config);
    return parseArgs(config);
  } catch (error) {
    if (error instanceof BadArguments) throw error;
    const [sentence] = (error instanceof Error ? error.message : 'The options are wrong').split('. ');
    throw new BadArguments(`${sentence}.`);
  }
}

function assertNotRepeated(config: ParseArgsConfig): void {
  const { tokens } = parseArgs({ ...config, tokens: true });
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue;
    if (config.options?.[token.name]?.multiple) continue;
    values.set(token.name, [...(values.get(token.name) ?? []), token.value]);
  }
  for (const [name, [first, second]] of values)
    if (second !== undefined)
      throw new BadArguments(`--${name} can be given only once, but was "${first}" and "${second}".`);
}

/**
 * A whole number from 1 on; `otherwise` when the option is not given.
 * @throws BadArguments
 */
export function parseWholeNumber(
  name: string,
  text: string | undefined,
  otherwise: number,
  limit = Number.POSITIVE_INFINITY,
): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  const range = limit === Number.POSITIVE_INFINITY ? 'from 1 on' : `from 1 to ${limit}`;
  if (!Number.isInteger(number) || number < 1 || number > limit)
    throw new BadArguments(`--${name} must be a whole number ${range}, but was ${text}.`);
  return number;
}

/**
 * Runs a command: an error is printed as one sentence, with the usage when the arguments are wrong, and the exit code
 * is 1.
 * @param what names the command in the message: `The load`
 */
export async function runCommand(
  main: (args: readonly string[]) => Promise<void>,
  { what, usage }: { readonly what: string; readonly usage: string },
): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const isForPeople = error instanceof BadArguments || error instanceof LocalPlatformError;
    const reason = error instanceof Error ? error.message : error;
    console.error(isForPeople ? error.message : `${what} stopped: ${reason}`);
    if (error instanceof BadArguments) console.error(`\n${usage}`);
    process.exitCode = 1;
  }
}

// Parses the command line of every command of the project, with one-sentence errors.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';
import { getSystemCode } from './local-platform-error.ts';

/** The command line is wrong; the message is one sentence for the person who typed it. */
export class BadArguments extends CommandError {
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
 * A web address, without slashes at its end.
 * @throws BadArguments
 */
export function parseAddress(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new BadArguments(`--${name} must be an address, such as https://api.example.org, but was ${text}.`);
  return text.replace(/\/+$/, '');
}

/** The options that every command has. */
const helpOptions = ['--help', '-h'];

/**
 * Runs a command: `--help` prints its usage; an error is printed as one sentence, with the usage when the arguments are wrong,
 * and the command ends with exit code 1.
 * @param what names the command in the message: `The load`
 */
export async function runCommand(
  main: (args: readonly string[]) => Promise<void>,
  { what, usage }: { readonly what: string; readonly usage: string },
): Promise<void> {
  const args = process.argv.slice(2);
  endQuietlyWithReader();
  if (args.some((arg) => helpOptions.includes(arg))) {
    console.log(usage);
    return;
  }
  try {
    await main(args);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    console.error(error instanceof CommandError ? error.message : `${what} stopped: ${reason}`);
    if (error instanceof BadArguments) console.error(`\n${usage}`);
    await endProcess(1);
  }
}

/** A reader that stops early, as `head` does, ends the command without an error, as the shell's own programs end. */
function endQuietlyWithReader(): void {
  process.stdout.on('error', (error) => {
    if (getSystemCode(error) !== 'EPIPE') throw error;
    process.exit();
  });
}

/**
 * Ends this process with an exit code when its output is written. A command that failed may have left a connection or a child
 * open, which would keep the process running for ever; children end with it.
 */
export async function endProcess(code: number): Promise<void> {
  process.exitCode = code;
  const streams = [process.stdout, process.stderr];
  await Promise.all(
    streams.map((stream) => new Promise<void>((written) => stream.write('', () => written()))),
  );
  process.exit();
}

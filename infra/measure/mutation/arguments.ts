// The arguments of `npm run mutate`.
import { BadArguments, parseCommandLine } from '../../command/command-line.ts';
import { subjects } from './subjects.ts';

export const usage = `npm run mutate -- <subject, folder or file> ...

  changes the rules one spot at a time, runs the tests beside the sources for each change, and lists
  the changes that no test noticed; tests that need a database are not among them
  subject           one of ${Object.keys(subjects).join(', ')}, whose figures docs/mutation.md records
  folder, file      any in functions/ or shared/`;

/**
 * Reads the arguments; undefined when only the usage is requested.
 * @throws BadArguments
 */
export function readArguments(args: readonly string[]): readonly string[] | undefined {
  const { values, positionals } = parseCommandLine({
    args: [...args],
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) return undefined;
  if (positionals.length === 0) throw new BadArguments('Name a subject, a folder or a file.');
  return positionals;
}

// Bad arguments of every command, generated from its usage: each is refused with one sentence that names it.
import { describe, expect, it } from 'vitest';
import {
  parseArguments as parsePythonArguments,
  usage as pythonUsage,
} from '../../clients/python/arguments.ts';
import { parseArguments as parseAdminArguments } from '../admin/arguments.ts';
import { assertNoSurplus } from '../admin/command.ts';
import { commands as adminCommands, USAGE as adminUsage } from '../admin/commands.ts';
import { usage as deployUsage, parseDeployArguments } from '../aws/deploy/deploy-arguments.ts';
import { parseRequest as parseSamArguments, usage as samUsage } from '../aws/sam/sam-arguments.ts';
import { BadArguments } from '../command/command-line.ts';
import { USAGE as importUsage, parseArguments as parseImportArguments } from '../import/arguments.ts';
import { usage as benchUsage, readArguments as readBenchArguments } from '../measure/bench/arguments.ts';
import { usage as costUsage, readArguments as readCostArguments } from '../measure/cost/arguments.ts';
import { usage as loadUsage, readArguments as readLoadArguments } from '../measure/load/arguments.ts';
import { usage as openapiUsage, parseOptions as parseOpenapiArguments } from '../openapi/arguments.ts';
import { parseRequest as parseTryArguments, usage as tryUsage } from './arguments.ts';

interface CommandLine {
  readonly usage: string;
  readonly parse: (args: readonly string[]) => unknown;
  /** What is needed at least. */
  readonly needed?: readonly string[];
}

const commandLines: Readonly<Record<string, CommandLine>> = {
  bench: { usage: benchUsage, parse: readBenchArguments },
  cost: { usage: costUsage, parse: readCostArguments },
  load: { usage: loadUsage, parse: readLoadArguments },
  openapi: { usage: openapiUsage, parse: parseOpenapiArguments },
  sam: { usage: samUsage, parse: parseSamArguments },
  deploy: {
    usage: deployUsage,
    parse: (args) => parseDeployArguments(args, ['dev']),
    needed: ['dev'],
  },
  import: {
    usage: importUsage,
    parse: parseImportArguments,
    needed: ['people', 'people.csv', '--tenant', 'demo'],
  },
  admin: { usage: adminUsage, parse: parseAdminCommand, needed: ['list-erasures'] },
  'client:python': { usage: pythonUsage, parse: parsePythonArguments },
  'try-commands': { usage: tryUsage, parse: parseTryArguments },
};

/** What `npm run admin` does before it opens the platform. */
function parseAdminCommand(args: readonly string[]): void {
  const request = parseAdminArguments(args);
  const command = request === 'help' ? undefined : adminCommands[request.command];
  if (request !== 'help' && command) assertNoSurplus(command, request);
}

/** An option as the usage names it: `--runs n`, `--out <folder>`, `--keep`. */
interface Option {
  readonly name: string;
  readonly takesValue: boolean;
  readonly isNumber: boolean;
}

/** The options that a usage names, apart from those that it says of other programs. */
function listOptions(usage: string): readonly Option[] {
  const own = usage.replaceAll(/npx [^\n]*/g, '');
  const found = [...own.matchAll(/(--[a-z][a-z-]+)( <port>| n\b(?!,)| <[^>]+>| n,n| \d+,\d+)?/g)];
  const names = [...new Set(found.map(([, name = '']) => name))].filter((name) => name !== '--help');
  return names.map((name) => {
    const values = found.flatMap(([, each, value]) => (each === name && value ? [value] : []));
    return {
      name,
      takesValue: values.length > 0,
      isNumber: values.some((value) => / n$|<port>/.test(value)),
    };
  });
}

/** The refusal of these arguments. */
function refuse({ parse }: CommandLine, args: readonly string[]): string {
  try {
    parse(args);
  } catch (error) {
    if (error instanceof BadArguments) return error.message;
    throw error;
  }
  return expect.fail(`Not refused: ${args.join(' ')}`);
}

/** One line, which ends as a sentence does. */
const sentence = /^[^\n]+[.?]$/;

describe.each(Object.entries(commandLines))('npm run %s', (_, commandLine) => {
  const { usage, needed = [] } = commandLine;
  const options = listOptions(usage);
  const expectRefusal = (args: readonly string[], name: string) => {
    const message = refuse(commandLine, args);
    expect(message).toMatch(sentence);
    expect(message).toContain(name);
  };

  it('refuses an unknown option, and a further argument', () => {
    expectRefusal([...needed, '--unheard-of'], '--unheard-of');
    expectRefusal([...needed, 'unheard-of', 'unheard-of'], 'unheard-of');
  });

  it('refuses every option without its value, or with a value where it takes none', () => {
    expect(options.length).toBeGreaterThan(0);
    for (const { name, takesValue } of options)
      expectRefusal([...needed, takesValue ? name : `${name}=1`], name);
  });

  it('refuses numbers that are none, or out of range', () => {
    for (const { name } of options.filter(({ isNumber }) => isNumber))
      for (const value of ['0', '-1', '1.5', 'many', '', '1e99'])
        expectRefusal(
          [
            ...needed,
            ...(name === '--changes' || name === '--per-second' ? ['--subscribers', '1'] : []),
            `${name}=${value}`,
          ],
          `${name} must be a whole number from 1`,
        );
  });
});

it('the numbers of bench, load and sam are found in their usages', () => {
  const found = Object.entries(commandLines).filter(([, { usage }]) =>
    listOptions(usage).some(({ isNumber }) => isNumber),
  );
  expect(found.map(([name]) => name)).toEqual(['bench', 'load', 'sam']);
});

it('every command of npm run admin refuses one name too many', () => {
  for (const [name, { maxNames }] of Object.entries(adminCommands)) {
    if (maxNames === Number.POSITIVE_INFINITY) continue;
    const args = [name, ...Array.from({ length: maxNames + 1 }, () => 'surplus')];
    expect(() => parseAdminCommand(args)).toThrow(/"surplus" is one too many\.$/);
  }
});

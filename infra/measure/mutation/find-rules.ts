// Finds the files with rules: those that decide without reading, writing or waiting.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { BadArguments } from '../../command/command-line.ts';
import { subjects } from './subjects.ts';

/** The files to mutate, and those of the same places that are not rules. */
export interface FoundRules {
  readonly rules: readonly string[];
  readonly others: readonly string[];
}

const SHAPES = /(^|[-/])(contract|schemas?|store|trigger|endpoints)\.ts$/;
const COMMENTS = /\/\*.*?\*\/|\/\/[^\n]*/gs;
const HANDLES = /\blambda\(/;
const WAITS = /\b(async|await|Promise)\b/;
const ACTS = /=>|\bfunction\b/;

interface Source {
  readonly file: string;
  readonly isNamed: boolean;
}

/**
 * Whether a source contains rules: no contract, no shapes, no handler, and in a folder nothing that waits for something
 * outside. A file that is named may wait in some of its functions, as where a rule and its reading stand together.
 */
function containsRules(root: string, { file, isNamed }: Source): boolean {
  const code = readFileSync(join(root, file), 'utf8').replace(COMMENTS, '');
  return !SHAPES.test(file) && ACTS.test(code) && !HANDLES.test(code) && (isNamed || !WAITS.test(code));
}

/** A folder's sources, or the file itself; relative to the root and with `/`, whatever the system writes. */
function listSources(root: string, place: string): readonly Source[] {
  const path = resolve(root, place);
  if (!existsSync(path)) throw new BadArguments(`There is no folder or file ${place}.`);
  const isNamed = statSync(path).isFile();
  const files = isNamed
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
  return files
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => ({ file, isNamed }));
}

/**
 * The rules of subjects, folders and files.
 * @throws BadArguments when a place is unknown, is outside functions/ and shared/, or has no rules
 */
export function findRules(root: string, places: readonly string[]): FoundRules {
  const found = places.map((place) => {
    const parts = Object.entries(subjects).find(([subject]) => subject === place)?.[1] ?? [place];
    const sources = parts.flatMap((part) => listSources(root, part));
    if (sources.some(({ file }) => !/^(functions|shared)\//.test(file)))
      throw new BadArguments(`${place} is not in functions/ or shared/, which contain the rules.`);
    const rules = sources.filter((source) => containsRules(root, source)).map(({ file }) => file);
    if (rules.length === 0)
      throw new BadArguments(
        `${place} contains no rules: only contracts, schemas, and files that read, write or wait.`,
      );
    return { rules, others: sources.map(({ file }) => file).filter((file) => !rules.includes(file)) };
  });
  return {
    rules: [...new Set(found.flatMap(({ rules }) => rules))],
    others: [...new Set(found.flatMap(({ others }) => others))],
  };
}

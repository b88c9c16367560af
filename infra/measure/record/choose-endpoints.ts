// Which endpoints the arguments of a command name: by their name, their path, their file or a folder above it.
import { BadArguments } from '../../command/command-line.ts';
import type { RegisteredEndpoint } from '../../contracts/registry.ts';

/** An endpoint, as far as an argument can name it. */
export type NamedEndpoint = Pick<RegisteredEndpoint, 'name' | 'folder' | 'handlerFile'> & {
  readonly contract: Pick<RegisteredEndpoint['contract'], 'method' | 'area' | 'path'>;
};

/** How many close names an error lists. */
const CLOSE_NAMES = 5;

/** Without the endings that a shell or an editor adds, and without the names of parameters. */
const simplify = (text: string): string =>
  text
    .replace(/^\.\//, '')
    .replace(/\/(contract\.ts)?$/, '')
    .replace(/\{\w*\}/g, '{}')
    .toLowerCase();

const listNames = ({ name, folder, handlerFile, contract }: NamedEndpoint): readonly string[] => {
  const { method, area, path } = contract;
  const addresses = [path, `/${area}${path}`];
  const places = folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  return [name, ...addresses, ...addresses.map((address) => `${method} ${address}`), handlerFile, ...places];
};

const listPairs = (text: string): readonly string[] =>
  [...text].slice(1).map((letter, index) => text.charAt(index) + letter);

/** How much two names have in common, from 0 to 1: their pairs of letters (Dice's coefficient). */
function compareNames(a: string, b: string): number {
  const pairs = listPairs(a);
  const others = listPairs(b);
  const shared = pairs.filter((pair) => others.includes(pair)).length;
  return (2 * shared) / Math.max(1, pairs.length + others.length);
}

function listCloseNames(endpoints: readonly NamedEndpoint[], text: string): readonly string[] {
  const wanted = simplify(text);
  const scores = new Map<string, number>();
  for (const endpoint of endpoints)
    scores.set(
      endpoint.name,
      Math.max(...listNames(endpoint).map((name) => compareNames(simplify(name), wanted))),
    );
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, CLOSE_NAMES)
    .map(([name]) => name);
}

/**
 * The endpoints that the arguments name, each once.
 * @throws BadArguments when an argument names none; the message lists close names
 */
export function chooseEndpoints<E extends NamedEndpoint>(
  endpoints: readonly E[],
  args: readonly string[],
): readonly E[] {
  const chosen = new Set<E>();
  for (const argument of args) {
    const wanted = simplify(argument);
    const named = endpoints.filter((endpoint) => listNames(endpoint).map(simplify).includes(wanted));
    if (named.length === 0)
      throw new BadArguments(
        `No endpoint has the name, path, file or folder "${argument}". Close to it: ${listCloseNames(endpoints, argument).join(', ')}.`,
      );
    for (const endpoint of named) chosen.add(endpoint);
  }
  return [...chosen];
}

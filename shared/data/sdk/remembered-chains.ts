// Sends commands through middlewares that are put in order once for each class of commands.
//
// The SDK copies the client's middlewares, adds those of the command and sorts them all, twice for every request: a tenth of
// what a request costs. Each request still has a context and handlers of its own, as with the SDK; with the SDK's option
// `cacheMiddleware` all requests would share one context, and the document client refuses it.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Context, type Handler, type Middleware, replaceMiddleware } from './lean-middlewares.ts';

type Stack = DynamoDBDocumentClient['middlewareStack'];
type Send = DynamoDBDocumentClient['send'];
type Command = Parameters<Send>[0];

/** A middleware with its place: in a step, or beside another one. */
interface Entry {
  readonly middleware: Middleware;
  readonly name?: string;
  readonly aliases?: readonly string[];
  readonly step?: keyof typeof stepOrder;
  readonly priority?: keyof typeof priorityOrder;
  readonly relation?: 'before' | 'after';
  readonly toMiddleware?: string;
}

/** What the SDK has resolved for a class of commands. */
interface Chain {
  /** In the order of their calls. */
  readonly entries: readonly Entry[];
  /** Sends the request. */
  readonly last: Handler;
  /** What a request's context begins with. */
  readonly context: Context;
}

const stepOrder = { initialize: 0, serialize: 1, build: 2, finalizeRequest: 3, deserialize: 4 };
const priorityOrder = { high: 0, normal: 1, low: 2 };

/** The part of the context that names the command. */
const smithyContext = '__smithy_context';

const listNames = ({ name, aliases = [] }: Entry): readonly string[] =>
  name === undefined ? aliases : [name, ...aliases];

/** The entries with those of a stack, which replace those of the same name. */
function addEntries(entries: readonly Entry[], stack: Stack): readonly Entry[] {
  const all = [...entries];
  const known = new Set(all.flatMap(listNames));
  const add = (middleware: Middleware, options: object): void => {
    const entry = { ...options, middleware };
    const names = listNames(entry);
    if (names.some((name) => known.has(name))) {
      const replaced = all.findIndex((each) => listNames(each).some((name) => names.includes(name)));
      if (replaced !== -1) all.splice(replaced, 1);
    }
    for (const name of names) known.add(name);
    all.push(entry);
  };
  stack.applyToStack({ add, addRelativeTo: add } as never);
  return all;
}

/** The entries in the order that the SDK calls their middlewares in. */
function orderEntries(entries: readonly Entry[]): readonly Entry[] {
  const related = entries.filter(({ relation }) => relation !== undefined);
  const expand = (entry: Entry): readonly Entry[] => {
    const names = listNames(entry);
    const beside = related.filter(({ toMiddleware }) => names.includes(toMiddleware ?? ''));
    if (beside.length === 0) return [entry];
    const listOf = (relation: Entry['relation']) => beside.filter((each) => each.relation === relation);
    return [...listOf('before').flatMap(expand), entry, ...listOf('after').toReversed().flatMap(expand)];
  };
  const getPlace = ({ step = 'initialize', priority = 'normal' }: Entry) =>
    stepOrder[step] * 3 + priorityOrder[priority];
  return entries
    .filter(({ relation }) => relation === undefined)
    .sort((a, b) => getPlace(a) - getPlace(b))
    .flatMap(expand);
}

/** Has the command name its middlewares, its context and the request handler, in place of the SDK's stack. */
function resolveChain(
  client: DynamoDBDocumentClient,
  command: Command,
  ofClient: readonly Entry[] = addEntries([], client.middlewareStack),
): Chain {
  let chain: Chain | undefined;
  const createStack = (entries: readonly Entry[]): Stack =>
    ({
      concat: (own: Stack) => createStack(addEntries(entries, own)),
      resolve: (last: Handler, context: Context) => {
        chain = { entries: orderEntries(entries), last, context };
        return last;
      },
    }) as never;
  const stack = createStack(ofClient);
  command.resolveMiddleware(stack as never, client.config as never, undefined as never);
  if (!chain) throw new Error('The SDK resolved no middlewares.');
  return chain;
}

/** The SDK's middlewares that a command passes, in order. */
export const listMiddlewares = (client: DynamoDBDocumentClient, command: Command): readonly unknown[] =>
  resolveChain(client, command).entries.map(({ middleware }) => middleware);

/** Prepares a class of commands: what is returned sends one of them. */
function prepareSending(client: DynamoDBDocumentClient, first: Command, ofClient: readonly Entry[]) {
  const { entries, last, context: begin } = resolveChain(client, first, ofClient);
  const middlewares = entries.map(({ name, middleware }) =>
    replaceMiddleware(client.config, name, middleware),
  );
  return (command: Command): Promise<unknown> => {
    // A command of the document client has one of the client in it.
    const sent: object = Reflect.get(command, 'clientCommand') ?? command;
    const context: Context = {
      ...begin,
      [smithyContext]: { ...begin[smithyContext], commandInstance: sent },
    };
    const handler = middlewares.reduceRight<Handler>((next, middleware) => middleware(next, context), last);
    return handler(sent as never).then(({ output }) => output);
  };
}

/**
 * Has the client, which is configured for items alone, send commands this way. Call it when the client has all of its
 * middlewares.
 */
export function rememberChains(client: DynamoDBDocumentClient): void {
  const prepared = new Map<unknown, ReturnType<typeof prepareSending>>();
  const ofClient = addEntries([], client.middlewareStack);
  const sendAsSdk = client.send.bind(client) as (...args: readonly unknown[]) => unknown;
  const send = (command: Command, ...options: readonly unknown[]): unknown => {
    // Options of a request are part of what is resolved.
    if (options.some((each) => each !== undefined)) return sendAsSdk(command, ...options);
    const sendOne = prepared.get(command.constructor) ?? prepareSending(client, command, ofClient);
    prepared.set(command.constructor, sendOne);
    return sendOne(command);
  };
  client.send = send as Send;
}

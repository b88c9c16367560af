// What the names in the text of a function stand for: V8's debugger lists the scopes in which a function was made.
import { type Runtime, Session } from 'node:inspector';

/** The values of a scope by their names. */
type Scope = Readonly<Record<string, unknown>>;

/** How a value passes between the debugger, which sees only global names, and this module. */
const exchangeName = 'inspectedFunction';

let session: Session | undefined;

/** The session with this thread's own debugger, which answers at once; it ends with the work of which this is a part. */
function openSession(): Session {
  if (session) return session;
  const opened = new Session();
  opened.connect();
  opened.post('Debugger.enable');
  setImmediate(() => {
    opened.disconnect();
    session = undefined;
  });
  session = opened;
  return opened;
}

const known = new WeakMap<object, readonly Scope[]>();

/** Any function. */
export type AnyFunction = (...values: never[]) => unknown;

/**
 * The scopes in which a function was made, innermost first, without that of global names.
 * @throws Error if the debugger does not list them
 */
function listScopes(run: AnyFunction): readonly Scope[] {
  const listed = known.get(run);
  if (listed) return listed;
  const exchange: { readonly run: unknown; scopes?: readonly Scope[] } = { run };
  Object.defineProperty(globalThis, exchangeName, { value: exchange, configurable: true });
  const debug = openSession();
  const findId = (properties: Runtime.InternalPropertyDescriptor[] = []) =>
    properties.find(({ name }) => name === '[[Scopes]]')?.value?.objectId;
  debug.post('Runtime.evaluate', { expression: `${exchangeName}.run` }, (_, { result: { objectId = '' } }) =>
    debug.post('Runtime.getProperties', { objectId }, (_, { internalProperties }) =>
      debug.post('Runtime.callFunctionOn', {
        objectId: findId(internalProperties) ?? '',
        functionDeclaration: `function () { ${exchangeName}.scopes = Array.from(this, ({ object }) => object); }`,
      }),
    ),
  );
  Reflect.deleteProperty(globalThis, exchangeName);
  if (!exchange.scopes) throw new Error(`The debugger does not list the scopes of ${run}.`);
  const scopes = exchange.scopes.filter((scope) => scope !== globalThis);
  known.set(run, scopes);
  return scopes;
}

/** What a name stands for in the text of a function; undefined for a global name. */
export function findBinding(name: string, run: AnyFunction): { readonly value: unknown } | undefined {
  const scope = listScopes(run).find((each) => Object.hasOwn(each, name));
  return scope && { value: scope[name] };
}

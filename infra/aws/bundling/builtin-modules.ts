// Has a bundle take Node's own modules as objects, instead of importing them.
//
// An import of one has Node read every name of the module, to offer all of them by name. That calls the getters which load
// rarely used parts: worker threads, the parser of command lines, the comparison of texts. Taken as an object, only what is
// used is loaded, and a module of which nothing is used is not loaded at all.
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const namespace = 'builtin';

/** Whether it can be the name of an export; what has another name is used through the default export. */
const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default';

/** A module whose exports are those of Node's module; each is marked so that the bundler may remove it. */
function writeModule(name: string): string {
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter(isIdentifier);
  const take = (member: string) => `/* @__PURE__ */ (() => builtin${member})()`;
  return [
    `const builtin = /* @__PURE__ */ globalThis.process.getBuiltinModule(${JSON.stringify(name)});`,
    'export default builtin;',
    ...names.map((each, index) => `const member${index} = ${take(`.${each}`)};`),
    `export { ${names.map((each, index) => `member${index} as ${each}`).join(', ')} };`,
  ].join('\n');
}

/** Whether a source of a bundle stands for one of Node's modules. */
export const isBuiltinModule = (source: string): boolean => source.startsWith(`${namespace}:`);

const names = builtinModules.filter((name) => !name.startsWith('node:'));
const filter = new RegExp(`^(?:node:)?(?:${names.join('|')})$`);

/** A name of one of Node's modules as the one in those copies: `node:fs/promises`, `fs/promises` -> `node_fs/promises`. */
export const nameBuiltin = (name: string): string | undefined =>
  filter.test(name) ? `node_${name.replace(/^node:/, '')}` : undefined;

/** The text of one that has such a name. */
export const writeBuiltin = (name: string): string => writeModule(name.replace('node_', 'node:'));

/** The esbuild plugin for packages that import them; `getFile` returns the file of one with such a name. */
export const createBuiltinModules = (getFile: (name: string) => string): Plugin => ({
  name: 'builtin-modules',
  setup({ onResolve }) {
    // `require` and `import()` stay as they are.
    onResolve({ filter }, ({ path, kind }) => {
      const name = kind === 'import-statement' ? nameBuiltin(path) : undefined;
      return name === undefined ? undefined : { path: getFile(name), sideEffects: false };
    });
  },
});

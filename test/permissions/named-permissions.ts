// Which permissions a handler names, itself or in what it calls: found in the source, without running it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyNode, parse } from 'acorn';
import { transform } from 'esbuild';
import { projectFolder } from '../../infra/contracts/registry.ts';
import { isPermission, type Permission } from '../../shared/auth/permissions/permissions.ts';

/**
 * Modules that name permissions and check none: contracts, the decision about `access.permission`, and the table of topics.
 */
const declaring =
  /(^|\/)contract\.ts$|^shared\/(auth\/(permissions\/permissions|access\/access|access\/email-visibility)|http\/confirm-administrator|change-feed\/record-types)\.ts$/;

/** Declarations that check the permissions of a person other than the caller, or that refuse to grant a permission. */
const ofOthers: ReadonlySet<string> = new Set([
  'functions/billtracking/capitol-reports/schedules/recipients.ts: loadRecipients',
  'shared/auth/permissions/role-sets.ts: validateRoleSet',
]);

/** A declaration at the top of a module: the names that it contains, and the permissions that it names. */
interface Declaration {
  readonly names: Set<string>;
  readonly permissions: Set<Permission>;
}

/** What a name means that a module imports or passes on; the name `*` is the whole module. */
interface Link {
  readonly file: string;
  readonly name: string;
}

interface Module {
  readonly declarations: Map<string, Declaration>;
  readonly links: Map<string, Link>;
  /** The modules of `export *`. */
  readonly passedOn: string[];
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Adds what a piece of code contains. Names of properties count too: one name too many finds nothing or too much. */
function collect(node: AnyNode, into: Declaration): void {
  if (node.type === 'Identifier') into.names.add(node.name);
  if (node.type === 'Literal' && typeof node.value === 'string' && isPermission(node.value))
    into.permissions.add(node.value);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) collect(child, into);
}

const textOf = (node: AnyNode): string =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '';

async function readModule(file: string): Promise<Module> {
  const source = await readFile(join(projectFolder, file), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  const module: Module = { declarations: new Map(), links: new Map(), passedOn: [] };
  const resolve = (from: AnyNode): string | undefined =>
    from.type === 'Literal' && typeof from.value === 'string' && from.value.startsWith('.')
      ? join(file, '..', from.value)
      : undefined;
  const declare = (names: readonly string[], node: AnyNode): void => {
    const declaration: Declaration = { names: new Set(), permissions: new Set() };
    collect(node, declaration);
    for (const name of names) module.declarations.set(name, declaration);
  };
  const read = (node: AnyNode): void => {
    if (node.type === 'ImportDeclaration') {
      const from = resolve(node.source);
      for (const one of from === undefined ? [] : node.specifiers)
        module.links.set(one.local.name, {
          file: from ?? '',
          name: one.type === 'ImportSpecifier' ? textOf(one.imported) : '*',
        });
    } else if (node.type === 'ExportAllDeclaration') {
      const from = resolve(node.source);
      if (from !== undefined) module.passedOn.push(from);
    } else if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration) read(node.declaration);
      const from = node.source ? resolve(node.source) : file;
      for (const { local, exported } of from === undefined ? [] : node.specifiers)
        if (from !== file || textOf(local) !== textOf(exported))
          module.links.set(textOf(exported), { file: from ?? '', name: textOf(local) });
    } else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
      declare([node.id?.name ?? 'default'], node);
    else if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations) {
        const bound: Declaration = { names: new Set(), permissions: new Set() };
        collect(id, bound);
        if (init) declare([...bound.names], init);
      }
  };
  for (const node of parse(code, { ecmaVersion: 'latest', sourceType: 'module' }).body) read(node);
  return module;
}

const modules = new Map<string, Promise<Module>>();

/** A module of the project, read once. */
function getModule(file: string): Promise<Module> {
  const module = modules.get(file) ?? readModule(file);
  modules.set(file, module);
  return module;
}

/** What the handler of an endpoint names. */
export interface NamedPermissions {
  /** The permissions, each with a declaration that names it: `functions/crm/views/view.ts: share`. */
  readonly named: ReadonlyMap<Permission, string>;
  /** Whether it compares permissions with topics: each topic has one. */
  readonly reachesTopics: boolean;
}

/** The permissions that a handler names, and all that it uses. */
export async function listNamedPermissions(handlerFile: string): Promise<NamedPermissions> {
  const named = new Map<Permission, string>();
  const seen = new Set<string>();
  const waiting: Link[] = [{ file: handlerFile, name: 'handler' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, name } = next;
    const place = `${file}: ${name}`;
    if (seen.has(place) || !file.endsWith('.ts')) continue;
    seen.add(place);
    if (declaring.test(file) || ofOthers.has(place)) continue;
    const { declarations, links, passedOn } = await getModule(file);
    if (name === '*')
      for (const each of [...declarations.keys(), ...links.keys()]) waiting.push({ file, name: each });
    const link = links.get(name);
    const declaration = declarations.get(name);
    if (link) waiting.push(link);
    else if (declaration) {
      for (const permission of declaration.permissions) named.set(permission, place);
      for (const each of declaration.names)
        if (each !== name && (links.has(each) || declarations.has(each))) waiting.push({ file, name: each });
    } else for (const other of passedOn) waiting.push({ file: other, name });
  }
  return { named, reachesTopics: seen.has('shared/change-feed/record-types.ts: recordTypes') };
}

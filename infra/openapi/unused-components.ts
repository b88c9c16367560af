// Removes the components of a document that nothing refers to.
import type { createDocument } from 'zod-openapi';

export type OpenApiDocument = ReturnType<typeof createDocument>;

const findReferences = (value: unknown): Set<string> =>
  new Set(
    [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, place = '']) => place),
  );

/** The security schemes that operations use, as component paths.  */
const findSecuritySchemes = (paths: NonNullable<OpenApiDocument['paths']>): string[] =>
  Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      typeof operation === 'object' && 'security' in operation
        ? (operation.security as object[]).flatMap((requirement) =>
            Object.keys(requirement).map((name) => `securitySchemes/${name}`),
          )
        : [],
    ),
  );

/** A copy with only those components that the paths use, directly or through other components. */
export function removeUnusedComponents(document: OpenApiDocument): OpenApiDocument {
  const { paths = {}, components = {} } = document;
  const used = new Set([...findReferences(paths), ...findSecuritySchemes(paths)]);
  const kinds = Object.entries(components) as [string, Record<string, unknown>][];
  // A set also iterates over what is added during the iteration: components reached through components.
  for (const place of used) {
    const [kind = '', name = ''] = place.split('/');
    const component = kinds.find(([entryName]) => entryName === kind)?.[1][name];
    for (const further of component === undefined ? [] : findReferences(component)) used.add(further);
  }
  const usedComponents = kinds.flatMap(([kind, all]) => {
    const entries = Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`));
    return entries.length > 0 ? [[kind, Object.fromEntries(entries)] as const] : [];
  });
  const { components: _, ...rest } = document;
  return usedComponents.length > 0 ? { ...rest, components: Object.fromEntries(usedComponents) } : rest;
}

// Requests that store a text wherever a caller can write one: the example of each endpoint with the text in its free fields.
import type { JsonSchema } from '../../fuzz/from-schema.ts';

/** Names of strings that are no free text: what names something, or chooses one of several. */
const chosen =
  /^id$|Ids?$|code|key$|zone|language|locale|format|kind|type|status|color|url|uri|link|cursor|password|secret|token|date|sort|domain|address$|userName|phone|state|chamber|currency|role|scope|content$/i;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where a text can stand in a body: the way to the field, and the longest text that it takes. */
interface TextPlace {
  readonly path: readonly (string | number)[];
  readonly maxLength: number;
}

/** The places of texts in bodies of a schema; where an example has a list, in its first entry. */
export function listTextPlaces(root: JsonSchema, example: unknown): TextPlace[] {
  const resolve = (schema: JsonSchema): readonly JsonSchema[] => {
    if (schema.$ref !== undefined)
      return resolve(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? (schema.$ref === '#' ? root : {}));
    const forms = schema.anyOf ?? schema.oneOf;
    return forms ? forms.flatMap(resolve) : [schema];
  };
  const find = (name: string, outer: JsonSchema, sample: unknown, depth: number): TextPlace[] =>
    depth > 5
      ? []
      : resolve(outer).flatMap((schema): TextPlace[] => {
          const { type, properties, items } = schema;
          if (properties)
            return Object.entries(properties).flatMap(([member, inner]) =>
              // What an object needs in addition to the text is in the example.
              sample === undefined && (schema.required ?? []).some((each) => each !== member)
                ? []
                : find(member, inner, isObject(sample) ? sample[member] : undefined, depth + 1).map(
                    ({ path, ...place }) => ({ ...place, path: [member, ...path] }),
                  ),
            );
          if (type === 'array' && items)
            return find(name, items, Array.isArray(sample) ? sample[0] : undefined, depth + 1).map(
              ({ path, ...place }) => ({ ...place, path: [0, ...path] }),
            );
          const isText =
            type === 'string' &&
            !schema.enum &&
            schema.const === undefined &&
            !schema.format &&
            !schema.pattern;
          return isText && !chosen.test(name) ? [{ path: [], maxLength: schema.maxLength ?? 1000 }] : [];
        });
  const places = find('', root, example, 0);
  return [...new Map(places.map((place) => [place.path.join('.'), place])).values()];
}

/** The body with a value at a place. */
export function placeText(
  body: unknown,
  [first, ...rest]: readonly (string | number)[],
  text: string,
): unknown {
  if (first === undefined) return text;
  if (typeof first === 'number') {
    const list = Array.isArray(body) ? body : [];
    return [placeText(list[0], rest, text), ...list.slice(1)];
  }
  const own = isObject(body) ? body : {};
  return { ...own, [first]: placeText(own[first], rest, text) };
}

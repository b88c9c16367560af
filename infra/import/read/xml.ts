// Reads elements of parsed XML.

import { readText } from '../../../shared/import/rows/values.ts';
import { isObject, type JsonObject } from '../../../shared/import/tables/json-object.ts';

/** The prefix that tells attributes from elements. */
export const ATTRIBUTE = '@';

/** The one element of this name; an empty one when there is none, or text in its place. */
export const readElement = (parent: JsonObject, name: string): JsonObject => {
  const value = parent[name];
  return isObject(value) ? value : {};
};

/** The text of an element, which has attributes or not. */
export const readElementText = (value: unknown): string | undefined =>
  readText(isObject(value) ? value['#text'] : value);
export const readAttribute = (element: unknown, name: string): string | undefined =>
  isObject(element) ? readText(element[ATTRIBUTE + name]) : undefined;

/** The elements of one name; one that is empty or has only text is an element without members. */
export const readElements = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.map((element: unknown) => (isObject(element) ? element : {})) : [];

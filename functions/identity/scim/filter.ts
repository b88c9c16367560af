// Filters of SCIM (RFC 7644, 3.4.2.2), by the library that knows their grammar.
import { filter as buildTest, type Filter, parse } from 'scim2-parse-filter';
import { invalid } from '../../../shared/errors/failure.ts';

const invalidFilter = (problem: string) =>
  invalid([
    { code: 'INVALID_FORMAT', message: `filter is not a filter of SCIM: ${problem}.`, target: 'filter' },
  ]);

/**
 * The parsed filter, with attributes spelled as the resource spells them: their names are not case-sensitive.
 * @throws Failure 400 invalidFilter
 */
export function parseFilter(text: string, attributes: readonly string[]): Filter {
  const spell = (path: string): string => {
    const name = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '');
    const known = attributes.find((attribute) => attribute.toLowerCase() === name.toLowerCase());
    if (known === undefined) throw invalidFilter(`it names ${path}, and can name ${attributes.join(', ')}`);
    return known;
  };
  const spellAll = (part: Filter, parent = ''): Filter => {
    switch (part.op) {
      case 'and':
      case 'or':
        return { ...part, filters: part.filters.map((each) => spellAll(each, parent)) };
      case 'not':
        return { ...part, filter: spellAll(part.filter, parent) };
      case '[]':
        return {
          ...part,
          attrPath: spell(part.attrPath),
          valFilter: spellAll(part.valFilter, `${part.attrPath}.`),
        };
      default:
        return { ...part, attrPath: spell(parent + part.attrPath).slice(parent.length) };
    }
  };
  return spellAll(parseText(text));
}

function parseText(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw invalidFilter('an example is userName eq "grace@demo.example"');
  }
}

/** The text that an attribute must equal, where the filter says nothing else. */
export const findEqualValue = (filter: Filter, attribute: string): string | undefined =>
  filter.op === 'eq' && filter.attrPath === attribute && typeof filter.compValue === 'string'
    ? filter.compValue
    : undefined;

/** Whether any part of the filter names the attribute. */
export function namesAttribute(filter: Filter, attribute: string): boolean {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.filters.some((part) => namesAttribute(part, attribute));
    case 'not':
      return namesAttribute(filter.filter, attribute);
    default:
      return filter.attrPath.split('.')[0] === attribute;
  }
}

/** The resources that the filter selects. Texts are compared without regard to case, as their schema says. */
export function applyFilter<T extends object>(resources: readonly T[], filter: Filter): readonly T[] {
  const test = buildTest(foldTexts(filter));
  return resources.filter((resource) => test(JSON.parse(JSON.stringify(resource).toLowerCase())));
}

/** The filter with names and texts in lower case, for resources in lower case. */
const foldTexts = (filter: Filter): Filter =>
  JSON.parse(
    JSON.stringify(filter, (name, value) =>
      (name === 'compValue' || name === 'attrPath') && typeof value === 'string'
        ? value.toLowerCase()
        : value,
    ),
  );

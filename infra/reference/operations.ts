// The operations of the areas, as the contracts declare them and as their OpenAPI documents describe them.
import type { oas32 } from 'zod-openapi';
import { type Area, areas } from '../../shared/http/areas.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { buildOpenApiDocument, listDocumentedAreas } from '../openapi/document.ts';
import type { ExampleValues } from '../openapi/examples.ts';
import { buildIntroduction } from '../openapi/introduction.ts';
import { describeTag } from '../openapi/tags.ts';

/** What a place in a document may have instead of a value. */
type OrReference<T> = T | oas32.ReferenceObject;

/** One operation, as lists show it. */
export interface Entry {
  readonly id: string;
  readonly area: Area;
  readonly method: string;
  /** With the area's own part, such as `/crm/api/v1/people/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly endpoint: RegisteredEndpoint;
}

/** The operations of an area, by tag. */
export interface AreaListing {
  readonly area: Area;
  readonly title: string;
  readonly introduction: string;
  readonly tags: readonly {
    readonly name: string;
    readonly description: string;
    readonly entries: readonly Entry[];
  }[];
}

/** One operation in full. */
export interface Operation extends Entry {
  readonly description: string;
  readonly isPublic: boolean;
  readonly parameters: readonly oas32.ParameterObject[];
  readonly body:
    | { readonly type: string; readonly isRequired: boolean; readonly media: oas32.MediaTypeObject }
    | undefined;
  readonly responses: readonly { readonly status: number; readonly response: oas32.ResponseObject }[];
  /** The value itself, or the component that it refers to. */
  readonly resolve: <T extends object>(value: OrReference<T>) => T;
}

/** Where the page of an operation is. */
export const operationPath = ({ area, id }: Entry): string => `/reference/${area}/${id}`;

function listEntries(area: Area, endpoints: readonly RegisteredEndpoint[]): readonly Entry[] {
  return endpoints
    .filter(({ contract }) => contract.area === area)
    .map((endpoint) => {
      const { method, path, summary, tags } = endpoint.contract;
      return {
        id: endpoint.name,
        area,
        method,
        path: `/${area}${path}`,
        summary,
        tag: tags[0] ?? '',
        endpoint,
      };
    });
}

/** The areas that have operations. */
export const listAreas = (endpoints: readonly RegisteredEndpoint[]): readonly AreaListing[] =>
  listDocumentedAreas(endpoints).map((area) => {
    const entries = listEntries(area, endpoints);
    return {
      area,
      title: `${areas[area].letter} · ${areas[area].title}`,
      introduction: buildIntroduction(area),
      tags: [...Map.groupBy(entries, ({ tag }) => tag)].map(([name, ofTag]) => ({
        name,
        description: describeTag(name, area),
        entries: ofTag,
      })),
    };
  });

function createResolve(components: object): Operation['resolve'] {
  return <T extends object>(value: OrReference<T>): T => {
    if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
    const names = value.$ref.replace('#/components/', '').split('/');
    const found = names.reduce<unknown>((at, name) => Reflect.get(Object(at), name), components);
    if (found === undefined) throw new Error(`The document has no ${value.$ref}`);
    return found as T;
  };
}

/** The operation, read from a document that has only it. */
export function readOperation(entry: Entry, values: ExampleValues): Operation {
  const { area, endpoint } = entry;
  const document = buildOpenApiDocument(area, [endpoint], { servers: [{ url: `/${area}` }], values });
  const resolve = createResolve(document.components ?? {});
  const item = document.paths?.[endpoint.contract.path];
  const operation = item?.get ?? item?.post ?? item?.put ?? item?.patch ?? item?.delete ?? {};
  const body = operation.requestBody && resolve(operation.requestBody);
  const [content] = Object.entries(body?.content ?? {});
  return {
    ...entry,
    description: operation.description ?? '',
    isPublic: !operation.security?.some((alternative) => 'bearer' in alternative),
    parameters: (operation.parameters ?? []).map(resolve),
    body: content && {
      type: content[0],
      isRequired: body?.required === true,
      media: resolve<oas32.MediaTypeObject>(content[1]),
    },
    responses: Object.entries(operation.responses ?? {}).map(([status, response]) => ({
      status: Number(status),
      response: resolve<oas32.ResponseObject>(response),
    })),
    resolve,
  };
}

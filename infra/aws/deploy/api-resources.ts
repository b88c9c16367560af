// The resources of a REST API, of which API Gateway allows 300 unless the account's quota is raised: one for each segment of
// its paths (API Gateway Developer Guide, quotas: "Resources per API").
import { areaNames } from '../../../shared/http/areas.ts';
import type { RegisteredEndpoint } from '../../contracts/registry.ts';

/** How many resources one API may come to: a deployment asks for a higher quota where the account has less than it needs. */
export const mostPathResources = 600;

/** The places of an API with these paths, the root among them. */
export function listPathResources(paths: readonly string[]): readonly string[] {
  const places = new Set(['/']);
  for (const path of paths) {
    const segments = path.split('/').slice(1);
    for (const index of segments.keys()) places.add(`/${segments.slice(0, index + 1).join('/')}`);
  }
  return [...places];
}

/** The resources of the largest area's API. */
export const countPathResources = (endpoints: readonly RegisteredEndpoint[]): number =>
  Math.max(
    ...areaNames.map((area) => {
      const paths = endpoints.flatMap(({ contract }) => (contract.area === area ? [contract.path] : []));
      return listPathResources([...paths, '/{proxy+}']).length;
    }),
  );

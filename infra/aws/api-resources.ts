// The resources of a REST API, of which API Gateway allows 300 unless the account's quota is raised: one for each segment of
// its paths (API Gateway Developer Guide, quotas: "Resources per API").

/** The quota that an account needs for every area: a deployment asks for it where an area needs more than the account has. */
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

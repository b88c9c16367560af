// The documentation pages of the local platform.
import { areaNames } from '../../shared/http/areas.ts';
import type { DemoUser } from '../contracts/demo-tenants.ts';
import type { Mount } from '../contracts/mount.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import type { ExampleValues } from '../openapi/examples.ts';
import { createOpenApiMount } from '../openapi/mount.ts';
import { createErrorsMount } from './errors.ts';
import { createReferenceMount } from './handler.ts';

/**
 * The reference at `/`, a document per area at `/<area>/openapi.json`, and the error catalogue at `/errors` and below
 * the issuer, where error_uri leads.
 */
export const createReferenceMounts = (
  endpoints: readonly RegisteredEndpoint[],
  demo: { readonly users: readonly DemoUser[]; readonly values: ExampleValues },
): readonly Mount[] => [
  createReferenceMount({ demo, endpoints }),
  createErrorsMount('/errors'),
  createErrorsMount('/identity/errors'),
  ...areaNames.map((area) => createOpenApiMount({ area, endpoints, values: demo.values })),
];

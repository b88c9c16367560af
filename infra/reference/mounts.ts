// Everything that tells people about the interface, for the laptop's one port.
import { areaNames } from '../../shared/http/areas.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import type { DemoUser } from '../local/demo.ts';
import type { Mount } from '../local/gateway.ts';
import { documentedAreas } from '../openapi/document.ts';
import type { ExampleValues } from '../openapi/examples.ts';
import { openApiHandler } from '../openapi/mount.ts';
import { errorsHandler } from './errors.ts';
import { referenceHandler } from './handler.ts';

/**
 * The reference at `/`, a document per area at `/<area>/openapi.json`, and the error catalogue at `/errors` and below
 * the issuer, where error_uri leads.
 */
export const referenceMounts = (
  endpoints: readonly RegisteredEndpoint[],
  demo: { readonly users: readonly DemoUser[]; readonly values: ExampleValues },
): readonly Mount[] => [
  referenceHandler({ demo, areas: documentedAreas(endpoints) }),
  errorsHandler('/errors'),
  errorsHandler('/identity/errors'),
  ...areaNames.map((area) => openApiHandler({ area, endpoints, values: demo.values })),
];

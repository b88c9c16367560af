// The request that a contract gives as its example, with seeded values in the place of `{{name}}`.
import { buildExampleAddress, type ExampleValues, fillPlaceholders } from '../../infra/openapi/examples.ts';
import { isTenantScoped, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import type { Area } from '../../shared/http/areas.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { deriveFormToken } from '../../shared/pages/own-form.ts';

/** A request without the credentials it needs. */
export interface ExampleRequest {
  readonly method: string;
  readonly area: Area;
  /** Path and query below the area's base address. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const browserToken = 'b'.repeat(43);

/** Pages are shown to a browser: its cookie, and the token of a form that goes with it. */
export const exampleBrowser = {
  headers: { Cookie: `rostrum-browser=${browserToken}` },
  values: { formToken: deriveFormToken(browserToken) },
} as const;

/** Builds the example's request from the seeded values. */
export function buildExampleRequest(contract: EndpointConfig, values: ExampleValues): ExampleRequest {
  const { method, area, bodyType, ownForm = false, responses, example } = contract;
  const isPage = responses[200]?.contentType?.startsWith('text/html');
  const filled = fillPlaceholders(example.body, values);
  const body = ownForm ? { ...(filled as object | undefined), ...exampleBrowser.values } : filled;
  const isForm = bodyType === 'form' && typeof body === 'object' && body !== null;
  return {
    method,
    area,
    address: buildExampleAddress(contract, values),
    // Area D names its version in a header too (docs/interface/versioning.md#area-d-version-header).
    headers: {
      ...(area === 'billtracking' && { 'api-version': '1.0' }),
      ...(isPage && exampleBrowser.headers),
      ...(fillPlaceholders(example.headers ?? {}, values) as Readonly<Record<string, string>>),
    },
    body: isForm
      ? new URLSearchParams(
          Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
        )
      : body,
  };
}

/** The permissions that a caller of the endpoint needs; where it is 'own', to act for anybody. */
export function listRequiredPermissions({ access }: EndpointConfig): readonly Permission[] {
  if (!isTenantScoped(access)) return [];
  if (access.permission !== 'own') return [access.permission];
  return access.others ? [access.others] : [];
}

/** Those permissions, with the one that some fields of a write need. The reply to a read shows what it shows without. */
export function listExamplePermissions(contract: EndpointConfig): readonly Permission[] {
  const { access } = contract;
  const some = isTenantScoped(access) && access.some && isWrite(contract) ? [access.some] : [];
  return [...listRequiredPermissions(contract), ...some];
}

/** The caller of an example: the user whom it names, or the demo's first person, with the permissions of its request. */
export const buildExampleCaller = (
  contract: EndpointConfig,
  values: ExampleValues,
): {
  readonly permissions: readonly Permission[];
  readonly personId: string | undefined;
  readonly subject?: string;
} => {
  const subject = fillPlaceholders(contract.example.user, values);
  return {
    permissions: listExamplePermissions(contract),
    personId: values.personId,
    ...(typeof subject === 'string' && { subject }),
  };
};

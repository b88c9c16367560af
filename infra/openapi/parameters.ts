// The parameters that follow from an endpoint's method and access, declared once per document.
import type { ZodOpenApiParameterObject } from 'zod-openapi';
import {
  isSafeGet,
  isWrite,
  requiresTenantHeader,
} from '../../shared/auth/permissions/access-requirement.ts';
import { type EndpointConfig, takesIfMatch } from '../../shared/http/endpoint.ts';
import type { ExampleValues } from './examples.ts';

/** The shared parameters by component name. */
export const buildSharedParameters = (values: ExampleValues) =>
  ({
    TenantCode: {
      name: 'tenant-code',
      in: 'header',
      required: true,
      description:
        'The tenant whose data is requested. A missing and an unknown code are both refused with 401.',
      schema: { type: 'string' },
      example: values.tenantCode ?? 'demo',
    },
    ApiVersion: {
      name: 'api-version',
      in: 'header',
      required: true,
      description: 'The version of the interface.',
      schema: { type: 'string', enum: ['1.0'] },
      example: '1.0',
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Any unique text, such as a UUID. The same request with the same key within a day returns the first reply, marked Idempotent-Replayed, and is not executed twice.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'The ETag of the version to change; 412 when there is a newer one.',
      schema: { type: 'string' },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The ETag of your copy; 304 when it is still current.',
      schema: { type: 'string' },
    },
    ValidateOnly: {
      name: 'validateOnly',
      in: 'query',
      description:
        'A dry run: everything is checked, nothing is written; 204 when it would have succeeded. A request of many parts answers 200 with what would become of each, where its description says so.',
      schema: { type: 'boolean', default: false },
    },
  }) as const satisfies Record<string, ZodOpenApiParameterObject>;

type SharedParameter = keyof ReturnType<typeof buildSharedParameters>;

const referenceTo = (name: SharedParameter) => ({ $ref: `#/components/parameters/${name}` });

/** Whether the call names a tenant (and is made by a caller of it). */
export const isTenantScoped = ({ access }: EndpointConfig): boolean =>
  typeof access === 'object' && 'permission' in access;

/** References to the shared parameters that the endpoint takes. */
export function listSharedParameters(contract: EndpointConfig): { $ref: string }[] {
  const { method, area } = contract;
  const names: SharedParameter[] = [];
  if (requiresTenantHeader(contract.access)) names.push('TenantCode');
  if (area === 'billtracking') names.push('ApiVersion');
  if (isSafeGet(contract)) names.push('IfNoneMatch');
  if (isWrite(contract)) {
    if (takesIfMatch(contract)) names.push('IfMatch');
    if (method === 'POST' && isTenantScoped(contract)) names.push('IdempotencyKey');
    names.push('ValidateOnly');
  }
  return names.map(referenceTo);
}

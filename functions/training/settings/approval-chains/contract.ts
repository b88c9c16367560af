// Approval chains: who must approve, in order, before a registration is confirmed.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../../listing/listing.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'Unique; letter case is ignored.', example: 'Manager, then training office' });
const stepName = z.string().trim().min(1).max(100).meta({ example: 'Training office' });
const hours = z.int().min(1).max(8760);
const kind = z.enum(['person', 'role', 'manager']).meta({
  description: 'A person, the holders of a role, or the manager of the registered person.',
});
const personId = z.guid().toLowerCase();
const role = z.string().min(1).max(64);

const descriptions = {
  hours: 'After how many hours without a decision the step escalates to escalateTo; never when absent.',
  escalateTo:
    'Who decides after that, and when the approver is unknown or would be the registered person. By default the role admin.',
} as const;

const ApproverView = z
  .strictObject({ kind, personId: z.uuid().optional(), role: z.string().optional() })
  .meta({ id: 'Approver' });

const Step = z
  .strictObject({
    name: z.string(),
    approver: ApproverView,
    escalateAfterHours: z.int().optional().meta({ description: descriptions.hours }),
    escalateTo: ApproverView.optional().meta({ description: descriptions.escalateTo }),
  })
  .meta({ id: 'ApprovalStep' });

const ApprovalChain = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    steps: z.array(Step),
    classes: z.int().meta({ description: 'The number of classes that use the chain.' }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'ApprovalChain' });

const Approver = z
  .object({
    kind,
    personId: personId.nullish().meta({ description: 'For kind person: a person of the directory.' }),
    role: role.nullish().meta({ description: 'For kind role: one of Settings/Roles.' }),
  })
  .meta({ id: 'ApproverRequest' });

const steps = z
  .array(
    z
      .object({
        name: stepName,
        approver: Approver,
        escalateAfterHours: hours.nullish().meta({ description: descriptions.hours }),
        escalateTo: Approver.nullish().meta({ description: descriptions.escalateTo }),
      })
      .meta({ id: 'ApprovalStepRequest' }),
  )
  .min(1)
  .max(20)
  .meta({ description: 'In the order of approval.' });

const ApprovalChainCreateRequest = z.object({ name, steps }).meta({ id: 'ApprovalChainCreateRequest' });
const ApprovalChainUpdateRequest = z
  .object({ name: name.nullish(), steps: steps.nullish() })
  .meta({ id: 'ApprovalChainUpdateRequest', description: 'Only fields that are sent change.' });

export type CreateApprovalChainInput = z.output<typeof ApprovalChainCreateRequest>;
export type UpdateApprovalChainInput = z.output<typeof ApprovalChainUpdateRequest>;
export type ApprovalStepInput = CreateApprovalChainInput['steps'][number];

const query = z.object(listQuery(['name', 'createdDate', 'modifiedDate', 'classes']));
const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the chain.' }) });
const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'required' } as const;
const writeAccess = { permission: 'training.settings.write', token: 'tenant' } as const;

export const listApprovalChains = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/ApprovalChains',
  summary: 'List approval chains',
  query,
  responses: {
    200: { description: 'A page of chains.', body: z.array(ApprovalChain), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const getApprovalChain = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/ApprovalChains/{id}',
  summary: 'Get an approval chain',
  params: byId,
  responses: { 200: { description: 'The chain.', body: ApprovalChain } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: { id: '{{approvalChainId}}' } },
});

export const createApprovalChain = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Settings/ApprovalChains',
  summary: 'Create an approval chain',
  description: 'The change is recorded in the audit log.',
  body: ApprovalChainCreateRequest,
  responses: {
    201: {
      description: 'The chain.',
      body: ApprovalChain,
      headers: { Location: 'The address of the chain.' },
    },
  },
  refuses: ['ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 6 },
  example: {
    body: {
      name: 'Manager, then executive director',
      steps: [
        {
          name: 'Manager',
          approver: { kind: 'manager' },
          escalateAfterHours: 72,
          escalateTo: { kind: 'role', role: 'staff' },
        },
        { name: 'Executive director', approver: { kind: 'person', personId: '{{personId}}' } },
      ],
    },
  },
});

export const updateApprovalChain = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/ApprovalChains/{id}',
  summary: 'Update an approval chain',
  description:
    'Only fields that are sent change. Registrations that await approval keep their steps. To avoid overwriting another change, send the ETag as If-Match. The change is recorded in the audit log.',
  params: byId,
  body: ApprovalChainUpdateRequest,
  responses: { 200: { description: 'The chain.', body: ApprovalChain } },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 6 },
  example: {
    params: { id: '{{approvalChainId}}' },
    body: {
      steps: [{ name: 'Training office', approver: { kind: 'role', role: 'staff' } }],
    },
  },
});

export const deleteApprovalChain = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Settings/ApprovalChains/{id}',
  summary: 'Delete an approval chain',
  description:
    'No class may use the chain. Registrations that await its approval keep their steps. The change is recorded in the audit log.',
  params: byId,
  responses: { 204: { description: 'The chain is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 6 },
  example: { params: { id: '{{spareApprovalChainId}}' } },
});

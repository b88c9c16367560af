// Approvals: who is asked decides, hands over, or lets the time run out; everything that happens is kept.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { cursorHeaders, cursorQuery } from '../../cursor-listing.ts';
import { ApprovalView, Assignee } from './schemas.ts';

const reason = z.string().trim().min(1).max(1000);

const ApprovalDecision = z
  .strictObject({
    registrationId: z.uuid(),
    status: z
      .enum(['PendingApproval', 'Confirmed', 'Waitlisted', 'Denied'])
      .meta({ description: 'What the registration is now.' }),
    confirmationNumber: z.string(),
    message: z.string().meta({ description: 'What happened and what comes next, in words.' }),
    approval: ApprovalView,
  })
  .meta({ id: 'ApprovalDecision' });

const PendingApproval = z
  .strictObject({
    registrationId: z.uuid(),
    classId: z.uuid(),
    className: z.string(),
    classStartsAt: z.iso.datetime(),
    memberId: z.uuid(),
    memberName: z.string(),
    organizationName: z.string().optional(),
    justification: z.string().optional(),
    chainName: z.string(),
    stepName: z.string(),
    step: z.int().min(1).meta({ description: 'Which step waits, from 1.' }),
    steps: z.int().min(1).meta({ description: 'How many steps there are.' }),
    assignee: Assignee,
    askedAt: z.iso.datetime(),
    escalatesAt: z.iso.datetime().optional(),
    isEscalated: z.boolean(),
    mayDecide: z.boolean().meta({
      description: 'Whether the caller may; nobody decides about their own registration.',
    }),
  })
  .meta({ id: 'PendingApproval', description: 'A registration that waits for a decision.' });

const step = z.int().min(1).max(20).nullish().meta({
  description: 'The step that is meant, from 1: when another one waits by then, nothing is decided.',
});

const ApproveRequest = z
  .object({ step, note: reason.nullish().meta({ description: 'Kept with the decision.' }) })
  .meta({ id: 'ApproveRequest' });
const DenyRequest = z
  .object({
    step,
    reason: reason.meta({ description: 'The member is told.', example: 'The budget is spent.' }),
  })
  .meta({ id: 'DenyRequest' });
const DelegateRequest = z
  .object({
    step,
    to: z.guid().toLowerCase().meta({ description: 'The person who decides instead.' }),
    reason: reason.nullish(),
  })
  .meta({ id: 'DelegateRequest' });

const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the registration.' }) });
const shared = {
  area: 'training',
  tags: ['Approvals'],
  // A decision is somebody's: who is unknown makes none, and sees none that wait.
  access: { permission: 'own', others: 'training.approvals.decide', token: 'required' },
} as const;
const decision = {
  ...shared,
  params: byId,
  responses: { 200: { description: 'What it led to.', body: ApprovalDecision } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
} as const;
const decisionNote =
  'For the person or the holders of the role it waits for, and for those who hold training.approvals.decide; never for the member themself. When somebody decided meanwhile, the answer is 409 and says what happened: send the step that is meant, or the ETag of the registration as If-Match.';

export const approveRegistration = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/v1/registration/ClassRegistration/{id}/Approve',
  summary: 'Approve the step that waits',
  description: `The next step is asked; after the last one the registration is Confirmed, or Waitlisted when it held no seat and none is left. ${decisionNote}`,
  body: ApproveRequest,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 40 },
  example: {
    params: { id: '{{pendingRegistrationId}}' },
    body: { step: 1, note: 'Covered by the training budget.' },
  },
});

export const denyRegistration = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/v1/registration/ClassRegistration/{id}/Deny',
  summary: 'Deny the registration',
  description: `The registration ends, and the seat it held goes to the first who waits. ${decisionNote}`,
  body: DenyRequest,
  budget: { roundTrips: 6, readUnits: 7, writeUnits: 40 },
  example: {
    params: { id: '{{pendingRegistrationId}}' },
    body: { reason: 'The travel budget of this year is spent; please apply again in July.' },
  },
});

export const delegateApproval = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/v1/registration/ClassRegistration/{id}/Delegate',
  summary: 'Hand the step that waits to another person',
  description: `The time after which the step escalates goes on as it was. ${decisionNote}`,
  body: DelegateRequest,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 40 },
  example: {
    params: { id: '{{pendingRegistrationId}}' },
    body: { to: '{{personId}}', reason: 'On leave until Monday.' },
  },
});

export const listApprovals = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/registration/Approvals',
  summary: 'List the registrations that wait for a decision of the caller',
  description:
    'What waits for the caller as a person and in their roles, the longest waiting first. With all=true what waits for anybody, in the order of registration; that needs training.approvals.decide.',
  query: z.object({
    ...cursorQuery,
    all: optionalBoolean().meta({ description: "Everybody's, not only what waits for the caller." }),
  }),
  responses: {
    200: { description: 'A page of what waits.', body: z.array(PendingApproval), headers: cursorHeaders },
  },
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { all: true } },
});

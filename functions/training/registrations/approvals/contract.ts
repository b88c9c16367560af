// Approvals: assignees approve, deny or delegate a step, or it escalates; every event is recorded.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { cursorHeaders, cursorQuery } from '../../listing/cursor-listing.ts';
import { ApprovalView, Assignee } from '../approval/approval-schemas.ts';

const reason = z.string().trim().min(1).max(1000);

const ApprovalDecision = z
  .strictObject({
    registrationId: z.uuid(),
    status: z
      .enum(['PendingApproval', 'Confirmed', 'Waitlisted', 'Denied'])
      .meta({ description: 'The new status of the registration.' }),
    confirmationNumber: z.string(),
    message: z.string().meta({ description: 'What happened and what comes next.' }),
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
    step: z.int().min(1).meta({ description: 'The number of the waiting step, from 1.' }),
    steps: z.int().min(1).meta({ description: 'The number of steps.' }),
    assignee: Assignee,
    askedAt: z.iso.datetime(),
    escalatesAt: z.iso.datetime().optional(),
    isEscalated: z.boolean(),
    mayDecide: z.boolean().meta({
      description: 'Whether the caller may decide; nobody may decide about their own registration.',
    }),
  })
  .meta({ id: 'PendingApproval', description: 'A registration that waits for a decision.' });

const step = z.int().min(1).max(20).nullish().meta({
  description:
    'The number of the step to decide, from 1. When another step waits by then, nothing is decided.',
});

const ApproveRequest = z
  .object({ step, note: reason.nullish().meta({ description: 'Stored with the decision.' }) })
  .meta({ id: 'ApproveRequest' });
const DenyRequest = z
  .object({
    step,
    reason: reason.meta({ description: 'The member is notified of it.', example: 'The budget is spent.' }),
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
  // Decisions are personal: without a token nobody decides, or sees what waits.
  access: { permission: 'own', others: 'training.approvals.decide', token: 'required' },
} as const;
const decision = {
  ...shared,
  params: byId,
  responses: { 200: { description: 'The outcome.', body: ApprovalDecision } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
} as const;
const decisionNote =
  'For the assignee of the step, holders of its role, and holders of training.approvals.decide; never for the member. If somebody else decided meanwhile, the response is 409 and says what happened; send the number of the step, or the ETag of the registration as If-Match.';

export const approveRegistration = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/v1/registration/ClassRegistration/{id}/Approve',
  summary: 'Approve a registration',
  description: `Approves the waiting step and starts the next one. After the last step the registration is Confirmed, or Waitlisted when it has no seat and none is free. ${decisionNote}`,
  body: ApproveRequest,
  refuses: [...decision.refuses, 'NOT_ELIGIBLE'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 23 },
  example: {
    params: { id: '{{pendingRegistrationId}}' },
    body: { step: 1, note: 'Covered by the training budget.' },
  },
});

export const denyRegistration = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/v1/registration/ClassRegistration/{id}/Deny',
  summary: 'Deny a registration',
  description: `Ends the registration; a seat it holds goes to the first person on the waitlist. ${decisionNote}`,
  body: DenyRequest,
  budget: { roundTrips: 6, readUnits: 7, writeUnits: 30 },
  example: {
    params: { id: '{{pendingRegistrationId}}' },
    body: { reason: 'The travel budget of this year is spent; please apply again in July.' },
  },
});

export const delegateApproval = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/v1/registration/ClassRegistration/{id}/Delegate',
  summary: 'Delegate an approval',
  description: `Assigns the waiting step to another person. The time after which it escalates stays. ${decisionNote}`,
  body: DelegateRequest,
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 30 },
  example: {
    params: { id: '{{pendingRegistrationId}}' },
    body: { to: '{{personId}}', reason: 'On leave until Monday.' },
  },
});

export const listApprovals = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/registration/Approvals',
  summary: 'List pending approvals',
  description:
    'The steps that wait for the caller, personally or in their roles, the longest waiting first. With all=true every waiting step, in the order of registration; this needs training.approvals.decide.',
  query: z.object({
    ...cursorQuery,
    all: optionalBoolean().meta({ description: 'Includes steps that wait for others.' }),
  }),
  responses: {
    200: {
      description: 'A page of pending approvals.',
      body: z.array(PendingApproval),
      headers: cursorHeaders,
    },
  },
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { all: true } },
});

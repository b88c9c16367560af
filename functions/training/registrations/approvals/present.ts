// An approval as the interface shows it, and in words.
import type { Approval } from '../registration.ts';
import { escalationDueAt } from './approval.ts';

/** An approval with everything that happened in it; steps are numbered from 1. */
export const presentApproval = (approval: Approval) => ({
  chainId: approval.chainId,
  chainName: approval.chainName,
  steps: approval.steps.map(({ name, approver }) => ({ name, approver })),
  currentStep: approval.assignee ? approval.current + 1 : undefined,
  assignee: approval.assignee,
  isEscalated: approval.isEscalated,
  escalatesAt: escalationDueAt(approval)?.toISOString(),
  events: approval.events.map(({ step, ...event }) => ({
    ...event,
    step: step + 1,
    stepName: approval.steps[step]?.name ?? '',
  })),
});

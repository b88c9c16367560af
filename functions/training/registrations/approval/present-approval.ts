// Presents an approval with its events; steps are numbered from 1.

import { showByName } from '../../../../shared/auth/accounts/user-name.ts';
import type { Approval } from '../record/registration.ts';
import { escalationDueAt } from './approval.ts';

export const presentApproval = (approval: Approval) => ({
  chainId: approval.chainId,
  chainName: approval.chainName,
  steps: approval.steps.map(({ name, approver }) => ({ name, approver })),
  currentStep: approval.assignee ? approval.current + 1 : undefined,
  assignee: approval.assignee,
  isEscalated: approval.isEscalated,
  escalatesAt: escalationDueAt(approval)?.toISOString(),
  events: approval.events.map(({ step, ...event }) => ({
    ...showByName(event),
    step: step + 1,
    stepName: approval.steps[step]?.name ?? '',
  })),
});

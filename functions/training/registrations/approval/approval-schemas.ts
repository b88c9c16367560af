// The response schemas of an approval.
import * as z from 'zod';

const assignee = z
  .strictObject({
    kind: z.enum(['person', 'role']),
    personId: z.uuid().optional(),
    name: z.string().optional().meta({ description: "The person's name when the step was assigned." }),
    role: z.string().optional(),
  })
  .meta({ id: 'Assignee', description: 'Who decides: a person, or the holders of a role.' });
export const Assignee = assignee;

const approver = z.strictObject({
  kind: z.enum(['person', 'role', 'manager']),
  personId: z.uuid().optional(),
  role: z.string().optional(),
});

const stepNumber = z.int().min(1).meta({ description: 'From 1.', example: 1 });

const ApprovalEvent = z
  .strictObject({
    at: z.iso.datetime(),
    step: stepNumber,
    stepName: z.string(),
    action: z.enum(['asked', 'approved', 'denied', 'delegated', 'escalated']),
    by: z.string().meta({ description: 'The subject of a token, anonymous, or system.' }),
    byName: z.string().optional(),
    to: assignee.optional().meta({ description: 'To whom the step was assigned.' }),
    reason: z.string().optional(),
  })
  .meta({ id: 'ApprovalEvent', description: 'An event of the approval; it never changes.' });

export const ApprovalView = z
  .strictObject({
    chainId: z.uuid(),
    chainName: z.string(),
    steps: z.array(z.strictObject({ name: z.string(), approver })),
    currentStep: stepNumber
      .optional()
      .meta({ description: 'The step that waits; absent once the approval is decided.' }),
    assignee: assignee.optional(),
    isEscalated: z.boolean(),
    escalatesAt: z.iso.datetime().optional(),
    events: z.array(ApprovalEvent).meta({ description: 'All events, in order.' }),
  })
  .meta({ id: 'Approval', description: 'The progress of a registration in its approval chain.' });

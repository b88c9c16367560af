// Presents change requests: addresses as the viewer sees them.
import * as z from 'zod';
import { type EmailViewer, showEmail } from '../../../../shared/auth/access/email-visibility.ts';
import type { ChangeRequestItem, ProposedChange } from './change-request.ts';

const Value = z.unknown().meta({
  description:
    'The value as the record has it: a text, a list or null; null also for an address that the caller may not see.',
});

const ProposedChangeView = z
  .strictObject({
    field: z
      .string()
      .meta({ description: 'The name of the field, or the id of a custom field.', example: 'lastName' }),
    isCustom: z.boolean().meta({ description: 'Whether it is a custom field.' }),
    oldValue: Value,
    newValue: Value,
    decision: z.enum(['Accepted', 'Declined']).nullable(),
    note: z.string().nullable().meta({ description: 'What the approver says about the decision.' }),
  })
  .meta({ id: 'ProposedChange' });

/** A change request as the interface presents it. */
export const ChangeRequest = z
  .strictObject({
    id: z.uuid(),
    personId: z.uuid(),
    status: z.enum(['Pending', 'Decided', 'Withdrawn']),
    reason: z.string().nullable(),
    changes: z.array(ProposedChangeView),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
    decidedDate: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'ChangeRequest',
    description: 'Changes of a profile that wait for an approver, or that one decided.',
  });

const statuses = { pending: 'Pending', decided: 'Decided', withdrawn: 'Withdrawn' } as const;
const decisions = { accepted: 'Accepted', declined: 'Declined' } as const;
const emailFields = ['email', 'secondaryEmail', 'emails'];

function presentValue(
  viewer: EmailViewer,
  personId: string,
  { field }: ProposedChange,
  value: unknown,
): unknown {
  if (!emailFields.includes(field)) return value;
  // Any address of the person is seen, or none is.
  return showEmail(viewer, personId, 'any') ? value : null;
}

/** The request as this caller sees it. */
export const presentRequest = (
  viewer: EmailViewer,
  request: ChangeRequestItem,
): z.input<typeof ChangeRequest> => ({
  id: request.id,
  personId: request.personId,
  status: statuses[request.status],
  reason: request.reason ?? null,
  changes: request.changes.map((change) => ({
    field: change.field,
    isCustom: change.isCustom,
    oldValue: presentValue(viewer, request.personId, change, change.before),
    newValue: presentValue(viewer, request.personId, change, change.after),
    decision: change.decision === undefined ? null : decisions[change.decision],
    note: change.note ?? null,
  })),
  createdDate: request.createdDate,
  modifiedDate: request.modifiedDate,
  decidedDate: request.decidedDate ?? null,
});

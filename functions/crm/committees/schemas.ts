// What requests say about a committee (docs/interface/crm.md#committee-fields).
import * as z from 'zod';
import { optionalInteger } from '../../../shared/http/lenient.ts';
import { externalIdsField, linksField } from '../fields/contact-schemas.ts';
import { idField, keptName, textField } from '../fields/fields.ts';

const QuorumRequest = z
  .object({
    rule: z.enum(['majority', 'percent', 'members']),
    percent: optionalInteger(1, 100),
    members: optionalInteger(1, 10_000),
  })
  .superRefine(({ rule, ...values }, context) => {
    for (const name of ['percent', 'members'] as const)
      if ((name === rule) !== (values[name] !== undefined))
        context.addIssue({
          code: 'custom',
          path: [name],
          message:
            name === rule
              ? `The rule ${rule} needs ${name}.`
              : `The rule ${rule} has no ${name}: leave it out, or choose the rule ${name}.`,
        });
  })
  .meta({ id: 'QuorumRequest', example: { rule: 'percent', percent: 40 } });

/** How many voting members a meeting needs; a majority where nothing is sent. */
const quorumField = () =>
  QuorumRequest.nullish().meta({
    description:
      'How many voting members a meeting needs: a majority of them by default, a percentage of them, or a number of members.',
  });

const fields = {
  description: textField(2000).meta({ example: 'Prepares the annual convention.' }),
  committeeType: textField(50).meta({
    description: 'What the association calls this kind of committee; some positions are of some types only.',
    example: 'Standing',
  }),
  organizationId: idField().meta({ description: 'The organization that the committee belongs to.' }),
  parentId: idField().meta({ description: 'The committee that this one is a part of.' }),
  quorum: quorumField(),
  otherNames: z.array(z.string().trim().min(1).max(300)).max(200).nullish(),
  links: linksField(),
  externalIds: externalIdsField(),
};

/** A whole committee. */
export const CommitteeRequest = z
  .object({
    name: z.string().trim().min(1).max(300).meta({ example: 'Convention Committee' }),
    ...fields,
  })
  .meta({ id: 'CommitteeRequest' });

/** Fields of a committee. */
export const CommitteeFieldsRequest = z
  .object({ name: keptName(300), ...fields })
  .meta({ id: 'CommitteeFieldsRequest', description: 'Fields of a committee.' });
export type CommitteeInput = z.output<typeof CommitteeFieldsRequest>;

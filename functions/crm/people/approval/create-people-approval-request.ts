// POST /api/v1/PeopleApproval/CreateRequest
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import type { PersonInput } from '../presentation/schemas.ts';
import { createPeopleApprovalRequest, type LegacyChange } from './contract.ts';
import { buildRequest } from './propose.ts';
import { replyWithNewRequest } from './reply.ts';

/** The longest first or last name. */
const MAX_NAME = 100;

/** The value that a caller sends for a field: the primary one, else the first; blank is none. */
const getValue = ({ fieldChangeValues }: LegacyChange): string | null =>
  (fieldChangeValues.find(({ primary }) => primary) ?? fieldChangeValues[0])?.newValue ?? null;

function checkChange(change: LegacyChange, index: number, personId: string): ErrorDetail[] {
  return [
    ...(change.profileUserId.toLowerCase() === personId
      ? []
      : [
          {
            code: 'NOT_ALLOWED' as const,
            target: `[${index}].profileUserId`,
            message: `A request is about one person: ${personId}, as its first entry says.`,
          },
        ]),
    ...(change.isHeader && (getValue(change)?.length ?? 0) > MAX_NAME
      ? [
          {
            code: 'OUT_OF_RANGE' as const,
            target: `[${index}].fieldChangeValues`,
            message: `A name has at most ${MAX_NAME} characters; ${getValue(change)?.length} were sent.`,
          },
        ]
      : []),
  ];
}

const isSent = ({ isValueChanged }: LegacyChange): boolean => isValueChanged !== false;
const isCustom = ({ isHeader, tabGroupFieldId }: LegacyChange): boolean => !isHeader && !!tabGroupFieldId;

/** The fields as other requests name them. */
function toFields(changes: readonly LegacyChange[]): Partial<PersonInput> {
  const custom = changes.filter(isCustom);
  return {
    ...Object.fromEntries(
      changes.flatMap((change) => (change.isHeader ? [[change.headerFieldName, getValue(change)]] : [])),
    ),
    ...(custom.length > 0 && {
      customFields: custom.map((change) => ({
        fieldId: (change.tabGroupFieldId ?? '').toLowerCase(),
        value: getValue(change),
      })),
    }),
  };
}

/** The entry that names a field, as other requests name it. */
function toTarget(sent: readonly LegacyChange[], field: string): string {
  const [, place, part] = /^customFields\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  const custom = sent.filter((change) => isSent(change) && isCustom(change))[Number(place)];
  const index = sent.findIndex((change) => change === custom || change.headerFieldName === field);
  return `[${Math.max(index, 0)}].${part === 'fieldId' ? 'tabGroupFieldId' : 'fieldChangeValues'}`;
}

export const handler = lambda(createPeopleApprovalRequest, async (context) => {
  const sent = context.body;
  const personId = (sent[0]?.profileUserId ?? '').toLowerCase();
  throwIfInvalid(sent.flatMap((change, index) => checkChange(change, index, personId)));
  const proposal = {
    personId,
    fields: toFields(sent.filter(isSent)),
    toTarget: (field: string) => toTarget(sent, field),
  };
  return replyWithNewRequest(context, await buildRequest(context, proposal));
});

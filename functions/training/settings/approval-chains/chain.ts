// The rules of approval chains: what each step must name, how a chain changes, when it may go.
import { conflict, type ErrorDetail, invalid } from '../../../../shared/errors/failure.ts';
import { findRole, type RoleSets } from '../roles/role.ts';
import type { ApprovalChainItem, ApprovalStep, Approver } from './approval-chain.ts';
import type { ApprovalStepInput, CreateApprovalChainInput, UpdateApprovalChainInput } from './contract.ts';

type ApproverInput = ApprovalStepInput['approver'];

/** The form in which names are compared: case, width and blanks do not make another name. */
export const foldChainName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** The people that steps name, each once. */
export const collectPersonIds = (steps: readonly (ApprovalStepInput | ApprovalStep)[]): string[] => [
  ...new Set(
    steps.flatMap(({ approver, escalateTo }) =>
      [approver, escalateTo].flatMap((one) => (one?.kind === 'person' && one.personId ? [one.personId] : [])),
    ),
  ),
];

/** The roles that steps name, each once. */
export const collectRoles = (steps: readonly ApprovalStep[]): string[] => [
  ...new Set(
    steps.flatMap(({ approver, escalateTo }) =>
      [approver, escalateTo].flatMap((one) => (one?.kind === 'role' ? [one.role] : [])),
    ),
  ),
];

/** What steps may name: the people of the directory among those asked for, and the tenant's role sets. */
interface KnownApprovers {
  readonly people: ReadonlyMap<string, { readonly isActive?: boolean | undefined }>;
  readonly roles: RoleSets;
}

function validateApprover(
  wish: ApproverInput,
  target: string,
  { people, roles }: KnownApprovers,
): ErrorDetail[] {
  if (wish.kind === 'manager') return [];
  if (wish.kind === 'role') {
    const at = `${target}.role`;
    if (!wish.role)
      return [{ code: 'REQUIRED_FIELD', message: 'An approver by role needs a role.', target: at }];
    if (findRole(roles, wish.role)) return [];
    return [{ code: 'UNKNOWN_VALUE', message: `There is no role named ${wish.role}.`, target: at }];
  }
  const at = `${target}.personId`;
  if (!wish.personId)
    return [{ code: 'REQUIRED_FIELD', message: 'An approver who is a person needs a personId.', target: at }];
  const person = people.get(wish.personId);
  if (!person)
    return [
      { code: 'UNKNOWN_VALUE', message: `There is no person with the id ${wish.personId}.`, target: at },
    ];
  return person.isActive === false
    ? [{ code: 'NOT_ALLOWED', message: `The person ${wish.personId} is no longer active.`, target: at }]
    : [];
}

const toApprover = ({ kind, personId, role }: ApproverInput): Approver => {
  if (kind === 'person') return { kind, personId: personId ?? '' };
  return kind === 'role' ? { kind, role: role ?? '' } : { kind };
};

/**
 * Steps as they are kept, from what was sent.
 * @throws Failure 400 with every fault: unknown people and roles, a time to escalate without somebody to go to
 */
export function parseSteps(sent: readonly ApprovalStepInput[], known: KnownApprovers): ApprovalStep[] {
  const faults = sent.flatMap(({ approver, escalateAfterHours, escalateTo }, at): ErrorDetail[] => [
    ...validateApprover(approver, `steps[${at}].approver`, known),
    ...(escalateTo ? validateApprover(escalateTo, `steps[${at}].escalateTo`, known) : []),
    ...(escalateAfterHours && !escalateTo
      ? [
          {
            code: 'REQUIRED_FIELD' as const,
            message: 'A step with escalateAfterHours needs escalateTo: somebody to go to.',
            target: `steps[${at}].escalateTo`,
          },
        ]
      : []),
  ]);
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
  return sent.map(({ name, approver, escalateAfterHours, escalateTo }) => ({
    name,
    approver: toApprover(approver),
    escalateAfterHours: escalateAfterHours ?? undefined,
    escalateTo: escalateTo ? toApprover(escalateTo) : undefined,
  }));
}

/** A new chain that no class uses yet. */
export function buildApprovalChain(
  id: string,
  { name }: Pick<CreateApprovalChainInput, 'name'>,
  steps: readonly ApprovalStep[],
  now: Date,
): ApprovalChainItem {
  const moment = now.toISOString();
  return {
    type: 'approval-chain',
    id,
    name,
    steps,
    classes: 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The chain with what was sent changed, at the next version. */
export const applyApprovalChainInput = (
  before: ApprovalChainItem,
  { name }: Pick<UpdateApprovalChainInput, 'name'>,
  steps: readonly ApprovalStep[],
  now: Date,
): ApprovalChainItem => ({
  ...before,
  name: name ?? before.name,
  steps,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/**
 * A chain that classes use stays: their registrations would be confirmed unasked.
 * @throws Failure 409
 */
export function assertChainNotInUse({ name, classes }: ApprovalChainItem): void {
  if (classes > 0)
    throw conflict(
      `${classes} ${classes === 1 ? 'class uses' : 'classes use'} the approval chain ${name}; give them another first, or none.`,
    );
}

/** A chain as the interface shows it. */
export const presentApprovalChain = ({
  id,
  name,
  steps,
  classes,
  createdDate,
  modifiedDate,
}: ApprovalChainItem) => ({
  ...{ id, name, steps, classes, createdDate, modifiedDate },
});

// Approval chains: who must agree, one after the other, before a registration is confirmed; what steps need, how input
// changes a chain, and when it can be removed.

import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { conflict, type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { describeLeaver, mayAct } from '../../access/acting-people.ts';
import { findRole, type RoleSets } from '../roles/role.ts';
import type { ApprovalStepInput, CreateApprovalChainInput, UpdateApprovalChainInput } from './contract.ts';

/** Who decides a step: a person, the holders of a role, or the registrant's manager. */
export type Approver =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'role'; readonly role: string }
  | { readonly kind: 'manager' };

/** Who a step is assigned to; a manager is resolved to a person, with their name at that time. */
export type Assignee =
  | Extract<Approver, { readonly kind: 'role' }>
  | (Extract<Approver, { readonly kind: 'person' }> & { readonly name?: string | undefined });

export interface ApprovalStep {
  readonly name: string;
  readonly approver: Approver;
  /** After how many hours without a decision the step escalates; never when absent. */
  readonly escalateAfterHours?: number | undefined;
  readonly escalateTo?: Approver | undefined;
}

/** An approval chain as it is stored. A registration has its own copy of the steps. */
export interface ApprovalChainItem extends VersionedRecord {
  readonly type: 'approval-chain';
  readonly id: string;
  readonly name: string;
  readonly steps: readonly ApprovalStep[];
  /** The number of classes that use it, updated in the transactions that write classes. */
  readonly classes: number;
}

export const approvalChainKey = (tenant: TenantStore, id: string): Key<ApprovalChainItem> =>
  tenant.key('APPROVAL-CHAINS', `CHAIN#${id}`);
/** The partition of all chains; a tenant has only a few. */
export const approvalChains = (tenant: TenantStore): Partition<ApprovalChainItem> =>
  tenant.partition('APPROVAL-CHAINS');

type ApproverInput = ApprovalStepInput['approver'];

/** The distinct people that steps name. */
export const collectPersonIds = (steps: readonly (ApprovalStepInput | ApprovalStep)[]): string[] => [
  ...new Set(
    steps.flatMap(({ approver, escalateTo }) =>
      [approver, escalateTo].flatMap((assignee) =>
        assignee?.kind === 'person' && assignee.personId ? [assignee.personId] : [],
      ),
    ),
  ),
];

/** The distinct roles that steps name. */
export const collectRoles = (steps: readonly ApprovalStep[]): string[] => [
  ...new Set(
    steps.flatMap(({ approver, escalateTo }) =>
      [approver, escalateTo].flatMap((assignee) => (assignee?.kind === 'role' ? [assignee.role] : [])),
    ),
  ),
];

/** The existing people among those that steps name, and the tenant's role sets. */
interface KnownApprovers {
  readonly people: ReadonlyMap<string, NonNullable<Parameters<typeof mayAct>[0]>>;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
  readonly roles: RoleSets;
}

function validateApprover(
  input: ApproverInput,
  target: string,
  { people, roles, today }: KnownApprovers,
): ErrorDetail[] {
  if (input.kind === 'manager') return [];
  if (input.kind === 'role') {
    const roleTarget = `${target}.role`;
    if (!input.role)
      return [
        { code: 'REQUIRED_FIELD', message: 'An approver of kind role needs a role.', target: roleTarget },
      ];
    if (findRole(roles, input.role)) return [];
    return [{ code: 'UNKNOWN_VALUE', message: `There is no role named ${input.role}.`, target: roleTarget }];
  }
  const personTarget = `${target}.personId`;
  if (!input.personId)
    return [
      {
        code: 'REQUIRED_FIELD',
        message: 'An approver of kind person needs a personId.',
        target: personTarget,
      },
    ];
  const person = people.get(input.personId);
  if (!person) return [unknownId('person', input.personId, personTarget)];
  return !mayAct(person, today)
    ? [
        {
          code: 'NOT_ALLOWED',
          message: `${describeLeaver(person, today)} Choose an active person.`,
          target: personTarget,
        },
      ]
    : [];
}

const toApprover = ({ kind, personId, role }: ApproverInput): Approver => {
  if (kind === 'person') return { kind, personId: personId ?? '' };
  return kind === 'role' ? { kind, role: role ?? '' } : { kind };
};

/**
 * The steps of a request.
 * @throws Failure 400 with everything that is wrong: unknown people and roles, escalation without escalateTo
 */
export function parseSteps(input: readonly ApprovalStepInput[], known: KnownApprovers): ApprovalStep[] {
  const errors = input.flatMap(({ approver, escalateAfterHours, escalateTo }, index): ErrorDetail[] => [
    ...validateApprover(approver, `steps[${index}].approver`, known),
    ...(escalateTo ? validateApprover(escalateTo, `steps[${index}].escalateTo`, known) : []),
    ...(escalateAfterHours && !escalateTo
      ? [
          {
            code: 'REQUIRED_FIELD' as const,
            message: 'A step with escalateAfterHours also needs escalateTo.',
            target: `steps[${index}].escalateTo`,
          },
        ]
      : []),
  ]);
  throwIfInvalid(errors);
  return input.map(({ name, approver, escalateAfterHours, escalateTo }) => ({
    name,
    approver: toApprover(approver),
    escalateAfterHours: escalateAfterHours ?? undefined,
    escalateTo: escalateTo ? toApprover(escalateTo) : undefined,
  }));
}

/** A new chain that no class uses. */
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

/** The chain with the input applied, at its next version. */
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
 * A chain that classes use can't be removed: their registrations would be confirmed without approval.
 * @throws Failure 409
 */
export function assertChainNotInUse({ name, classes }: ApprovalChainItem): void {
  if (classes > 0)
    throw conflict(
      `${classes} ${classes === 1 ? 'class uses' : 'classes use'} the approval chain ${name}; set another chain for them first, or none.`,
    );
}

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

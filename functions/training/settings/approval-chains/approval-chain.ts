// Approval chains: who must agree, one after the other, before a registration is confirmed.
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';

/** Who decides a step: one person, whoever holds a role, or the manager of the one who is registered. */
export type Approver =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'role'; readonly role: string }
  | { readonly kind: 'manager' };

/** Who decides in the end: a manager is a person by then, with the name they had when they were asked. */
export type Assignee =
  | Extract<Approver, { readonly kind: 'role' }>
  | (Extract<Approver, { readonly kind: 'person' }> & { readonly name?: string | undefined });

export interface ApprovalStep {
  readonly name: string;
  readonly approver: Approver;
  /** After how many hours without a decision it goes to `escalateTo`; never when absent. */
  readonly escalateAfterHours?: number | undefined;
  readonly escalateTo?: Approver | undefined;
}

/** An approval chain as the table holds it. A registration keeps its own copy of the steps it was begun with. */
export interface ApprovalChainItem {
  readonly type: 'approval-chain';
  readonly id: string;
  readonly name: string;
  readonly steps: readonly ApprovalStep[];
  /** Classes that use it; counted in the transactions that write classes. */
  readonly classes: number;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

export const approvalChainKey = (tenant: TenantStore, id: string): Key<ApprovalChainItem> =>
  tenant.key('APPROVAL-CHAINS', `CHAIN#${id}`);
/** All chains: a tenant has a handful. */
export const approvalChains = (tenant: TenantStore): Partition<ApprovalChainItem> =>
  tenant.partition('APPROVAL-CHAINS');

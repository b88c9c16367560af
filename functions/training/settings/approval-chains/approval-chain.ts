// Approval chains: who must agree, one after the other, before a registration is confirmed.
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';

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
export interface ApprovalChainItem {
  readonly type: 'approval-chain';
  readonly id: string;
  readonly name: string;
  readonly steps: readonly ApprovalStep[];
  /** The number of classes that use it, updated in the transactions that write classes. */
  readonly classes: number;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

export const approvalChainKey = (tenant: TenantStore, id: string): Key<ApprovalChainItem> =>
  tenant.key('APPROVAL-CHAINS', `CHAIN#${id}`);
/** The partition of all chains; a tenant has only a few. */
export const approvalChains = (tenant: TenantStore): Partition<ApprovalChainItem> =>
  tenant.partition('APPROVAL-CHAINS');

// Gives the demo tenants their approval chains.

import type {
  ApprovalStep,
  Approver,
} from '../../functions/training/settings/approval-chains/approval-chain.ts';
import {
  buildApprovalChain,
  presentApprovalChain,
} from '../../functions/training/settings/approval-chains/chain.ts';
import {
  insertApprovalChain,
  loadApprovalChains,
} from '../../functions/training/settings/approval-chains/store.ts';
import { commit } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { auditSettingChange } from '../../shared/settings/audit.ts';
import { type DemoApprover, type DemoSettings, demoSettings } from './demo-settings.ts';

/**
 * Seeds a tenant's approval chains, if there are some for it and it has none, and returns the values that examples name:
 * the spare chain and the role are ones that nothing uses, so that they can be removed.
 */
export async function seedSettings(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const settings = demoSettings[tenant.code];
  if (settings === undefined) return {};
  if ((await loadApprovalChains(tenant)).length === 0) await bringIn(tenant, settings, now);
  const keys = Object.keys(settings.chains);
  return {
    approvalChainId: chainId(tenant, keys[0] ?? ''),
    spareApprovalChainId: chainId(tenant, keys.at(-1) ?? ''),
    roleName: settings.role.name,
  };
}

const chainId = (tenant: TenantStore, key: string): string =>
  recordId(tenant.code, 'approvalChain:demo', key);

function approverOf(tenant: TenantStore, approver: DemoApprover): Approver {
  if (approver.kind !== 'person') return approver;
  return { kind: 'person', personId: recordId(tenant.code, 'person:demo', approver.key) };
}

/** Everything in one transaction: the tenant has its demo chains whole, or none. */
async function bringIn(tenant: TenantStore, { chains }: DemoSettings, now: Date): Promise<void> {
  const made = Object.entries(chains).map(([key, { name, steps }]) =>
    buildApprovalChain(
      chainId(tenant, key),
      { name },
      steps.map(
        ({ approver, escalateTo, ...step }): ApprovalStep => ({
          ...step,
          approver: approverOf(tenant, approver),
          escalateTo: escalateTo && approverOf(tenant, escalateTo),
        }),
      ),
      now,
    ),
  );
  const caller = { kind: 'anonymous', subject: 'anonymous', permissions: new Set<never>() } as const;
  const said = made.map((chain) => {
    const newId = () => recordId(tenant.code, 'settings-audit:demo', chain.id);
    const creation = {
      setting: 'ApprovalChains',
      entry: chain.id,
      after: presentApprovalChain(chain),
    } as const;
    return auditSettingChange(tenant, creation, { caller, now, newId });
  });
  await commit([...made.flatMap((chain) => insertApprovalChain(tenant, chain)), ...said]);
}

// The invented settings of the demo tenants: who approves registrations, and a role of their own.
import type {
  ApprovalStep,
  Approver,
} from '../../functions/training/settings/approval-chains/approval-chain.ts';

/** An approver; a person by the key they have in the demo directory. */
export type DemoApprover =
  | Exclude<Approver, { readonly kind: 'person' }>
  | { readonly kind: 'person'; readonly key: string };

interface DemoStep extends Pick<ApprovalStep, 'name' | 'escalateAfterHours'> {
  readonly approver: DemoApprover;
  readonly escalateTo?: DemoApprover;
}

/** What a demo tenant has set; the last chain is one that no class uses. */
export interface DemoSettings {
  readonly chains: Readonly<Record<string, { readonly name: string; readonly steps: readonly DemoStep[] }>>;
  readonly role: { readonly name: string; readonly permissions: readonly string[] };
}

const cascadia: DemoSettings = {
  chains: {
    'manager-then-training': {
      name: 'Manager, then training office',
      steps: [
        {
          name: 'Manager',
          approver: { kind: 'manager' },
          escalateAfterHours: 72,
          escalateTo: { kind: 'role', role: 'admin' },
        },
        { name: 'Training office', approver: { kind: 'role', role: 'staff' } },
      ],
    },
    'board-travel': {
      name: 'Travel paid by the board',
      steps: [{ name: 'Executive director', approver: { kind: 'person', key: 'ada' } }],
    },
  },
  role: {
    name: 'Class host',
    permissions: ['training.catalogue.read', 'training.registrations.read', 'training.registrations.write'],
  },
};

const harbor: DemoSettings = {
  chains: {
    'supervising-broker': {
      name: 'Supervising broker',
      steps: [
        {
          name: 'Supervising broker',
          approver: { kind: 'manager' },
          escalateAfterHours: 48,
          escalateTo: { kind: 'person', key: 'nadia' },
        },
      ],
    },
    'scholarship-review': {
      name: 'Scholarship review',
      steps: [{ name: 'Membership manager', approver: { kind: 'person', key: 'nadia' } }],
    },
  },
  role: {
    name: 'Education secretary',
    permissions: ['training.catalogue.read', 'training.people.read', 'training.reports.read'],
  },
};

/** By tenant code. */
export const demoSettings: Readonly<Record<string, DemoSettings>> = { demo: cascadia, harbor };

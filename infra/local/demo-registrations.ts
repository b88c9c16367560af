// The invented registrations of the demo tenants, in the order in which they were made.
import type { RegistrationItem } from '../../functions/training/registrations/record/registration.ts';

/** A registration; days are counted back from the day of seeding. */
export interface DemoRegistration {
  /** Keys of the person and the class; together they are the registration's own. */
  readonly person: string;
  readonly class: string;
  readonly daysAgo: number;
  readonly method?: NonNullable<RegistrationItem['payment']['method']>;
  readonly justification?: string;
  readonly notes?: string;
  /** How it was paid, so many days ago. */
  readonly paid?: { readonly daysAgo: number; readonly reference: string };
  /** What became of it since; a cancellation frees its seat at the moment of seeding. */
  readonly outcome?: 'Attended' | 'NoShow' | { readonly cancelled: string };
}

const cascadia: readonly DemoRegistration[] = [
  {
    person: 'esteban',
    class: 'budget-basics-spring',
    daysAgo: 12,
    method: 'Invoice',
    notes: 'Needs a place near the door.',
  },
  {
    person: 'kira',
    class: 'budget-basics-spring',
    daysAgo: 9,
    method: 'PurchaseOrder',
    paid: { daysAgo: 4, reference: 'PO 2027-118' },
  },
  { person: 'ines', class: 'budget-basics-spring', daysAgo: 3, method: 'CreditCard' },
  {
    person: 'hiro',
    class: 'ethics-online',
    daysAgo: 2,
    justification: 'I review the gifts that contractors offer the road crew.',
  },
  { person: 'grace', class: 'work-zone-full', daysAgo: 20, method: 'Invoice' },
  { person: 'hiro', class: 'work-zone-full', daysAgo: 19, method: 'Invoice' },
  {
    person: 'farah',
    class: 'work-zone-full',
    daysAgo: 18,
    method: 'PurchaseOrder',
    outcome: { cancelled: 'The budget hearing was moved to that day.' },
  },
  { person: 'leo', class: 'work-zone-full', daysAgo: 10, method: 'Invoice' },
  { person: 'jonas', class: 'work-zone-full', daysAgo: 8, method: 'Invoice' },
  { person: 'ben', class: 'work-zone-full', daysAgo: 6, method: 'Invoice' },
  {
    person: 'maya',
    class: 'meetings-law-past',
    daysAgo: 60,
    method: 'CreditCard',
    paid: { daysAgo: 58, reference: 'Receipt 40417' },
    outcome: 'Attended',
  },
  { person: 'dora', class: 'meetings-law-past', daysAgo: 55, method: 'Invoice', outcome: 'NoShow' },
  { person: 'grace', class: 'meetings-law-past', daysAgo: 50, method: 'Invoice' },
];

const harbor: readonly DemoRegistration[] = [
  { person: 'quinn', class: 'agency-law-spring', daysAgo: 14, method: 'CreditCard' },
  {
    person: 'uma',
    class: 'agency-law-spring',
    daysAgo: 11,
    method: 'Invoice',
    paid: { daysAgo: 5, reference: 'Cheque 3307' },
  },
];

/** By tenant code. */
export const demoRegistrations: Readonly<Record<string, readonly DemoRegistration[]>> = {
  demo: cascadia,
  harbor,
};

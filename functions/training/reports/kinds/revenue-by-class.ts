// Revenue by class: amounts due, paid, refunded and owed.
import { roundAmount } from '../../../../shared/money/amount.ts';
import { fromMinorUnits } from '../../../../shared/money/currency.ts';
import { deriveBalance } from '../../payments/ledger.ts';
import {
  getAmountOwed,
  getAmountPaid,
  getAmountRefunded,
  readPayment,
} from '../../registrations/record/payment.ts';
import type { Payment, RegistrationItem } from '../../registrations/record/registration.ts';
import { reportParameters } from '../definition/parameters.ts';
import { resolvePeriod } from '../definition/period.ts';
import { defineReport, idColumn } from '../definition/report.ts';
import { firstDay, listClassesInPeriod, readRegistrations } from '../sources/classes.ts';

/** Whether a registration must be paid for. */
const isPayable = ({ status }: RegistrationItem): boolean =>
  status === 'Confirmed' || status === 'Attended' || status === 'NoShow';

/** What a registration is charged, and what of it is owed. */
function getCharge(registration: RegistrationItem, payment: Payment): Pick<Sums, 'due' | 'owed'> {
  if (isPayable(registration)) return { due: payment.amountDue, owed: getAmountOwed(payment) };
  const { ledger } = payment;
  if (registration.status !== 'Cancelled' || !ledger) return { due: 0, owed: 0 };
  const { charged, waived, owed } = deriveBalance(ledger);
  const toAmount = (minor: number): number => fromMinorUnits(minor, ledger.currency);
  return { due: toAmount(charged - waived), owed: toAmount(owed) };
}

interface Sums {
  readonly registrations: number;
  readonly due: number;
  readonly paid: number;
  readonly refunded: number;
  readonly owed: number;
}

const zeroSums: Sums = { registrations: 0, due: 0, paid: 0, refunded: 0, owed: 0 };

/**
 * Adds a registration to the sums. Payments count in every status of the registration unless refunded, and only once:
 * they move with a transferred seat. Amounts due and owed count for registrations with a seat, and for cancelled ones as
 * far as something is still charged, such as a fee for the cancellation.
 */
export function addRegistration(sums: Sums, registration: RegistrationItem): Sums {
  const payment = readPayment(registration);
  const { due, owed } = getCharge(registration, payment);
  return {
    registrations: sums.registrations + (isPayable(registration) ? 1 : 0),
    due: roundAmount(sums.due + due),
    paid: roundAmount(sums.paid + getAmountPaid(payment)),
    refunded: roundAmount(sums.refunded + getAmountRefunded(payment)),
    owed: roundAmount(sums.owed + owed),
  };
}

export const revenueByClass = defineReport({
  name: 'RevenueByClass',
  title: 'Revenue by class',
  description: 'The revenue of the classes that begin in a period: due, paid, refunded, net and owed.',
  parameters: reportParameters.RevenueByClass,
  columns: {
    day: { title: 'Begins', kind: 'date', width: 11 },
    class: { title: 'Class', kind: 'text', width: 28 },
    course: { title: 'Course', kind: 'text', width: 24 },
    registrations: { title: 'Seats sold', kind: 'number', width: 10 },
    due: { title: 'Due', kind: 'money', width: 12 },
    paid: { title: 'Paid', kind: 'money', width: 12 },
    refunded: { title: 'Refunded', kind: 'money', width: 12 },
    net: { title: 'Net', kind: 'money', width: 12 },
    owed: { title: 'Owed', kind: 'money', width: 12 },
    classId: idColumn('Class id'),
    courseId: idColumn('Course id'),
  },
  totals: { sum: ['registrations', 'due', 'paid', 'refunded', 'net', 'owed'] },
  async loadScope(parameters, { tenant, settings, asOf }) {
    const period = resolvePeriod(parameters, settings, asOf);
    const classes = await listClassesInPeriod(tenant, period);
    return { period, size: classes.length, classes };
  },
  async *rows(_, { tenant, asOf }, { classes }, from) {
    let sums = zeroSums;
    // A run that was cut off within a class starts with that class again, because its sums are not stored.
    let next = from.next ?? JSON.stringify({ from: '' });
    for await (const part of readRegistrations(tenant, classes, asOf, from)) {
      const { of, registrations, isLast, done } = part;
      sums = registrations.reduce(addRegistration, sums);
      if (!isLast) {
        yield { rows: [], done, next };
        continue;
      }
      next = part.next;
      const { due, paid, refunded, owed } = sums;
      yield {
        rows: [
          {
            day: firstDay(of),
            class: of.isCancelled ? `${of.sectionName} (cancelled)` : of.sectionName,
            course: of.courseName,
            registrations: sums.registrations,
            due,
            paid,
            refunded,
            net: roundAmount(paid - refunded),
            owed,
            classId: of.id,
            courseId: of.courseId,
          },
        ],
        done,
        next,
      };
      sums = zeroSums;
    }
  },
});

// What classes brought in: due, paid, refunded and still owed.
import { getAmountOwed, getAmountPaid, getAmountRefunded } from '../../registrations/record/payment.ts';
import type { RegistrationItem } from '../../registrations/record/registration.ts';
import { reportParameters } from '../parameters.ts';
import { resolvePeriod } from '../period.ts';
import { defineReport } from '../report.ts';
import { firstDay, listClassesInPeriod, readRegistrations } from '../sources/classes.ts';

/** Registrations that are to be paid for. */
const isPayable = ({ status }: RegistrationItem): boolean =>
  status === 'Confirmed' || status === 'Attended' || status === 'NoShow';

/** Amounts in hundredths, so that sums stay exact. */
interface Sums {
  readonly registrations: number;
  readonly due: number;
  readonly paid: number;
  readonly refunded: number;
  readonly owed: number;
}

const zeroSums: Sums = { registrations: 0, due: 0, paid: 0, refunded: 0, owed: 0 };
const hundredths = (amount: number): number => Math.round(amount * 100);

/**
 * A registration added up. What was paid counts whatever became of the registration, as long as it was not given back,
 * and once: it moves with a seat that is transferred. Due and owed counts only who has a seat.
 */
export function addRegistration(sums: Sums, registration: RegistrationItem): Sums {
  const { payment } = registration;
  const counts = isPayable(registration);
  return {
    registrations: sums.registrations + (counts ? 1 : 0),
    due: sums.due + (counts ? hundredths(payment.amountDue) : 0),
    paid: sums.paid + hundredths(getAmountPaid(payment)),
    refunded: sums.refunded + hundredths(getAmountRefunded(payment)),
    owed: sums.owed + (counts ? hundredths(getAmountOwed(payment)) : 0),
  };
}

export const revenueByClass = defineReport({
  name: 'RevenueByClass',
  title: 'Revenue by class',
  description: 'What the classes that begin in a period bring in: due, paid, refunded, kept and still owed.',
  parameters: reportParameters.RevenueByClass,
  columns: {
    day: { title: 'Begins', kind: 'date', width: 11 },
    class: { title: 'Class', kind: 'text', width: 28 },
    course: { title: 'Course', kind: 'text', width: 24 },
    registrations: { title: 'Seats sold', kind: 'number', width: 10 },
    due: { title: 'Due', kind: 'money', width: 12 },
    paid: { title: 'Paid', kind: 'money', width: 12 },
    refunded: { title: 'Refunded', kind: 'money', width: 12 },
    net: { title: 'Kept', kind: 'money', width: 12 },
    owed: { title: 'Owed', kind: 'money', width: 12 },
  },
  totals: { sum: ['registrations', 'due', 'paid', 'refunded', 'net', 'owed'] },
  async loadScope(wanted, { tenant, settings, asOf }) {
    const period = resolvePeriod(wanted, settings, asOf);
    const classes = await listClassesInPeriod(tenant, period);
    return { period, size: classes.length, classes };
  },
  async *rows(_, { tenant, asOf }, { classes }, from) {
    let sums = zeroSums;
    // A class is begun anew where a reading was cut off within it: its sums are of this reading alone.
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
            due: due / 100,
            paid: paid / 100,
            refunded: refunded / 100,
            net: (paid - refunded) / 100,
            owed: owed / 100,
          },
        ],
        done,
        next,
      };
      sums = zeroSums;
    }
  },
});

// The roster of a class: registrations with contact data.

import { allValid } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import {
  isLive,
  registrationListing,
  registrationsByClass,
} from '../../registrations/record/registration.ts';
import { reportParameters } from '../definition/parameters.ts';
import { defineReport, idColumn } from '../definition/report.ts';
import { firstDay, resolveClass } from '../sources/classes.ts';
import { readPages } from '../sources/pages.ts';
import { listName, loadPeople } from '../sources/people.ts';

export const classRoster = defineReport({
  name: 'ClassRoster',
  title: 'Class roster',
  description: 'Everyone who is registered for a class, with contact data.',
  parameters: reportParameters.ClassRoster,
  columns: {
    name: { title: 'Name', kind: 'text', width: 20 },
    organization: { title: 'Organization', kind: 'text', width: 22 },
    email: { title: 'Email', kind: 'text', width: 26 },
    phone: { title: 'Phone', kind: 'text', width: 13 },
    registrant: { title: 'Registrant', kind: 'text', width: 11 },
    status: { title: 'Status', kind: 'text', width: 14 },
    registered: { title: 'Registered', kind: 'date', width: 11 },
    confirmation: { title: 'Confirmation', kind: 'text', width: 13 },
    registrationId: idColumn('Registration id'),
    personId: idColumn('Person id'),
    organizationId: idColumn('Organization id'),
  },
  order: ['name'],
  async loadScope({ classId }, { tenant }) {
    const [of, size] = await allValid([
      resolveClass(tenant, classId),
      registrationsByClass(tenant, classId).total(),
    ]);
    // A larger roster would exceed the limit of immediate reports on its second page.
    const isLarge = size > 200;
    return { subject: of && `${of.sectionName}, begins ${firstDay(of)}`, size, isLarge };
  },
  async *rows({ classId, includeEnded }, { tenant, settings, asOf, showsEmails }, { size }, from) {
    let { done } = from;
    // Nothing in an id sorts after a tilde.
    const range = { to: `${asOf.toISOString()}#~`, limit: 200 };
    for await (const { items, next } of readPages(
      tenant,
      registrationListing(tenant, classId),
      range,
      from.next,
    )) {
      const listed = items.filter(({ status }) => includeEnded === true || isLive(status));
      const people = await loadPeople(
        tenant,
        listed.map(({ memberId }) => memberId),
      );
      done += items.length;
      yield {
        rows: listed.map((registration) => {
          const person = people.get(registration.memberId);
          return {
            name: person ? listName(person) : registration.memberName,
            organization: registration.organizationName,
            email: showsEmails ? person?.email : undefined,
            phone: person?.phone ?? person?.mobilePhone,
            registrant: registration.kind === 'member' ? 'Member' : 'Non-member',
            status: registration.status,
            registered: toLocalDate(settings.timeZone, new Date(registration.createdDate)),
            confirmation: registration.confirmationNumber,
            registrationId: registration.id,
            personId: registration.memberId,
            organizationId: registration.organizationId,
          };
        }),
        done: Math.min(done, size),
        next: next ?? '',
      };
    }
  },
});

// Classes at the same time as the class that a person registers for: a warning, because the person decides.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { findOverlap } from '../../classes/plan/schedule.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { loadLiveClasses } from '../../records/progress/live-classes.ts';
import { formatMoment } from '../../time/format-moment.ts';

/** Something that does not prevent a registration, but that the person should know. */
export interface RegistrationWarning {
  readonly code: 'CLASHING_CLASS' | 'NO_CREDITS';
  readonly message: string;
  /** The other class. */
  readonly classId?: string | undefined;
}

/** A warning for each class with a live registration of the person that is at the same time as this class. */
export async function findClashWarnings(
  tenant: TenantStore,
  item: ClassItem,
  memberId: string,
  classIds: readonly string[],
): Promise<RegistrationWarning[]> {
  const others = classIds.filter((id) => id !== item.id);
  return (await loadLiveClasses(tenant, memberId, others)).flatMap((other): RegistrationWarning[] => {
    const session = findOverlap(other, item);
    if (!session) return [];
    const message = `${item.sectionName} is at the same time as ${other.sectionName}, for which there is a registration: ${formatMoment(session.startsAt, other.timeZone)} to ${formatMoment(session.endsAt, other.timeZone)}.`;
    return [{ code: 'CLASHING_CLASS', message, classId: other.id }];
  });
}

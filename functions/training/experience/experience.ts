// Experience that a course or an award requires. No record shows whether somebody has it: by the tenant's setting it is
// declared by whoever registers, or nobody registers without an override (docs/interface/training.md#experience).
import { showByName } from '../../../shared/auth/accounts/user-name.ts';

/** A prerequisite of type Experience. */
export interface ExperiencePrerequisite {
  readonly id: string;
  readonly name: string;
}

/** What a registration says about the experience that was required, as it was at that time; never changed. */
export interface ExperienceDeclaration {
  readonly text: string;
  /** The names of the prerequisites that it is about. */
  readonly experience: readonly string[];
  /** The subject. */
  readonly by: string;
  /** The subject's name at that time. */
  readonly byName?: string | undefined;
  readonly at: string;
}

/** The experience that a registration needs, and how that is judged. */
export interface RequiredExperience {
  readonly required: readonly ExperiencePrerequisite[];
  /** Whether a declaration is not enough. */
  readonly isBlocked: boolean;
  readonly isDeclared: boolean;
}

/** A requirement of experience that a registration does not meet. */
interface ExperienceFault {
  readonly id: string;
  readonly code: 'DECLARATION_REQUIRED' | 'PREREQUISITE_MISSING';
  readonly message: string;
  readonly remedy: string;
  readonly target: 'experienceDeclaration' | 'prerequisites';
}

/** Names the experience, and what to do about it. `subject` is the course or award. */
export const listExperienceFaults = (
  { required, isBlocked, isDeclared }: RequiredExperience,
  subject: string,
): ExperienceFault[] =>
  isDeclared && !isBlocked
    ? []
    : required.map(({ id, name }) => ({
        id,
        message: `${subject} requires experience: ${name}.`,
        ...(isBlocked
          ? {
              code: 'PREREQUISITE_MISSING',
              remedy: 'Ask an administrator, who may register you with overrideRules.',
              target: 'prerequisites',
            }
          : {
              code: 'DECLARATION_REQUIRED',
              remedy: 'Send experienceDeclaration, a statement of where and when it was gained.',
              target: 'experienceDeclaration',
            }),
      }));

/** The declaration to keep; undefined without a text, and where no experience is required. */
export const buildExperienceDeclaration = (
  text: string | null | undefined,
  required: readonly ExperiencePrerequisite[],
  { by, byName, at }: { readonly by: string; readonly byName?: string | undefined; readonly at: Date },
): ExperienceDeclaration | undefined =>
  text && required.length > 0
    ? { text, experience: required.map(({ name }) => name), by, byName, at: at.toISOString() }
    : undefined;

export const presentExperienceDeclaration = (declaration: ExperienceDeclaration | undefined) =>
  declaration && {
    text: declaration.text,
    experience: [...declaration.experience],
    declaredBy: declaration.by,
    declaredByName: showByName(declaration).byName,
    declaredDate: declaration.at,
  };

// The names of what awards require.

/** The current names of courses and credit types by id. */
export interface Names {
  readonly courses: ReadonlyMap<string, string>;
  readonly creditTypes: ReadonlyMap<string, string>;
}

/** The name of a course; its id when it no longer exists. */
export const courseName = ({ courses }: Names, id: string): string => courses.get(id) ?? id;

/** The name of a credit type; its id when it no longer exists. */
export const creditTypeName = ({ creditTypes }: Names, id: string): string => creditTypes.get(id) ?? id;

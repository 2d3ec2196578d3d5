/** What was given, null included; made up only when it was left out. */
export function kept<T>(given: T | undefined, fill: () => T): T {
  return given === undefined ? fill() : given;
}

/** A part of a resource: null stays null, and what is left out of it is made up. */
export function keptPart<T extends object>(given: T | null | undefined, fill: (given: T) => T): T | null {
  return given === null ? null : fill(given ?? ({} as T));
}

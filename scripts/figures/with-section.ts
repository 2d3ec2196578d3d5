export function withSection(document: string, section: string, marks: readonly [string, string]): string {
  const begin = document.indexOf(marks[0]);
  const end = document.indexOf(marks[1]);
  if (begin < 0 || end < begin) throw new Error(`The markers ${marks.join(' and ')} are missing`);
  return `${document.slice(0, begin + marks[0].length)}\n${section}\n${document.slice(end)}`;
}

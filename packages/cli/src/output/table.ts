export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Lines of a table whose columns are as wide as they must be. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const all = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_column, index) => Math.max(...all.map((row) => (row[index] ?? '').length)));
  return all.map((row) =>
    columns
      .map(({ align = 'left' }, index) => {
        const cell = row[index] ?? '';
        const width = widths[index] ?? 0;
        return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

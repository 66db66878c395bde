/** Has the browser save a file under this name. */
export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Has the browser save a table under this name. */
export const saveFile = (csv: string, name: string): void =>
  saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name);

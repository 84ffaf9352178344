/** Hands a file to the browser as a download. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every file system takes, with the day. */
export function fileName(title: string, ending: string): string {
  const plain = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  return `${plain || 'export'}-${new Date().toISOString().slice(0, 10)}.${ending}`;
}

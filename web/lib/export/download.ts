/** Offers a file as a download of the browser. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has started to save it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name with the current date that is valid in every file system. */
export function fileName(title: string, ending: string): string {
  const plain = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  return `${plain || 'export'}-${new Date().toISOString().slice(0, 10)}.${ending}`;
}
